// Counts of the health page.
import { beforeEach, expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { as } = await makeActors(db)

beforeEach(async () => void (await db.sql('delete from scheduled_messages')))

let serial = 0
async function message(status: string, at: string, more: { context?: string; waits?: string; skip?: string } = {}) {
  const [row] = await db.sql<{ id: string }>(
    `insert into scheduled_messages (idempotency_key, purpose, context_type, context_id, to_value, status, send_at, waits_because, skip_reason)
     values ($1, 'service', $2, gen_random_uuid(), 'a@example.com', $3, now() + $4::interval, $5, $6) returning id`,
    [`health:${serial++}`, more.context ?? 'process', status, at, more.waits ?? null, more.skip ?? null],
  )
  return row!.id
}
const sent = (id: string, what: 'bounced_at' | 'complained_at' | 'delivered_at') =>
  db.sql(
    `insert into messages (scheduled_id, purpose, to_value, subject, body_hash, sent_at, ${what})
     values ($1, 'service', 'a@example.com', 'שלום', 'x', now(), now())`,
    [id],
  )

test('due messages are counted with the age of the oldest, excluding campaign messages and future messages', async () => {
  await message('scheduled', '-20 minutes')
  await message('scheduled', '-5 minutes')
  await message('scheduled', '1 hour')
  await message('scheduled', '-3 days', { context: 'campaign' })
  const [health] = await db.as<{ age: string }>(
    as.owner,
    'select due::int, of_campaigns::int, round(extract(epoch from now() - oldest_due_at) / 60) as age from message_health()',
  )
  expect(health).toMatchObject({ due: 2, of_campaigns: 1 })
  expect(Number(health!.age)).toBeGreaterThanOrEqual(20)
  expect(Number(health!.age)).toBeLessThan(60)
})

test('a message held by quiet hours is neither due nor late', async () => {
  await message('held_quiet', '-20 hours', { waits: 'quiet_hours' })
  expect(await db.as(as.owner, 'select due::int, oldest_due_at from message_health()')).toEqual([
    { due: 0, oldest_due_at: null },
  ])
})

test('bounces, complaints and refusals of the week are counted', async () => {
  await sent(await message('sent', '-1 hour'), 'bounced_at')
  await sent(await message('sent', '-1 hour'), 'complained_at')
  await sent(await message('failed', '-1 hour'), 'complained_at')
  await sent(await message('sent', '-1 hour'), 'delivered_at')
  const [health] = await db.as(
    as.owner,
    'select sent::int, bounced::int, complained::int, failed::int from message_health()',
  )
  expect(health).toEqual({ sent: 4, bounced: 1, complained: 2, failed: 1 })
})

test('a mail refused by the server because of its address counts as sent and bounced, not as failed', async () => {
  await db.sql(
    `insert into messages (scheduled_id, purpose, to_value, subject, body_hash, bounced_at, error)
     values ($1, 'service', 'a@example.com', 'שלום', 'x', now(), '550 no such user')`,
    [await message('failed', '-1 hour')],
  )
  const [health] = await db.as(as.owner, 'select sent::int, bounced::int, failed::int from message_health()')
  expect(health).toEqual({ sent: 1, bounced: 1, failed: 0 })
})

test('reasons are counted for waiting messages and for messages skipped in the last 7 days', async () => {
  await message('held_quiet', '2 hours', { waits: 'quiet_hours' })
  await message('skipped', '-1 hour', { skip: 'no_consent' })
  await message('skipped', '-1 day', { skip: 'no_consent' })
  await message('skipped', '-9 days', { skip: 'no_consent' })
  const counts = await db.as(
    as.owner,
    'select is_waiting, reason, messages::int from message_reason_counts() order by 1',
  )
  expect(counts).toEqual([
    { is_waiting: false, reason: 'no_consent', messages: 2 },
    { is_waiting: true, reason: 'quiet_hours', messages: 1 },
  ])
})

test('a caller without access to messages gets zero', async () => {
  await message('scheduled', '-20 minutes')
  expect(await db.as(as.content, 'select due::int, oldest_due_at from message_health()')).toEqual([
    { due: 0, oldest_due_at: null },
  ])
})
