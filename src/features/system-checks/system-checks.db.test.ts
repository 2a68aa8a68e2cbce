import { expect, test } from 'vitest'
import { type Db, inTransaction } from '#kernel/postgres/transaction.ts'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { recordCheck } from './system-checks.server.ts'

const db = await testDatabase()
await makeActors(db)
const now = new Date()
const mailed: { kind: string; values: object; link: string }[] = []
const parts = {
  siteUrl: 'https://beit.example',
  mails: { send: async (_: Db, mail: (typeof mailed)[number]) => void mailed.push(mail) },
}
const record = (free: number, place = 'one') =>
  inTransaction(db.authenticator, { role: 'service_role' }, (tx) =>
    recordCheck(tx, { kind: 'disk', facts: { free, total: 1_000_000_000 }, place }, now, parts as never),
  )
const notices = () =>
  db.sql(`select title, severity from notifications where type = 'system.alarm' order by created_at, severity`)
const stored = () => db.sql('select place, is_ok, failures from system_checks order by place')

test('the second consecutive failure raises an alarm by notification and mail, and later failures do not repeat it', async () => {
  await record(50_000_000)
  expect([await notices(), mailed]).toEqual([[], []])
  await record(50_000_000)
  await record(40_000_000)
  expect(await notices()).toEqual([{ title: 'המערכת צריכה טיפול', severity: 'critical' }])
  expect(mailed).toHaveLength(1)
  expect(mailed[0]).toMatchObject({ kind: 'system_alarm', link: 'https://beit.example/crm/settings?tab=status' })
  expect(JSON.stringify(mailed[0])).toContain('מקום בדיסק')
  expect(await stored()).toEqual([{ place: 'one', is_ok: false, failures: 3 }])
})

test('recovery is notified once, and a single failure without an alarm is not', async () => {
  await record(500_000_000)
  await record(500_000_000)
  expect((await notices()).at(-1)).toEqual({ title: 'התקלה הסתיימה', severity: 'low' })
  expect(await notices()).toHaveLength(2)
  await record(1)
  await record(500_000_000)
  expect(await notices()).toHaveLength(2)
  expect(mailed).toHaveLength(1)
})

test("disks are checked per machine: a healthy one does not clear another's alarm", async () => {
  await record(1, 'two')
  await record(500_000_000, 'one')
  await record(1, 'two')
  expect(mailed).toHaveLength(2)
  expect(await stored()).toEqual([
    { place: 'one', is_ok: true, failures: 0 },
    { place: 'two', is_ok: false, failures: 2 },
  ])
})

test('a calendar that its host must reconnect is shown without an alarm, because the host is notified', async () => {
  const before = (await notices()).length
  const check = { kind: 'calendar' as const, facts: { connected: 1, broken: 1 } }
  for (let i = 0; i < 3; i++)
    await inTransaction(db.authenticator, { role: 'service_role' }, (tx) => recordCheck(tx, check, now, parts as never))
  expect(await db.sql(`select is_ok, failures from system_checks where kind = 'calendar'`)).toEqual([
    { is_ok: false, failures: 3 },
  ])
  expect([(await notices()).length, mailed.length]).toEqual([before, 2])
})
