import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { MeetingDate } from './meeting-date.tsx'

test('the date of a meeting is drawn as a calendar leaf, and is text for screen readers', async () => {
  const now = new Date('2026-12-20T10:00:00+02:00')
  await render(<MeetingDate title="פגישת ליווי" startsAt="2027-01-04T16:00:00+02:00" host="דנה" now={now} />)
  await expect.element(page.getByRole('paragraph')).toMatchTextContent(/4 בינואר 2027, בעוד 15 ימים, 16:00, עם דנה/)
})
