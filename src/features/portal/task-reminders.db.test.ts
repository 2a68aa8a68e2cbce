// Reminders of clients' tasks: one mail for all open tasks of a day.
import { beforeEach, expect, test } from 'vitest'
import type { RenderMail } from '#features/email-templates/email-templates.ts'
import { composeMessage } from '#features/messages/sender/compose-message.server.ts'
import { sendBatch } from '#features/messages/sender/send-batch.server.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { dayOf } from '#lib/time/dates.ts'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { composeTaskMails } from './task-mails.server.ts'

const db = await testDatabase()
const { ids } = await makeActors(db)
const id = async (sql: string, values?: unknown[]) => (await db.sql<{ id: string }>(sql, values))[0]!.id

const renderMail: RenderMail = async ({ kind, values, link }) => ({
  subject: kind,
  html: link ?? '',
  text: (values as { taskName: string }).taskName,
})
const compose = composeMessage({
  compose: composeTaskMails({
    renderMail,
    makeActionLink: async (_db, { entityId }) => `http://site.test/tick/${entityId}`,
    siteUrl: 'http://site.test',
  }),
})

const home = await id(`insert into households (name) values ('כהן') returning id`)
async function client(name: string, user: string) {
  const contact = await id(
    `insert into contacts (first_name, household_id, household_role, client_user_id) values ($1, $2, 'partner', $3) returning id`,
    [name, home, user],
  )
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary) values ($1, 'email', $2, $2, true)`,
    [contact, `${user}@example.com`],
  )
  return { id: contact, email: `${user}@example.com` }
}
const [noa, itay] = [await client('נועה', ids.client), await client('איתי', ids.stranger)]

beforeEach(async () => {
  await db.sql('delete from tasks')
  await db.sql('delete from scheduled_messages')
})

/** A winter day in the future, so that no clock change falls within a test. */
const day = (n: number) => `2041-01-${String(10 + n).padStart(2, '0')}`
const task = (name: string, due: number | string, shared: string | null = 'client') =>
  id('insert into tasks (name, contact_id, shared_with, due_date) values ($1, $2, $3, $4) returning id', [
    name,
    noa.id,
    shared,
    typeof due === 'number' ? day(due) : due,
  ])
const planned = (taskId: string) =>
  db.sql<{ key: string; at: string; days: number; status: string }>(
    `select r.key, to_char(s.planned_at at time zone 'Asia/Jerusalem', 'HH24:MI') as at, s.status,
       (s.planned_at at time zone 'Asia/Jerusalem')::date - t.due_date as days
     from scheduled_messages s join message_rules r on r.id = s.rule_id join tasks t on t.id = s.context_id
     where s.context_id = $1 and s.contact_id = $2 order by s.planned_at, s.created_at`,
    [taskId, noa.id],
  )
/** Sends the messages of a rule as if they were due. */
async function send(key: string) {
  await db.sql('delete from mail.outbox')
  await db.sql(
    `update scheduled_messages s set send_at = now() - interval '1 minute' from message_rules r
     where r.id = s.rule_id and r.key = $1 and s.status = 'scheduled'`,
    [key],
  )
  await inTransaction(db.authenticator, { role: 'service_role' }, (tx) =>
    sendBatch(tx, { most: 50, now: new Date('2026-11-24T12:00:00+02:00'), compose }),
  )
  return db.sql<{ to: string; html: string; text: string }>(
    `select to_address as "to", html, text from mail.outbox order by to_address = $1 desc`,
    [noa.email],
  )
}

test('reminders of a task are scheduled for the morning of the day before, of the due date, and two days later', async () => {
  expect(await planned(await task('תלוש שכר', 5))).toEqual([
    { key: 'task.soon', at: '09:00', days: -1, status: 'scheduled' },
    { key: 'task.due', at: '09:00', days: 0, status: 'scheduled' },
    { key: 'task.late', at: '09:00', days: 2, status: 'scheduled' },
  ])
})

test('the link in the mail of a single task completes it; the mail of several tasks names the first and links to the portal', async () => {
  const first = await task('תלוש שכר', 5)
  expect(await send('task.soon')).toEqual([{ to: noa.email, html: `http://site.test/tick/${first}`, text: 'תלוש שכר' }])
  for (const name of ['תדפיסים', 'ביטוחים']) await task(name, 5)
  expect(await send('task.due')).toEqual([
    { to: noa.email, html: 'http://site.test/client-portal', text: 'תלוש שכר, ועוד שתי משימות' },
  ])
})

test('completing, hiding or deleting a task cancels its reminder, and the next task of the day replaces it', async () => {
  const [first, second] = [await task('תלוש שכר', 5), await task('תדפיסים', 5)]
  expect(await planned(second)).toEqual([])
  await db.sql(`update tasks set status = 'Done' where id = $1`, [first])
  expect((await planned(first)).map(({ status }) => status)).toEqual(['canceled', 'canceled', 'canceled'])
  expect(await send('task.soon')).toMatchObject([{ text: 'תדפיסים' }])
  await db.sql('update tasks set shared_with = null where id = $1', [second])
  expect(await send('task.due')).toEqual([])
})

test('a task that is moved to another day gets its reminder on that day', async () => {
  const moved = await task('תלוש שכר', 5)
  await db.sql('update tasks set due_date = $2 where id = $1', [moved, day(9)])
  expect((await planned(moved)).map(({ days, status }) => [days, status])).toEqual([
    [-1, 'scheduled'],
    [0, 'scheduled'],
    [2, 'scheduled'],
  ])
})

test('both partners are reminded of a shared task, and an internal task schedules no reminder', async () => {
  await task('פגישת כסף ביתית', 5, 'household')
  await task('הכנת שיקוף', 6, null)
  expect((await send('task.soon')).map(({ to }) => to)).toEqual([noa.email, itay.email])
})

test('a reminder that quiet hours delay from the day before to the due date is replaced by the due date’s reminder', async () => {
  const today = await task('תלוש שכר', dayOf(new Date()))
  await db.sql(
    `update scheduled_messages s set status = 'scheduled', skip_reason = null from message_rules r
     where r.id = s.rule_id and r.key = 'task.soon'`,
  )
  await send('task.soon')
  expect((await planned(today))[0]).toMatchObject({ key: 'task.soon', status: 'skipped' })
})
