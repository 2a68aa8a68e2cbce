import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const id = async (sql: string, values?: unknown[]) => (await db.sql<{ id: string }>(sql, values))[0]!.id
const home = await id(`insert into households (name) values ('משפחת לוי') returning id`)
const partner = await id(`insert into auth.users (email) values ('partner@example.com') returning id`)
await db.sql(`insert into user_roles (user_id, role) values ($1, 'client')`, [partner])
const person = (user: string) =>
  id(
    `insert into contacts (first_name, household_id, household_role, client_user_id, owner_id) values ('נועה', $1, 'partner', $2, $3) returning id`,
    [home, user, ids.coach],
  )
const noa = await person(ids.client)
await person(partner)
const all = { ...as, partner: { role: 'authenticated', sub: partner } }

const open = async (actor: keyof typeof all, contact: string, isShared: boolean) =>
  (await db.as<{ id: string }>(all[actor], 'select open_thread($1, $2) as id', [contact, isShared]))[0]!.id
const write = (actor: keyof typeof all, thread: string, body = 'שלום') =>
  db.as(all[actor], 'insert into thread_messages (thread_id, body) values ($1, $2)', [thread, body])
const readers = async (thread: string) =>
  whoMay(db, all as typeof as, 'select from thread_messages where thread_id = $1', [thread])
const mails = (thread: string) =>
  db.sql<{ contact_id: string; status: string; minutes: number }>(
    `select contact_id, status, round(extract(epoch from planned_at - now()) / 60)::int as minutes from scheduled_messages
     where context_type = 'thread' and context_id = $1 order by created_at`,
    [thread],
  )

test('a private thread is readable by its client and the staff, a shared thread also by the partner', async () => {
  const own = await open('client', noa, false)
  const shared = await open('client', noa, true)
  expect(await open('partner', noa, true).catch((error: Error) => error.message)).toBe(shared)
  expect(await open('partner', noa, false).catch((error: Error) => error.message)).toBe('thread_gone')
  await write('client', own)
  await write('coach', shared)
  expect(await readers(own)).toBe('owner admin coach sales client')
  expect((await readers(shared)).split(' ').toSorted()).toEqual([
    'admin',
    'client',
    'coach',
    'owner',
    'partner',
    'sales',
  ])
  await expect(write('partner', own)).rejects.toMatchObject({ code: '42501' })
  await expect(write('content', shared)).rejects.toMatchObject({ code: '42501' })
})

test('a child of the household with an account can neither open nor read the thread of the partners', async () => {
  const user = await id(`insert into auth.users (email) values ('child@example.com') returning id`)
  await db.sql(`insert into user_roles (user_id, role) values ($1, 'client')`, [user])
  const child = await person(user)
  await db.sql(`update contacts set household_role = 'child' where id = $1`, [child])
  const claims = { role: 'authenticated', sub: user }
  const shared = await open('client', noa, true)
  await write('client', shared, 'בינינו')
  expect(await db.as(claims, 'select from thread_messages')).toEqual([])
  for (const contact of [child, noa])
    await expect(db.as(claims, 'select open_thread($1, true)', [contact])).rejects.toMatchObject({
      message: 'thread_gone',
    })
  await expect(
    db.as(claims, 'insert into thread_messages (thread_id, body) values ($1, $2)', [shared, 'אני']),
  ).rejects.toMatchObject({ code: '42501' })
  await db.sql('delete from contacts where id = $1', [child])
})

test('the author of a message is always the caller', async () => {
  const thread = await open('client', noa, false)
  await expect(
    db.as(as.client, `insert into thread_messages (thread_id, body, author_kind) values ($1, 'א', 'staff')`, [thread]),
  ).rejects.toMatchObject({ code: '42501' })
  await write('client', thread, 'שאלה')
  expect(await db.sql(`select author_id, author_kind from thread_messages where body = 'שאלה'`)).toEqual([
    { author_id: ids.client, author_kind: 'client' },
  ])
})

test('unread messages cause one mail after ten minutes, and reading them cancels it', async () => {
  const thread = await open('client', noa, false)
  await db.as(as.client, 'select mark_thread_read($1)', [thread])
  await write('coach', thread)
  await write('coach', thread)
  expect(await mails(thread)).toEqual([{ contact_id: noa, status: 'scheduled', minutes: 10 }])
  await db.as(as.client, 'select mark_thread_read($1)', [thread])
  expect(await mails(thread)).toMatchObject([{ status: 'canceled' }])
  await write('coach', thread)
  expect(await mails(thread)).toMatchObject([{ status: 'scheduled' }])
})

test('a household message is not announced to the partner who opened the thread and then left the household', async () => {
  const household = await id(`insert into households (name) values ('משפחת כהן') returning id`)
  const [leaver, stayer] = await Promise.all(
    ['leaver', 'stayer'].map(async (name) => {
      const user = await id('insert into auth.users (email) values ($1) returning id', [`${name}@example.com`])
      await db.sql(`insert into user_roles (user_id, role) values ($1, 'client')`, [user])
      return id(
        `insert into contacts (first_name, household_id, household_role, client_user_id) values ($1, $2, 'partner', $3) returning id`,
        [name, household, user],
      )
    }),
  )
  const thread = await id('insert into threads (contact_id, household_id) values ($1, $2) returning id', [
    leaver,
    household,
  ])
  await write('owner', thread)
  expect(new Set((await mails(thread)).map((mail) => mail.contact_id))).toEqual(new Set([leaver, stayer]))
  await db.sql('update contacts set household_id = null, household_role = null where id = $1', [leaver])
  await write('owner', thread)
  expect((await mails(thread)).filter(({ status }) => status === 'scheduled')).toMatchObject([{ contact_id: stayer }])
})

test('a message of a client causes one event, and one notification for the coach until it is read', async () => {
  const contact = await id(
    `insert into contacts (first_name, owner_id, client_user_id) values ('דן', $1, $2) returning id`,
    [ids.coach, ids.stranger],
  )
  await db.sql(`insert into user_roles (user_id, role) values ($1, 'client')`, [ids.stranger])
  const thread = await open('stranger', contact, false)
  await write('stranger', thread)
  await write('stranger', thread)
  expect(await db.sql(`select user_id from notifications where related_entity_id = $1`, [contact])).toEqual([
    { user_id: ids.coach },
  ])
  expect(
    await db.sql(`select payload from domain_events where contact_id = $1 and type = 'message.received'`, [contact]),
  ).toHaveLength(2)
  expect(
    await db.as(as.coach, `select unread::int, last_author from inbox_threads() where contact_id = $1`, [contact]),
  ).toEqual([{ unread: 2, last_author: 'client' }])
})

test('a message retried with the same id is inserted once, with one event', async () => {
  const thread = await open('client', noa, false)
  const [{ key } = { key: '' }] = await db.sql<{ key: string }>('select gen_random_uuid() as key')
  const send = () =>
    db.as(
      as.client,
      'insert into thread_messages (id, thread_id, body) values ($1, $2, $3) on conflict (id) do nothing',
      [key, thread, 'נכתב בלי רשת'],
    )
  await Promise.all([send(), send()])
  await send()
  expect(await db.sql('select body from thread_messages where id = $1', [key])).toEqual([{ body: 'נכתב בלי רשת' }])
  expect(await db.sql('select from domain_events where entity_id = $1', [key])).toHaveLength(1)
})
