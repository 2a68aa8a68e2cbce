import { expect, onTestFinished, test, vi } from 'vitest'
import { quietUntil } from '#features/messages/messages.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { dayOf, formatDate, instantAt } from '#lib/time/dates.ts'
import { openDialog as dialog } from '../../../../test/browser/open-dialog.ts'
import { backendAs, renderApp } from '../../../../test/browser/render.tsx'
import { unique } from '../../../../test/browser/unique.ts'
import { SendDialog } from './send-dialog.tsx'

const backend = backendAs('owner')
const draft = { name: '', subject: '', preheader: '', blocks: [], list_ids: [], lifecycles: [], segments: [] }

/** A day without quiet hours at ten in the morning. */
async function ordinaryDay() {
  const { data: settings } = await backend.from('message_settings').select('*').single().throwOnError()
  let day = addDays(dayOf(new Date()), 200)
  while (quietUntil(instantAt(day, '10:00'), settings)) day = addDays(day, 1)
  return day
}

test('scheduling for a closed day shows when the message will be sent instead', async () => {
  const day = await ordinaryDay()
  const { data: closed } = await backend
    .from('closed_days')
    .insert({ name: unique('כנס'), from_on: day, until_on: day })
    .select('id')
    .single()
    .throwOnError()
  onTestFinished(async () => {
    await backend.from('closed_days').delete().eq('id', closed.id).throwOnError()
  })
  await renderApp(<SendDialog draft={draft} isLater busy={false} onChosen={() => {}} onClose={() => {}} />, {
    as: 'owner',
  })
  await dialog.getByRole('textbox', { name: 'יום', exact: true }).fill(formatDate(day))
  await expect.element(dialog.getByText(/המועד חל בשעות השקט/)).toBeVisible()
})

test('sending now does not depend on the clock of the device', async () => {
  const onChosen = vi.fn()
  await renderApp(<SendDialog draft={draft} isLater={false} busy={false} onChosen={onChosen} onClose={() => {}} />, {
    as: 'owner',
  })
  await dialog.getByRole('button', { name: 'שליחה' }).click()
  expect(onChosen.mock.calls).toEqual([['now']])
  const { data: campaign } = await backend
    .from('campaigns')
    .insert({ name: unique('עכשיו') })
    .select('id, version')
    .single()
    .throwOnError()
  const { error } = await backend.rpc('schedule_campaign', {
    campaign: campaign.id,
    at: 'now',
    seen_version: campaign.version,
  })
  // The database reads the time: the refusal is about the empty draft.
  expect(error?.message).toBe('campaign_without_subject')
})
