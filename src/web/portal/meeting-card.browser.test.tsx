import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { MyAppointment } from '#features/portal/portal.data.ts'
import { renderApp } from '../../../test/browser/render.tsx'
import { MeetingCard } from './meeting-card.tsx'

const meeting: MyAppointment = {
  id: '1',
  title: 'פגישת ליווי',
  status: 'confirmed',
  starts_at: '2027-01-04T16:00:00+02:00',
  ends_at: '2027-01-04T17:00:00+02:00',
  location_kind: 'meet',
  location_value: '',
  join_url: 'https://example.com/join',
  host: null,
  awaits_proof: false,
}

test('the buttons of two meetings are named after their meeting and its day', async () => {
  const now = new Date('2026-12-20T10:00:00+02:00')
  const later = { ...meeting, id: '2', starts_at: '2027-01-11T16:30:00+02:00', ends_at: '2027-01-11T17:30:00+02:00' }
  await renderApp(
    <>
      <MeetingCard meeting={meeting} now={now} deep />
      <MeetingCard meeting={later} now={now} />
    </>,
  )
  for (const when of ['4 בינואר 2027, 16:00', '11 בינואר 2027, 16:30']) {
    // oxlint-disable-next-line no-await-in-loop -- two meetings
    await expect.element(page.getByRole('link', { name: `הצטרפות: פגישת ליווי, ${when}` })).toBeVisible()
    // oxlint-disable-next-line no-await-in-loop -- two meetings
    await expect.element(page.getByRole('button', { name: `שינוי או ביטול: פגישת ליווי, ${when}` })).toBeVisible()
  }
})
