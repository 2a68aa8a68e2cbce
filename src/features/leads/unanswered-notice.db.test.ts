// The notification of an unanswered request, or of an unanswered portal message.
import { readFile } from 'node:fs/promises'
import { beforeEach, expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids } = await makeActors(db)
const id = async (sql: string, values?: unknown[]) => (await db.sql<{ id: string }>(sql, values))[0]!.id

beforeEach(async () => {
  await db.sql('delete from contact_requests')
  await db.sql('delete from threads')
})

async function addRequest(minutesAgo: number) {
  const contact = await id(`insert into contacts (first_name, owner_id) values ('נועה', $1) returning id`, [ids.sales])
  const task = await id(`insert into tasks (name, contact_id) values ('לחזור אל נועה', $1) returning id`, [contact])
  await db.sql(
    `insert into contact_requests (contact_id, task_id, name, topic, words_hash, created_at)
     values ($1, $2, 'נועה', 'שיחת היכרות', 'x', now() - make_interval(mins => $3))`,
    [contact, task, minutesAgo],
  )
  return { contact, task }
}
async function noticed() {
  await db.sql('select write_due_notices()')
  const rows = await db.sql(`select user_id, severity, related_entity_id as contact from notifications
    where type = 'contact_request.unanswered'`)
  await db.sql('delete from notifications')
  return rows
}

test('a request unanswered for an hour sends one high-severity notification to its assignee', async () => {
  await addRequest(59)
  expect(await noticed()).toEqual([])
  const { contact } = await addRequest(61)
  expect(await noticed()).toEqual([{ user_id: ids.sales, severity: 'high', contact }])
  expect(await noticed()).toEqual([])
})

test.each<[what: string, reply: (known: { contact: string; task: string }) => Promise<unknown>]>([
  [
    'a colleague called',
    ({ contact }) =>
      db.sql(`insert into activities (type, actor_kind, actor_id, contact_id) values ('call', 'user', $1, $2)`, [
        ids.sales,
        contact,
      ]),
  ],
  ['its task is done', ({ task }) => db.sql(`update tasks set status = 'Done' where id = $1`, [task])],
  [
    'the contact was deleted',
    ({ contact }) => db.sql('update contacts set deleted_at = now() where id = $1', [contact]),
  ],
])('no notice of a request is sent when %s', async (_, reply) => {
  await reply(await addRequest(61))
  expect(await noticed()).toEqual([])
})

const contactId = () =>
  id(`insert into contacts (first_name, last_name, owner_id) values ('דנה', 'כהן', $1) returning id`, [ids.sales])
const opened = (contact: string) => id('insert into threads (contact_id) values ($1) returning id', [contact])
const write = (thread: string, by: 'client' | 'staff', minutesAgo: number) =>
  id(
    `insert into thread_messages (thread_id, author_kind, body, created_at)
     values ($1, $2, 'מתי נפגשים?', now() - make_interval(mins => $3)) returning id`,
    [thread, by, minutesAgo],
  )

test("a client's portal message unanswered for an hour sends one notification, and another one after a reply", async () => {
  const contact = await contactId()
  const thread = await opened(contact)
  await write(thread, 'client', 59)
  expect(await noticed()).toEqual([])
  await db.sql('delete from thread_messages')
  const notice = { user_id: ids.sales, severity: 'high', contact }
  await write(thread, 'client', 600)
  await write(thread, 'client', 590)
  expect(await noticed()).toEqual([notice])
  await write(thread, 'client', 500)
  expect(await noticed()).toEqual([])
  await write(thread, 'staff', 400)
  expect(await noticed()).toEqual([])
  await write(thread, 'client', 61)
  expect(await noticed()).toEqual([notice])
})

test('automatic messages do not count as a reply to a request or a portal message', async () => {
  const writeAutomatically = (thread: string) =>
    db.sql(
      `insert into thread_messages (thread_id, author_kind, body, is_automatic) values ($1, 'staff', 'ביקשנו את חתימתכם', true)`,
      [thread],
    )
  const { contact: ofRequest } = await addRequest(61)
  await writeAutomatically(await opened(ofRequest))
  const contact = await contactId()
  const thread = await opened(contact)
  await write(thread, 'client', 61)
  await writeAutomatically(thread)
  const notice = { user_id: ids.sales, severity: 'high' }
  expect(await noticed()).toEqual(
    expect.arrayContaining([
      { ...notice, contact },
      { ...notice, contact: ofRequest },
    ]),
  )
})

test.each<[what: string, reply: (contact: string, thread: string) => Promise<unknown>]>([
  ['a colleague answered', (_, thread) => write(thread, 'staff', 30)],
  [
    'a colleague called',
    (contact) =>
      db.sql(`insert into activities (type, actor_kind, actor_id, contact_id) values ('call', 'user', $1, $2)`, [
        ids.sales,
        contact,
      ]),
  ],
  ['the contact was deleted', (contact) => db.sql('update contacts set deleted_at = now() where id = $1', [contact])],
  [
    'the rule is switched off',
    () => db.sql(`update message_rules set is_active = false where key = 'contact_request.unanswered'`),
  ],
])('no notice of a portal message is sent when %s', async (_, reply) => {
  const contact = await contactId()
  const thread = await opened(contact)
  await write(thread, 'client', 61)
  await reply(contact, thread)
  expect(await noticed()).toEqual([])
})

test('the migration renames the rule, unless the owner has renamed it', async () => {
  const update = await readFile(new URL('unanswered-name.tables.sql', import.meta.url), 'utf8')
  const name = async () =>
    (await db.sql<{ name: string }>(`select name from message_rules where key = 'contact_request.unanswered'`))[0]!.name
  expect(await name()).toBe('פנייה מהאתר או הודעה באזור האישי שעוד לא נענתה')
  await db.sql(`update message_rules set name = 'מחכים לנו' where key = 'contact_request.unanswered'`)
  await db.sql(update)
  expect(await name()).toBe('מחכים לנו')
})
