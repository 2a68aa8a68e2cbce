// Push messages to clients, from the mail of a message rule to a real HTTP receiver, through trigger, runner and
// outbox.
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { areMessagesHeld } from '#features/messages/sender/held-now.server.ts'
import { pushToClient } from '#features/notifications/client-push.server.ts'
import { pushSubscriptions, sealedPushTargets } from '#features/notifications/push-subscriptions.server.ts'
import { createFunctions } from '#kernel/functions/dispatch.ts'
import { type Db, inTransaction } from '#kernel/postgres/transaction.ts'
import { createSealing, makeSealingKey } from '#platform/sealing/sealing.server.ts'
import { makeActors } from '../../test/actors.ts'
import { testDatabase } from '../../test/database.ts'
import { eventually } from '../../test/eventually.ts'
import { startPushService } from '../../test/push-service.ts'
import { startPushWorker } from '../../test/push-worker.ts'

const db = await testDatabase()
const { ids } = await makeActors(db)
const { received, target, stop } = await startPushService()
const sealFor = createSealing([makeSealingKey()])
const log = pino({ level: 'silent' })
afterAll(stop)

const id = async (sql: string, values?: unknown[]) => (await db.sql<{ id: string }>(sql, values))[0]!.id
await db.sql(
  'update message_settings set quiet_nights = false, quiet_shabbat = false, quiet_holidays = false, quiet_memorial = false',
)
const home = await id(`insert into households (name) values ('משפחת לוי') returning id`)
const partnerUser = await id(`insert into auth.users (email) values ('partner@example.com') returning id`)
await db.sql(`insert into user_roles (user_id, role) values ($1, 'client')`, [partnerUser])
const member = (user: string) =>
  id(
    `insert into contacts (first_name, household_id, household_role, client_user_id) values ('נועה', $1, 'partner', $2) returning id`,
    [home, user],
  )
const [noa, partner] = [await member(ids.client), await member(partnerUser)]

const addBrowser = (user: string, surface = 'portal') =>
  id(
    `insert into push_subscriptions (user_id, endpoint_hash, sealed, surface)
     values ($1, encode(sha256(gen_random_uuid()::text::bytea), 'hex'), $2, $3) returning id`,
    [user, sealFor(sealedPushTargets.purpose).close(user, target), surface],
  )

/** Inserts a mail of a message rule to a contact, already accepted by the mail server. */
async function mailed(rule: string, contact: string, outcome: object = {}, purpose?: string): Promise<string> {
  const scheduled = await id(
    `insert into scheduled_messages (idempotency_key, contact_id, purpose, context_type, context_id, rule_id, status)
     select $1, $2, r.purpose, r.context_type, $3, r.id, 'sending' from message_rules r where r.key = $4 returning id`,
    [randomUUID(), contact, randomUUID(), rule],
  )
  const mail = randomUUID()
  const message = await id(
    `insert into messages (scheduled_id, contact_id, purpose, to_value, subject, body_hash, mail_id)
     select s.id, s.contact_id, coalesce($3, s.purpose), 'noa@example.com',
       case when $3 = 'marketing' then 'פרסומת: ' else '' end || 'המסמך ״תלוש של נועה״ חזר', 'x', $2 from scheduled_messages s where s.id = $1 returning id`,
    [scheduled, mail, purpose ?? null],
  )
  await db.sql('select record_mail_outcomes($1)', [JSON.stringify([{ mail, ...outcome }])])
  return message
}

const asService = <T>(work: (own: Db) => Promise<T>) => inTransaction(db.authenticator, { role: 'service_role' }, work)
const run = (message: string) =>
  pushToClient({ asService, isQuiet: (own) => areMessagesHeld(own) })({ message }, {} as never)
/** The subscriptions that have a queued push message. */
const queued = async () =>
  (
    await db.sql<{ to: string; payload: object }>(
      `select to_address as "to", payload from mail.outbox where channel = 'push' order by created_at`,
    )
  ).map(({ to, payload }) => ({ to, ...payload }))
const enqueued = async () =>
  (
    await db.sql<{ n: number }>(
      `select count(*)::int as n from graphile_worker.jobs where task_identifier = 'push_to_client'`,
    )
  )[0]!.n

beforeEach(async () => {
  await db.sql(`delete from push_subscriptions`)
  await db.sql(`delete from mail.outbox`)
  await db.sql(`delete from graphile_worker._private_jobs where key like 'push_to_client:%'`)
})

test.each([
  ['thread.unread', 'הודעה חדשה באזור האישי', '/client-portal/messages', false],
  ['appointment.reminder_day', 'תזכורת לפגישה', '/client-portal/meetings', false],
  ['appointment.reminder_hour', 'תזכורת לפגישה', '/client-portal/meetings', true],
  ['document.returned', 'עדכון על מסמך באזור האישי', '/client-portal/documents', false],
  ['stage.opened', 'עדכון בדרך שלכם באזור האישי', '/client-portal/process', false],
  ['plan.ahead', 'עדכון על תשלום באזור האישי', '/client-portal/payments', false],
])('the mail %s causes a push message without any of its text', async (rule, body, path, isUrgent) => {
  const browser = await addBrowser(ids.client)
  const message = await mailed(rule, noa)
  expect(await enqueued()).toBe(1)
  await run(message)
  expect(await queued()).toEqual([{ to: browser, title: expect.any(String), body, path, tag: message, isUrgent }])
})

test('a portal mail is pushed neither to the recipient’s partner nor to a CRM browser', async () => {
  const [own] = [await addBrowser(ids.client), await addBrowser(partnerUser), await addBrowser(ids.client, 'crm')]
  await run(await mailed('thread.unread', noa))
  expect((await queued()).map(({ to }) => to)).toEqual([own])
})

test('advertising is not pushed, whatever its template', async () => {
  await addBrowser(ids.client)
  const message = await mailed('thread.unread', noa, {}, 'marketing')
  expect(await enqueued()).toBe(0)
  await run(message)
  expect(await queued()).toEqual([])
})

test('a browser subscribed by another user gets a new id, so that the browser receives no queued message of the first user', async () => {
  const { invoke } = createFunctions({ pool: db.authenticator, functions: [pushSubscriptions(sealFor)], log })
  const switchOn = async (user: string) => {
    const call = { action: 'add', surface: 'portal', endpoint: 'https://fcm.googleapis.com/fcm/send/shared' }
    const caller = { userId: user, claims: { role: 'authenticated', sub: user } }
    await invoke('push-subscriptions', { ...call, keys: target.keys }, { caller })
    return id('select id from push_subscriptions')
  }
  const first = await switchOn(ids.client)
  expect(await switchOn(ids.client)).toBe(first)
  await run(await mailed('thread.unread', noa))
  expect((await queued()).map(({ to }) => to)).toEqual([first])
  expect(await switchOn(partnerUser)).not.toBe(first)
})

test('nothing is pushed without a subscribed browser, for a rejected mail, or for a mail of another kind', async () => {
  await mailed('thread.unread', noa)
  await addBrowser(ids.client)
  await mailed('thread.unread', noa, { refused: 'no such mailbox' })
  expect(await enqueued()).toBe(0)
  await run(await mailed('process.anniversary', noa))
  expect(await queued()).toEqual([])
})

test('nothing is pushed during quiet hours of the business, or after the client role was removed', async () => {
  await addBrowser(partnerUser)
  const message = await mailed('appointment.reminder_day', partner)
  await db.sql(`insert into closed_days (name, from_on, until_on) values ('חופשה', current_date - 2, current_date + 2)`)
  await run(message)
  await db.sql('delete from closed_days')
  await db.sql('update user_roles set is_active = false where user_id = $1', [partnerUser])
  await run(message)
  expect(await queued()).toEqual([])
  await db.sql('update user_roles set is_active = true where user_id = $1', [partnerUser])
  await run(message)
  expect(await queued()).toHaveLength(1)
})

test('erasing a client who is also staff removes only the push subscriptions of the portal', async () => {
  await db.sql(`insert into user_roles (user_id, role) values ($1, 'client')`, [ids.sales])
  const both = await member(ids.sales)
  await addBrowser(ids.sales)
  const desktop = await addBrowser(ids.sales, 'crm')
  await db.sql('select anonymise_person($1)', [both])
  expect(await db.sql('select id from push_subscriptions')).toEqual([{ id: desktop }])
})

test('a client can subscribe a browser of the portal but not of the CRM, and staff vice versa', async () => {
  const { invoke } = createFunctions({ pool: db.authenticator, functions: [pushSubscriptions(sealFor)], log })
  const call = (user: string, surface: string) =>
    invoke(
      'push-subscriptions',
      { action: 'add', surface, endpoint: `https://fcm.googleapis.com/fcm/send/${user}`, keys: target.keys },
      { caller: { userId: user, claims: { role: 'authenticated', sub: user } } },
    )
  await call(ids.client, 'portal')
  await call(ids.coach, 'crm')
  for (const [user, surface] of [
    [ids.client, 'crm'],
    [ids.coach, 'portal'],
    [ids.stranger, 'portal'],
  ] as const)
    await expect(call(user, surface)).rejects.toMatchObject({ code: 'not_allowed' })
  expect(await db.sql('select user_id, surface from push_subscriptions order by surface')).toEqual([
    { user_id: ids.coach, surface: 'crm' },
    { user_id: ids.client, surface: 'portal' },
  ])
})

test("after a mail is sent, the runner delivers its push message to the client's browser", async () => {
  const worker = await startPushWorker(db, sealFor)
  try {
    await addBrowser(ids.client)
    const message = await mailed('thread.unread', noa)
    await eventually(async () => expect(received).toHaveLength(1))
    expect(received[0]).toMatchObject({
      content: { body: 'הודעה חדשה באזור האישי', path: '/client-portal/messages', tag: message },
    })
    expect(JSON.stringify(received[0]!.content)).not.toContain('תלוש')
  } finally {
    await worker.stop()
  }
})
