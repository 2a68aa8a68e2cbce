// Push messages from a notification to a real HTTP receiver, through trigger, runner and outbox.
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { mayPush } from '#features/notifications/push-notice.server.ts'
import {
  pushSubscriptions,
  getOrCreatePushKeys,
  sealedPushKeys,
  sealedPushTargets,
} from '#features/notifications/push-subscriptions.server.ts'
import { hashKey } from '#lib/hash-key.ts'
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
const { service, received, target, stop } = await startPushService()
const sealFor = createSealing([makeSealingKey()])
const log = pino({ level: 'silent' })
const worker = await startPushWorker(db, sealFor)
afterAll(async () => {
  await worker.stop()
  stop()
})

const asService = <T>(work: (own: Db) => Promise<T>) => inTransaction(db.authenticator, { role: 'service_role' }, work)
const { invoke } = createFunctions({ pool: db.authenticator, functions: [pushSubscriptions(sealFor)], log })
const caller = { userId: ids.sales, claims: { role: 'authenticated', sub: ids.sales } }
const call = (body: object) => invoke('push-subscriptions', body, { caller })

test('a subscription is stored with an encrypted endpoint, and only its user can remove it', async () => {
  const endpoint = 'https://fcm.googleapis.com/fcm/send/secret-of-the-browser'
  expect(await call({ action: 'add', endpoint, keys: target.keys })).toEqual({ publicKey: expect.any(String) })
  await call({ action: 'add', endpoint, keys: target.keys })
  const rows = await db.sql<{ user_id: string; sealed: Buffer }>('select user_id, sealed from push_subscriptions')
  expect(rows).toMatchObject([{ user_id: ids.sales }])
  expect(rows[0]!.sealed.toString('latin1')).not.toContain('secret-of-the-browser')
  await expect(call({ action: 'add', endpoint: 'https://169.254.169.254/x', keys: target.keys })).rejects.toMatchObject(
    { code: 'unknown_push_service' },
  )
  await call({ action: 'remove', endpoint })
  expect(await db.sql('select from push_subscriptions')).toEqual([])
})

test('above ten subscriptions per surface the oldest one is removed', async () => {
  const keys = target.keys
  const endpoint = (n: number | string) => `https://fcm.googleapis.com/fcm/send/browser-${n}`
  const stored = async () =>
    new Set(
      (await db.sql<{ hash: string }>('select endpoint_hash as hash from push_subscriptions')).map((row) => row.hash),
    )
  await db.sql(
    `insert into push_subscriptions (user_id, endpoint_hash, sealed, surface) values ($1, $2, '', 'portal')`,
    [ids.sales, hashKey(endpoint('portal'))],
  )
  const all = Array.from({ length: 11 }, (_, n) => n)
  for (const n of all) {
    await call({ action: 'add', endpoint: endpoint(n), keys })
    await db.sql(`update push_subscriptions set created_at = created_at - interval '1 hour' where surface = 'crm'`)
  }
  expect(await stored()).toEqual(new Set([...all.slice(1), 'portal'].map((n) => hashKey(endpoint(n)))))
  // Simulates an old subscription of another user that has just been renewed.
  await db.sql(
    `insert into push_subscriptions (user_id, endpoint_hash, sealed, created_at) values ($1, $2, '', now() - interval '1 year')`,
    [ids.owner, hashKey(endpoint('passed on'))],
  )
  await call({ action: 'add', endpoint: endpoint('passed on'), keys })
  expect(await stored()).toEqual(new Set([...all.slice(2), 'portal', 'passed on'].map((n) => hashKey(endpoint(n)))))
  await db.sql('delete from push_subscriptions')
})

test('two concurrent nodes create one key pair, and a changed sealing key replaces it', async () => {
  const keysOf = (seal = sealFor(sealedPushKeys.purpose)) => asService((own) => getOrCreatePushKeys(own, seal))
  await db.sql('delete from push_keys')
  const [one, other] = await Promise.all([keysOf(), keysOf()])
  expect(one).toEqual(other)
  expect(await keysOf(createSealing([makeSealingKey()])(sealedPushKeys.purpose))).not.toEqual(one)
})

test('a notification is pushed to the browser once, and an expired subscription is removed', async () => {
  const sealed = sealFor(sealedPushTargets.purpose).close(ids.sales, target)
  await db.sql('insert into push_subscriptions (user_id, endpoint_hash, sealed) values ($1, $2, $3)', [
    ids.sales,
    'a'.repeat(64),
    sealed,
  ])
  await db.sql(
    `insert into notification_preferences (user_id, type, in_app, digest, push) values ($1, 'order.paid', false, false, true)`,
    [ids.sales],
  )
  const notify = (type: string, severity: string, title: string) =>
    db.sql(
      `insert into notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id)
       values ($1, $2, $3, 'נועה', $4, 'contact', $5)`,
      [ids.sales, type, title, severity, ids.sales],
    )
  // A type without push is not sent, in whichever order the jobs run.
  await notify('contact_request.received', 'medium', 'פנייה')
  expect(await db.sql('select for_push from channel_notices')).toEqual([{ for_push: false }])
  await notify('calendar.broken', 'critical', 'היומן נותק')
  await eventually(async () => expect(received).toHaveLength(1))
  expect(received[0]).toMatchObject({
    content: { title: 'היומן נותק', body: 'נועה', path: `/crm/contacts/${ids.sales}`, tag: expect.any(String) },
    headers: { urgency: 'high' },
    subject: 'https://beit.example',
  })
  await eventually(async () =>
    expect(await db.sql(`select sent_at is not null as sent from mail.outbox where channel = 'push'`)).toEqual([
      { sent: true },
    ]),
  )
  // A user whose role was removed gets no message, not even a critical one.
  await db.sql('update user_roles set is_active = false where user_id = $1', [ids.sales])
  await db.sql('delete from channel_notices')
  await notify('calendar.broken', 'critical', 'אחרי העזיבה')
  expect(await db.sql('select from channel_notices')).toEqual([])
  await db.sql('update user_roles set is_active = true where user_id = $1', [ids.sales])

  service.answer = { status: 410, headers: {} }
  await notify('calendar.broken', 'critical', 'שוב')
  await eventually(async () => expect(await db.sql('select from push_subscriptions')).toEqual([]))
  expect(received).toHaveLength(1)
})

test('during quiet hours, on Saturday and on holidays only critical notifications are pushed', () => {
  const at = (time: string, severity = 'high', zone: string | null = null) => mayPush(new Date(time), zone, severity)
  expect(at('2026-11-23T08:00:00Z')).toBe(true)
  expect(at('2026-11-23T20:00:00Z')).toBe(false)
  expect(at('2026-11-23T20:00:00Z', 'high', 'America/New_York')).toBe(true)
  expect(at('2026-11-28T10:00:00Z')).toBe(false)
  expect(at('2026-09-21T10:00:00Z')).toBe(false)
  expect(at('2026-11-28T10:00:00Z', 'critical')).toBe(true)
})
