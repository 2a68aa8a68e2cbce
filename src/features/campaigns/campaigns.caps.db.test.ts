// Frequency caps of campaigns.
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { campaignSending, recipientCount, uncapped } from '../../../test/campaign-sending.ts'

const db = await testDatabase()
const { as, draft, schedule, steer, runUntil, statusOf, isSent, outcomes } = await campaignSending(db)

const jobOf = (id: string) =>
  db.sql(`select jobs.enqueue('send_campaign', json_build_object('campaign', $1::text), 'campaign:' || $1)`, [id])
/** Moves sent messages back by a day and makes postponed ones due. */
async function advanceOneDay(id: string) {
  await db.sql(`update messages set created_at = created_at - interval '1 day'`)
  await db.sql(`update scheduled_messages set send_at = now() where context_id = $1 and send_at > now()`, [id])
  await jobOf(id)
}
/** Resets message history and sets the frequency caps. */
const capped = async (daily: number, weekly: number) => {
  await db.sql('delete from messages')
  await db.sql('update message_settings set daily_cap = $1, weekly_cap = $2', [daily, weekly])
}
const waiting = (id: string) => async () =>
  (await db.sql(`select from scheduled_messages where context_id = $1 and send_at > now()`, [id])).length > 0

test('a daily cap postpones the second campaign to the next day, once, and the report shows it', async () => {
  await capped(1, 30)
  const [first, second] = [await draft(), await draft()]
  await schedule(first)
  await runUntil(isSent(first.id))
  await schedule(second)
  expect(await runUntil(waiting(second.id))).toEqual([])
  const [held, ...others] = await outcomes(second.id)
  expect(others).toEqual([])
  expect(held).toMatchObject({ outcome: 'postponed', reason: 'daily_cap', people: recipientCount })
  const [{ is_tomorrow: isTomorrow }] = (await db.sql(
    `select $1::timestamptz at time zone 'Asia/Jerusalem' = date_trunc('day', now() at time zone 'Asia/Jerusalem') + interval '1 day' as is_tomorrow`,
    [(held as { waits_until: string }).waits_until],
  )) as [{ is_tomorrow: boolean }]
  expect(isTomorrow).toBe(true)
  expect(await statusOf(second.id)).toBe('sending')
  expect(
    await db.as(as.owner, `select distinct outcome, reason from campaign_people where campaign_id = $1`, [second.id]),
  ).toEqual([{ outcome: 'postponed', reason: 'daily_cap' }])
  // A job that runs before the next day changes nothing, even after a pause.
  await steer(second.id, 'pause')
  await steer(second.id, 'resume')
  expect(await runUntil(waiting(second.id))).toEqual([])
  await advanceOneDay(second.id)
  const late = await runUntil(isSent(second.id))
  expect(new Set(late.map(({ to }) => to)).size).toBe(recipientCount)
  expect(late).toHaveLength(recipientCount)
  expect(await outcomes(second.id)).toEqual([
    { outcome: 'sent', reason: null, people: recipientCount, waits_until: null },
  ])
  await db.sql(uncapped)
})

test('a weekly preference postpones a recipient to the next week in Israel time', async () => {
  await capped(2, 30)
  await db.sql(`insert into mail_preferences (email, at_most_weekly) values ('reader1@example.com', true)`)
  const [first, second] = [await draft(), await draft()]
  await schedule(first)
  await runUntil(isSent(first.id))
  await schedule(second)
  const sent = await runUntil(async (queued) => queued.length === recipientCount - 1 && waiting(second.id)())
  expect(sent.map(({ to }) => to)).not.toContain('reader1@example.com')
  const [, held] = await outcomes(second.id)
  expect(held).toMatchObject({ outcome: 'postponed', reason: 'weekly_cap', people: 1 })
  const [{ dow, hour, days }] = (await db.sql(
    `select extract(dow from at)::int as dow, extract(hour from at)::int as hour, ceil(extract(epoch from at - now() at time zone 'Asia/Jerusalem') / 86400)::int as days
     from (select $1::timestamptz at time zone 'Asia/Jerusalem' as at) next`,
    [(held as { waits_until: string }).waits_until],
  )) as [{ dow: number; hour: number; days: number }]
  expect([dow, hour]).toEqual([0, 0])
  expect(days).toBeLessThanOrEqual(7)
  await db.sql('delete from mail_preferences')
  await db.sql(uncapped)
})

test('a recipient who is still over the cap a week after the start is skipped and listed', async () => {
  await capped(1, 30)
  const [first, second] = [await draft(), await draft()]
  await schedule(first)
  await runUntil(isSent(first.id))
  await schedule(second)
  await runUntil(waiting(second.id))
  await db.sql(
    `update scheduled_messages set planned_at = now() - interval '8 days', send_at = now() where context_id = $1`,
    [second.id],
  )
  await jobOf(second.id)
  expect(await runUntil(isSent(second.id))).toEqual([])
  expect(await outcomes(second.id)).toEqual([
    { outcome: 'skipped', reason: 'daily_cap', people: recipientCount, waits_until: null },
  ])
  await db.sql(uncapped)
})

test('cancelling while recipients are postponed sends no further message', async () => {
  await capped(1, 30)
  const [first, second] = [await draft(), await draft()]
  await schedule(first)
  await runUntil(isSent(first.id))
  await schedule(second)
  await runUntil(waiting(second.id))
  await steer(second.id, 'cancel')
  await advanceOneDay(second.id)
  expect(await outcomes(second.id)).toEqual([
    { outcome: 'canceled', reason: null, people: recipientCount, waits_until: null },
  ])
  await db.sql(uncapped)
})
