// Scheduled messages of every context: keys, cancellation, and the checks at sending.
import { openPool } from '#kernel/postgres/connection.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { instantAt } from '#lib/time/dates.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { checkMessageDelivery } from './sender/delivery-check.server.ts'
import { sendBatch } from './sender/send-batch.server.ts'
import { sendMessages } from './sender/send-messages.server.ts'

const db = await testDatabase()
const { as } = await makeActors(db)
const worker = openPool(db.connect('worker'), 2)
afterAll(() => worker.end())

const noon = new Date('2026-11-24T12:00:00+02:00')
// A time after the database clock, which determines expiry and due messages.
const fridayAfternoon = new Date('2035-11-30T16:00:00+02:00')
const sundayMorning = new Date('2035-12-02T08:00:00+02:00')
const mail = { subject: 'פרסומת | שלום', html: '<p>שלום</p>', text: 'שלום' }

beforeEach(async () => {
  await db.sql('delete from mail.outbox')
  await db.sql('delete from scheduled_messages')
  await db.sql('delete from suppressions')
})

let made = 0
async function contact({ isAgreed = true } = {}) {
  const email = `person${made++}@example.com`
  const [{ id }] = (await db.sql<{ id: string }>(`insert into contacts (first_name) values ('נועה') returning id`)) as [
    { id: string },
  ]
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary) values ($1, 'email', $2, $2, true)`,
    [id, email],
  )
  if (isAgreed) await db.as(as.owner, `select record_consent($1, 'email', $2, 'grant', 'ביקשו בטלפון')`, [id, email])
  return { id, email }
}

type Plan = { key?: string; purpose?: string; at?: Date; until?: Date; context?: string }
async function schedule(to: string, { key, purpose = 'service', at, until, context }: Plan = {}) {
  const contextId = context ?? crypto.randomUUID()
  const [row] = await inService<{ id: string }>(
    `select private.schedule_message($1, $2, 'email', $3, null, 'process', $4, $5, $6) as id`,
    [
      key ?? `${purpose}:process:${contextId}:0:${to}`,
      to,
      purpose,
      contextId,
      at ?? new Date(Date.now() - 1000),
      until ?? null,
    ],
  )
  return row!.id
}
const inService = <Row>(sql: string, values: unknown[]) =>
  inTransaction(db.authenticator, { role: 'service_role' }, (tx) => tx.query<Row>(sql, values))

const send = (now: Date) =>
  inTransaction(db.authenticator, { role: 'service_role' }, (tx) =>
    sendBatch(tx, { most: 50, now, compose: async () => mail }),
  )
const stateOf = async (id: string) =>
  (
    await db.sql<{ status: string; skip_reason: string | null }>(
      'select status, skip_reason from scheduled_messages where id = $1',
      [id],
    )
  )[0]
const outbox = async () =>
  (await db.sql<{ to: string }>(`select to_address as "to" from mail.outbox order by 1`)).map(({ to }) => to)

test('a message scheduled twice under one key is sent once', async () => {
  const { id, email } = await contact()
  const first = await schedule(id, { key: 'service:process:1:0:x' })
  expect(await schedule(id, { key: 'service:process:1:0:x' })).toBe(first)
  await send(noon)
  await send(noon)
  expect(await outbox()).toEqual([email])
})

test('two concurrent transactions that schedule the same key create one message', async () => {
  const { id } = await contact()
  const ids = await Promise.all(Array.from({ length: 8 }, () => schedule(id, { key: 'service:process:2:0:x' })))
  expect(new Set(ids).size).toBe(1)
})

test('cancelling the messages of an entity also removes them from the outbox', async () => {
  const { id } = await contact()
  const context = crypto.randomUUID()
  const stored = await schedule(id, { context })
  await send(noon)
  const waiting = await schedule(id, { context, key: 'later', at: new Date(Date.now() + 86_400_000) })
  await inService(`select private.cancel_messages('process', $1, 'entity_changed')`, [context])
  for (const message of [stored, waiting])
    expect(await stateOf(message)).toEqual({ status: 'canceled', skip_reason: 'entity_changed' })
  const [{ mail_id: mailId }] = (await db.sql<{ mail_id: string }>('select mail_id from messages')) as [
    { mail_id: string },
  ]
  expect(await inTransaction(worker, undefined, (tx) => checkMessageDelivery(tx, [mailId], noon))).toEqual(
    new Map([[mailId, { refused: 'entity_changed' }]]),
  )
})

test.each<[what: string, purpose: string, why: string, act: (id: string, email: string) => Promise<unknown>]>([
  [
    'consent was withdrawn',
    'marketing',
    'no_consent',
    (id, email) => db.as(as.owner, `select record_consent($1, 'email', $2, 'withdraw', 'ביקשו בטלפון')`, [id, email]),
  ],
  [
    'the contact was marked do-not-contact',
    'service',
    'do_not_contact',
    (id) => db.sql('update contacts set do_not_contact = true where id = $1', [id]),
  ],
  [
    'the contact was moved to the bin',
    'transactional',
    'gone',
    (id) => db.sql('update contacts set deleted_at = now() where id = $1', [id]),
  ],
  [
    'the address was removed',
    'service',
    'no_email',
    (id) => db.sql('delete from contact_points where contact_id = $1', [id]),
  ],
  [
    'the address was blocked for legal reasons',
    'service',
    'legal',
    (_, email) => db.sql(`insert into suppressions (value_norm, reason) values ($1, 'legal')`, [email]),
  ],
])('a message is skipped with a reason when %s after it was scheduled', async (_, purpose, reason, act) => {
  const { id, email } = await contact()
  const message = await schedule(id, { purpose })
  await act(id, email)
  await send(noon)
  expect(await stateOf(message)).toEqual({ status: 'skipped', skip_reason: reason })
  // The reason as shown on the contact page and in the message search.
  expect(await db.as(as.owner, 'select outcome, skip_reason from message_log where id = $1', [message])).toEqual([
    { outcome: 'skipped', skip_reason: reason },
  ])
  expect(await outbox()).toEqual([])
})

test('erasing a contact deletes its waiting messages', async () => {
  const { id } = await contact()
  const message = await schedule(id)
  await db.sql('select anonymise_person($1)', [id])
  await send(noon)
  expect(await stateOf(message)).toBeUndefined()
  expect(await outbox()).toEqual([])
})

test('of two advertisements to one contact that are due together, the second is postponed by the cap', async () => {
  const { id, email } = await contact()
  const messages = [
    await schedule(id, { purpose: 'marketing', key: 'one sequence' }),
    await schedule(id, { purpose: 'marketing', key: 'another sequence' }),
  ]
  await send(noon)
  await send(noon)
  expect(await outbox()).toEqual([email])
  const waits = await db.sql<{ status: string; waits_because: string | null }>(
    'select status, waits_because from scheduled_messages where id = any ($1) order by status',
    [messages],
  )
  expect(waits).toEqual([
    { status: 'scheduled', waits_because: 'daily_cap' },
    { status: 'sending', waits_because: null },
  ])
})

test('many advertisements without an address are skipped in one batch', async () => {
  const messages: string[] = []
  for (let i = 0; i < 3; i++) {
    const { id } = await contact()
    messages.push(await schedule(id, { purpose: 'marketing' }))
    await db.sql('delete from contact_points where contact_id = $1', [id])
  }
  await send(noon)
  for (const message of messages) expect(await stateOf(message)).toEqual({ status: 'skipped', skip_reason: 'no_email' })
})

test('the message of a contact who is merged after scheduling is sent once, to the remaining contact', async () => {
  const [winner, loser] = [await contact(), await contact()]
  const message = await schedule(loser.id)
  await db.as(
    as.owner,
    'select merge_contacts(w.id, l.id, w.version, l.version) from contacts w, contacts l where w.id = $1 and l.id = $2',
    [winner.id, loser.id],
  )
  await send(noon)
  await send(noon)
  expect(await stateOf(message)).toEqual({ status: 'sending', skip_reason: null })
  expect(await db.sql('select contact_id from messages where scheduled_id = $1', [message])).toEqual([
    { contact_id: winner.id },
  ])
  expect(await outbox()).toHaveLength(1)
})

test('a message past its expiry is skipped', async () => {
  const { id } = await contact()
  const message = await schedule(id, { purpose: 'transactional', until: new Date(Date.now() - 1) })
  await send(noon)
  expect(await stateOf(message)).toEqual({ status: 'skipped', skip_reason: 'expired' })
})

test.each([
  ['Friday afternoon', fridayAfternoon, sundayMorning],
  ['the eve of the Day of Atonement', '2027-10-10T16:00:00+03:00', '2027-10-12T08:00:00+03:00'],
  ['the eve of a holiday before a Saturday', '2026-09-11T16:00:00+03:00', '2026-09-14T08:00:00+03:00'],
])('from %s a deferrable message is held until the next working morning', async (_, from, end) => {
  const { id, email } = await contact()
  const marketing = await schedule(id, { purpose: 'marketing' })
  const service = await schedule(id)
  const receipt = await schedule(id, { purpose: 'transactional' })
  const { until } = await send(new Date(from))
  expect(until).toEqual(new Date(end))
  expect(await stateOf(marketing)).toMatchObject({ status: 'held_quiet' })
  expect(await stateOf(service)).toMatchObject({ status: 'held_quiet' })
  expect(await stateOf(receipt)).toMatchObject({ status: 'sending' })
  const [{ waits }] = (await db.sql<{ waits: { until: string }[] }>(
    'select waits from scheduled_messages where id = $1',
    [marketing],
  )) as [{ waits: { until: string }[] }]
  expect(waits).toEqual([expect.objectContaining({ reason: 'quiet_hours' })])
  expect(new Date(waits[0]!.until)).toEqual(new Date(end))
  await send(new Date(end))
  expect(await outbox()).toEqual([email, email, email])
})

test.each([
  ['skip', '2025-03-28', '02:30', '2025-03-28T00:30:00Z'],
  ['repeat', '2025-10-26', '01:30', '2025-10-25T23:30:00Z'],
])(
  'a message at a local time that the clocks %s is held until the morning and sent once',
  async (_, day, time, instant) => {
    const at = instantAt(day, time)
    expect(at).toEqual(new Date(instant))
    const { id, email } = await contact()
    const message = await schedule(id, { at })
    const hour = 3_600_000
    for (const now of [-hour, 0, hour, 2 * hour]) {
      await send(new Date(at.getTime() + now))
      expect(await stateOf(message)).toMatchObject({ status: 'held_quiet' })
    }
    for (let i = 0; i < 2; i++) await send(instantAt(day, '08:00'))
    expect(await outbox()).toEqual([email])
  },
)

test('a reminder that would be late is sent during quiet hours', async () => {
  const { id, email } = await contact()
  await schedule(id, { until: new Date(fridayAfternoon.getTime() + 3_600_000) })
  await send(fridayAfternoon)
  expect(await outbox()).toEqual([email])
})

test('a message that cannot be rendered is skipped, and the others are sent', async () => {
  const [bad, good] = [await contact(), await contact()]
  const broken = await schedule(bad.id)
  await schedule(good.id)
  await inTransaction(db.authenticator, { role: 'service_role' }, (tx) =>
    sendBatch(tx, {
      most: 50,
      now: noon,
      async compose(_, message) {
        if (message.to === bad.email) throw new Error('a field is missing')
        return mail
      },
    }),
  )
  expect(await stateOf(broken)).toEqual({ status: 'skipped', skip_reason: 'not_rendered' })
  expect(await outbox()).toEqual([good.email])
})

test('a held message schedules the sender at the end of quiet hours, and a later message at its send time', async () => {
  const { id } = await contact()
  await schedule(id)
  const later = new Date(sundayMorning.getTime() + 86_400_000)
  await schedule(id, { key: 'later', at: later })
  const wakes = async () =>
    (
      await db.sql<{ key: string; run_at: Date }>(
        `select key, run_at from graphile_worker.jobs where key like 'send_messages:%' order by run_at`,
      )
    ).map(({ run_at: at }) => at.getTime())
  expect(await wakes()).toContain(later.getTime())
  const task = sendMessages({
    pool: db.authenticator,
    compose: async () => mail,
    now: () => fridayAfternoon,
  })
  await task({}, { id: '1', attempt: 1, pool: worker })
  expect(await wakes()).toContain(sundayMorning.getTime())
})

test('changing a rule succeeds even if its messages belong to more entities than the server has locks', async () => {
  const [rule] = await db.sql<{ id: string; context_type: string }>(
    `select id, context_type from message_rules where key = 'process.review_request'`,
  )
  await db.sql(
    `insert into scheduled_messages (idempotency_key, channel, purpose, context_type, context_id, rule_id, to_value, planned_at, send_at)
     select 'many:' || n, 'email', 'service', $2, gen_random_uuid(), $1, n || '@example.com', now() + interval '1 day', now() + interval '1 day'
     from generate_series(1, 20000) n`,
    [rule!.id, rule!.context_type],
  )
  await db.sql('update message_rules set offset_minutes = offset_minutes + 60 where id = $1', [rule!.id])
  expect(
    await db.sql(
      'select status, skip_reason, count(*)::int as n from scheduled_messages where rule_id = $1 group by 1, 2',
      [rule!.id],
    ),
  ).toEqual([{ status: 'canceled', skip_reason: 'entity_changed', n: 20_000 }])
})
