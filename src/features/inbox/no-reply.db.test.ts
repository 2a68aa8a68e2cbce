// Marking a thread as needing no reply.
import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const id = async (sql: string, values?: unknown[]) => (await db.sql<{ id: string }>(sql, values))[0]!.id

async function openedBy(owner: string) {
  const contact = await id(`insert into contacts (first_name, owner_id) values ('דנה', $1) returning id`, [owner])
  const thread = await id('insert into threads (contact_id) values ($1) returning id', [contact])
  return {
    contact,
    thread,
    write: (by: 'client' | 'staff', minutesAgo: number) =>
      db.sql(
        `insert into thread_messages (thread_id, author_kind, body, created_at) values ($1, $2, 'תודה!', now() - make_interval(mins => $3))`,
        [thread, by, minutesAgo],
      ),
    settle: (actor: keyof typeof as, until: string | null) =>
      db.as(as[actor], 'select settle_thread($1, $2)', [thread, until]),
    /** The thread as listed in the inbox. */
    shown: async () =>
      (
        await db.as<{ waits: boolean; last_message_at: string }>(
          as.owner,
          'select waits, last_message_at::text from inbox_threads() where id = $1',
          [thread],
        )
      )[0]!,
    lines: () =>
      db.sql(`select type, actor_id from activities where contact_id = $1 and type = 'thread.settled'`, [contact]),
  }
}
async function noticesOf(contact: string) {
  await db.sql('select write_due_notices()')
  return db.sql(`select from notifications where type = 'contact_request.unanswered' and related_entity_id = $1`, [
    contact,
  ])
}

test('a settled thread is not unanswered until the client writes again', async () => {
  const { settle, shown, write, lines } = await openedBy(ids.coach)
  await write('client', 30)
  expect(await shown()).toMatchObject({ waits: true })
  await settle('coach', (await shown()).last_message_at)
  expect(await shown()).toMatchObject({ waits: false })
  expect(await lines()).toEqual([{ type: 'thread.settled', actor_id: ids.coach }])
  await write('client', 20)
  expect(await shown()).toMatchObject({ waits: true })
})

test('a message that the colleague has not seen remains unanswered', async () => {
  const { settle, shown, write } = await openedBy(ids.coach)
  await write('client', 30)
  const { last_message_at: seen } = await shown()
  await write('client', 20)
  await settle('coach', seen)
  expect(await shown()).toMatchObject({ waits: true })
})

test('a settled message causes no notification, and a later message does', async () => {
  const { contact, settle, shown, write } = await openedBy(ids.coach)
  await write('client', 61)
  await settle('sales', (await shown()).last_message_at)
  expect(await noticesOf(contact)).toEqual([])
  await write('client', 60)
  expect(await noticesOf(contact)).toHaveLength(1)
})

test('the undo marks the thread as unanswered again, and leaves no entry in the timeline', async () => {
  const { settle, shown, write, lines } = await openedBy(ids.coach)
  await write('client', 30)
  await settle('owner', (await shown()).last_message_at)
  await settle('owner', null)
  expect(await shown()).toMatchObject({ waits: true })
  expect(await lines()).toEqual([])
})

test('settling an answered or already settled thread is refused', async () => {
  const { settle, shown, write } = await openedBy(ids.coach)
  await write('client', 30)
  await settle('owner', (await shown()).last_message_at)
  await expect(settle('coach', 'now')).rejects.toMatchObject({ message: 'thread_not_waiting' })
  await write('client', 20)
  await write('staff', 10)
  await expect(settle('coach', 'now')).rejects.toMatchObject({ message: 'thread_not_waiting' })
})

test.each(['content', 'client', 'stranger'] as const)('%s cannot settle a thread', async (actor) => {
  const { settle, write } = await openedBy(ids.coach)
  await write('client', 30)
  await expect(settle(actor, 'now')).rejects.toMatchObject({ message: 'not_allowed' })
})

test('a coach cannot settle a thread of a colleague’s contact', async () => {
  const { settle, write } = await openedBy(ids.sales)
  await write('client', 30)
  await expect(settle('coach', 'now')).rejects.toMatchObject({ message: 'thread_gone' })
})

test('clients can read their thread without its settled state', async () => {
  const { contact, thread, write, settle, shown } = await openedBy(ids.coach)
  await db.sql('update contacts set client_user_id = $2 where id = $1', [contact, ids.client])
  await write('client', 30)
  await settle('coach', (await shown()).last_message_at)
  expect(await db.as(as.client, 'select id from threads where id = $1', [thread])).toEqual([{ id: thread }])
  await expect(db.as(as.client, 'select settled_until from threads')).rejects.toMatchObject({ code: '42501' })
  const until = 'select private.thread_settled_until($1) is null as hidden'
  expect(await db.as(as.client, until, [thread])).toEqual([{ hidden: true }])
  expect(await db.as(as.coach, until, [thread])).toEqual([{ hidden: false }])
})
