import { beforeEach, expect, test } from 'vitest'
import type { ProductMail } from '#features/email-templates/email-templates.ts'
import { inTransaction, type Db } from '#kernel/postgres/transaction.ts'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { sendStaffDigests } from './staff-digest.server.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const asService = <T>(work: (db: Db) => Promise<T>) => inTransaction(db.authenticator, { role: 'service_role' }, work)
const addressOf = async (user: string) =>
  (await db.sql<{ email: string }>('select email from auth.users where id = $1', [user]))[0]!.email

type Digest = Extract<ProductMail, { kind: 'staff_digest' }>
async function sendAt(at: string) {
  const sent: Digest[] = []
  const mails = {
    send: async (_: Db, mail: ProductMail) => {
      sent.push(mail as Digest)
      return 'id'
    },
  }
  await sendStaffDigests(asService, { mails, siteUrl: 'https://beit.example', now: new Date(at) })
  return sent.map(({ to, values }) => ({ to, ...values }))
}
const notify = (user: string, { type = 'contact_request.received', severity = 'medium', title = 'פנייה חדשה' } = {}) =>
  db.sql(`insert into notifications (user_id, type, title, message, severity) values ($1, $2, $3, 'נועה', $4)`, [
    user,
    type,
    title,
    severity,
  ])
const prefer = (user: string, type: string, { inApp = true, digest = true }) =>
  db.sql(`insert into notification_preferences (user_id, type, in_app, digest) values ($1, $2, $3, $4)`, [
    user,
    type,
    inApp,
    digest,
  ])

const monday = '2026-11-23T06:00:00Z'
const tuesday = '2026-11-24T06:00:00Z'

beforeEach(async () => {
  await db.sql('delete from notifications')
  await db.sql('delete from notification_preferences')
  await db.sql('delete from channel_notices')
  await db.sql('delete from staff_digests')
  await db.sql('delete from tasks')
})

test("a digest lists the user's unread notifications and tasks once, and the next one only new ones", async () => {
  await notify(ids.sales)
  await notify(ids.sales, { severity: 'high', title: 'תשלום שלא אושר' })
  await db.sql(
    `insert into tasks (name, user_id, due_date) values ('להתקשר לנועה', $1, '2026-11-23'), ('מחר', $1, '2026-11-24')`,
    [ids.sales],
  )
  const [mail, ...others] = await sendAt(monday)
  expect(others).toEqual([])
  expect(mail).toMatchObject({ to: await addressOf(ids.sales), digestSummary: 'שתי התראות, משימה אחת' })
  expect(mail!.digestNotices).toBe('מה חדש:\nתשלום שלא אושר: נועה\nפנייה חדשה: נועה\n\nמשימות להיום:\nלהתקשר לנועה')
  expect(await sendAt(monday)).toEqual([])
  await db.sql(`update tasks set status = 'Done'`)
  expect(await sendAt(tuesday)).toEqual([])
  await notify(ids.sales, { title: 'המלצה' })
  expect(await sendAt('2026-11-24T08:00:00Z')).toEqual([])
  expect(await sendAt('2026-11-25T06:00:00Z')).toMatchObject([{ digestNotices: 'מה חדש:\nהמלצה: נועה' }])
})

test('notifications read or deleted in the bell are not in the digest', async () => {
  await notify(ids.sales, { title: 'נקראה' })
  await notify(ids.sales, { title: 'נמחקה' })
  await notify(ids.sales, { title: 'חדשה' })
  await db.as(as.sales, `update notifications set is_read = true where title = 'נקראה'`)
  await db.as(as.sales, `delete from notifications where title = 'נמחקה'`)
  expect(await sendAt(monday)).toMatchObject([{ digestNotices: 'מה חדש:\nחדשה: נועה' }])
})

test('a muted bell does not mute the digest of a notification type, nor the reverse', async () => {
  await prefer(ids.sales, 'contact_request.received', { inApp: false })
  await prefer(ids.sales, 'order.paid', { digest: false })
  await notify(ids.sales, { title: 'רק במייל' })
  await notify(ids.sales, { type: 'order.paid', title: 'רק בפעמון' })
  expect(await db.sql('select title from notifications')).toEqual([{ title: 'רק בפעמון' }])
  expect(await sendAt(monday)).toMatchObject([{ digestNotices: 'מה חדש:\nרק במייל: נועה' }])
})

test('a user who disabled the digest gets none, and clients never get one', async () => {
  await db.as(as.sales, 'insert into staff_digests (user_id, is_on) values ($1, false)', [ids.sales])
  await notify(ids.sales)
  await notify(ids.client)
  expect(await sendAt(monday)).toEqual([])
  expect(await db.sql('select from channel_notices')).toEqual([])
})

test("the digest uses the user's zone and skips closed days of the business", async () => {
  await db.as(as.sales, `insert into staff_digests (user_id, zone) values ($1, 'America/New_York')`, [ids.sales])
  await notify(ids.sales)
  expect(await sendAt(monday)).toEqual([])
  await db.sql(`insert into closed_days (name, from_on, until_on) values ('גישור', '2026-11-23', '2026-11-23')`)
  expect(await sendAt('2026-11-23T13:00:00Z')).toEqual([])
  await db.sql('delete from closed_days')
  expect(await sendAt('2026-11-23T13:00:00Z')).toHaveLength(1)
})

test('concurrent nodes send one digest', async () => {
  await notify(ids.sales)
  const sent = await Promise.all([sendAt(monday), sendAt(monday), sendAt(monday)])
  expect(sent.flat()).toHaveLength(1)
})

test("if sending fails, the notifications are in the next run's digest", async () => {
  await notify(ids.sales)
  const failing = { send: () => Promise.reject(new Error('broken template')) }
  await expect(sendStaffDigests(asService, { mails: failing, siteUrl: '', now: new Date(monday) })).rejects.toThrow(
    'broken template',
  )
  expect(await sendAt(monday)).toHaveLength(1)
})

test('users can read and change only their own digest settings', async () => {
  await db.as(as.sales, 'insert into staff_digests (user_id) values ($1)', [ids.sales])
  const own = `where user_id = '${ids.sales}'`
  expect(await whoMay(db, as, `select from staff_digests ${own}`)).toBe('sales')
  expect(await whoMay(db, as, `update staff_digests set is_on = false ${own} returning *`)).toBe('sales')
  expect(await whoMay(db, as, `update staff_digests set last_day = null ${own} returning *`)).toBe('no role')
})
