import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { testKernel } from '../../../test/kernel-app.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const { app, tokens } = await testKernel(db)
const id = async (sql: string, values?: unknown[]) => (await db.sql<{ id: string }>(sql, values))[0]!.id

/** Creates a user with a role. */
async function account(email: string, role: string) {
  const user = await id('insert into auth.users (email) values ($1) returning id', [email])
  await db.sql('insert into user_roles (user_id, role) values ($1, $2)', [user, role])
  return user
}
const users = {
  ...ids,
  partner: await account('partner@example.com', 'client'),
  otherClient: await account('other@example.com', 'client'),
  otherCoach: await account('other-coach@example.com', 'coach'),
}
type Person = keyof typeof users
const all = {
  ...as,
  partner: { role: 'authenticated', sub: users.partner },
  otherClient: { role: 'authenticated', sub: users.otherClient },
  otherCoach: { role: 'authenticated', sub: users.otherCoach },
}

const home = await id(`insert into households (name) values ('משפחת לוי') returning id`)
const person = (user: string, owner: string, household: string | null) =>
  id(
    `insert into contacts (first_name, household_id, household_role, client_user_id, owner_id)
     values ('נועה', $1, case when $1::uuid is not null then 'partner' end, $2, $3) returning id`,
    [household, user, owner],
  )
const noa = await person(users.client, users.coach, home)
// The partner's contact belongs to another coach, who cannot read the first partner's threads.
const partner = await person(users.partner, users.otherCoach, home)
const stranger = await person(users.otherClient, users.otherCoach, null)

const open = async (person: Person, contact: string, isShared: boolean) =>
  (await db.as<{ id: string }>(all[person], 'select open_thread($1, $2) as id', [contact, isShared]))[0]!.id
const own = await open('client', noa, false)
const shared = await open('client', noa, true)
const partnersOwn = await open('partner', partner, false)

async function upload(person: Person, key: string, type = 'application/pdf') {
  const token = await tokens.sign({ role: 'authenticated', sub: users[person], aud: 'authenticated' }, 600)
  const answer = await app.inject({
    method: 'POST',
    url: `/storage/v1/object/files/${key}`,
    headers: { apikey: tokens.anonKey, authorization: `Bearer ${token}`, 'content-type': type },
    payload: '%PDF-1.7',
  })
  return answer.statusCode
}
const announce = async (person: Person, contact: string, thread: string) => {
  const key = crypto.randomUUID()
  await db.as(all[person], `insert into files (id, contact_id, name, thread_id) values ($1, $2, 'תלוש.pdf', $3)`, [
    key,
    contact,
    thread,
  ])
  return key
}
async function stored(person: Person, contact: string, thread: string) {
  const key = await announce(person, contact, thread)
  expect(await upload(person, key)).toBe(200)
  await db.as(all[person], 'select note_file_stored($1)', [key])
  return key
}
async function send(person: Person, thread: string, files: readonly string[], message: string = crypto.randomUUID()) {
  await db.as(all[person], `select send_message_with_files($1, $2, 'מצורף', $3)`, [message, thread, files])
  return message
}
const sees = async (file: string) =>
  (await whoMay(db, all, `select from files where id = '${file}'`)).split(' ').toSorted().join(' ')
const downloads = async (file: string) =>
  (await whoMay(db, all, `select from storage.objects where bucket_id = 'files' and name = '${file}'`))
    .split(' ')
    .toSorted()
    .join(' ')

test.each([
  ['a private thread of a client', 'client', noa, own, 'admin client coach owner sales'],
  ['a private thread, from the coach', 'coach', noa, own, 'admin client coach owner sales'],
  ['a private thread of the partner', 'partner', partner, partnersOwn, 'admin otherCoach owner partner sales'],
  ['the shared thread, from the client', 'client', noa, shared, 'admin client coach owner partner sales'],
  ['the shared thread, from the partner', 'partner', partner, shared, 'admin client coach owner partner sales'],
  ['the shared thread, from the coach', 'coach', noa, shared, 'admin client coach owner partner sales'],
] as const)(
  'the row and bytes of a file in %s are readable by the readers of the thread only',
  async (_thread, person, contact, thread, readers) => {
    const file = await stored(person, contact, thread)
    expect(await sees(file)).toBe(person)
    await send(person, thread, [file])
    expect(await sees(file)).toBe(readers)
    expect(await downloads(file)).toBe(readers)
  },
)

test.each([
  ['the private thread of the partner', 'client', noa, partnersOwn],
  ['a thread of another household', 'otherClient', stranger, shared],
  ['a thread of another coach’s client', 'otherCoach', noa, own],
  ['the own thread under the contact of the partner', 'client', partner, shared],
  ['a thread of a client, by the editor of the site', 'content', noa, own],
] as const)('a file is refused in %s', async (_what, person, contact, thread) => {
  await expect(announce(person, contact, thread)).rejects.toMatchObject({ code: '42501' })
})

test('a file of a thread is accessible through its thread only', async () => {
  await expect(
    db.as(
      all.client,
      `insert into files (contact_id, name, thread_id, shared_with) values ($1, 'א.pdf', $2, 'household')`,
      [noa, own],
    ),
  ).rejects.toMatchObject({ constraint: 'message_file_shared_twice' })
  const file = await stored('coach', noa, own)
  await send('coach', own, [file])
  await expect(
    db.as(all.owner, `update files set shared_with = 'household' where id = $1`, [file]),
  ).rejects.toMatchObject({ constraint: 'message_file_shared_twice' })
})

test('a message accepts up to five files that the caller uploaded to its thread, each only once', async () => {
  const uploaded = await stored('client', noa, shared)
  const refused = async (thread: string, files: readonly string[], person: Person = 'client') => {
    const message = crypto.randomUUID()
    const error = await send(person, thread, files, message).catch((failure: Error) => failure.message)
    expect(await db.sql('select from thread_messages where id = $1', [message])).toEqual([])
    return error
  }
  expect(await refused(shared, [await announce('client', noa, shared)])).toBe('message_file_missing')
  expect(await refused(shared, [uploaded], 'partner')).toBe('message_file_missing')
  expect(await refused(own, [uploaded])).toBe('message_file_missing')
  expect(await refused(partnersOwn, [uploaded])).toBe('thread_gone')
  expect(await refused(shared, [uploaded], 'content')).toBe('thread_gone')
  expect(
    await refused(
      shared,
      Array.from({ length: 6 }, () => crypto.randomUUID()),
    ),
  ).toBe('too_many_message_files')
  await send('client', shared, [uploaded])
  expect(await refused(shared, [uploaded])).toBe('message_file_missing')
})

test('a message with files that is retried with the same id is inserted once', async () => {
  const file = await stored('client', noa, own)
  const message = crypto.randomUUID()
  await Promise.all([send('client', own, [file], message), send('client', own, [file], message)])
  await send('client', own, [file], message)
  expect(await db.sql('select thread_message_id from files where id = $1', [file])).toEqual([
    { thread_message_id: message },
  ])
  expect(await db.sql('select from domain_events where entity_id = $1', [message])).toHaveLength(1)
})

test('a disallowed file type is refused, and a message’s file has no entry in the timeline', async () => {
  expect(await upload('client', await announce('client', noa, own), 'text/html')).not.toBe(200)
  const file = await stored('client', noa, own)
  await send('client', own, [file])
  expect(await db.sql('select from activities where related_id = $1', [file])).toEqual([])
})

test('deleting a message deletes its files and their bytes; clients can neither delete nor change files', async () => {
  const file = await stored('client', noa, own)
  const message = await send('client', own, [file])
  expect(await db.as(all.client, 'update files set deleted_at = now() where id = $1 returning id', [file])).toEqual([])
  await expect(db.as(all.client, 'delete from files where id = $1', [file])).rejects.toMatchObject({ code: '42501' })
  await db.sql('delete from thread_messages where id = $1', [message])
  expect(await db.sql('select from files where id = $1', [file])).toEqual([])
  expect(await db.sql(`select from storage.objects where name = $1`, [file])).toEqual([])
})

test('a file that a colleague removed is inaccessible to the client, and remains in the bin', async () => {
  const file = await stored('coach', noa, own)
  await send('coach', own, [file])
  await db.as(all.coach, 'update files set deleted_at = now() where id = $1', [file])
  expect(await sees(file)).toBe('admin coach owner sales')
  expect(await downloads(file)).toBe('no role')
})

test('the data download of a client contains the files of their threads, and none of the partner’s private thread', async () => {
  const files = {
    own: await stored('client', noa, own),
    partners: await stored('partner', partner, shared),
    secret: await stored('partner', partner, partnersOwn),
  }
  await send('client', own, [files.own])
  await send('partner', shared, [files.partners])
  await send('partner', partnersOwn, [files.secret])
  const [{ files: exported } = { files: [] }] = await db.as<{ files: { id: string }[] }>(
    all.client,
    `select my_data() -> 'files' as files`,
  )
  const has = (file: string) => exported.some((one) => one.id === file)
  expect([has(files.own), has(files.partners), has(files.secret)]).toEqual([true, true, false])
})

test('uploaded files that were not sent within a day are deleted', async () => {
  const [old, recent, sent] = [
    await stored('client', noa, own),
    await stored('client', noa, own),
    await stored('client', noa, own),
  ]
  await send('client', own, [sent])
  await db.sql(`update files set created_at = now() - interval '25 hours' where id = any ($1)`, [[old, sent]])
  await db.sql('select prune_unsent_files()')
  expect(
    (await db.sql<{ id: string }>('select id from files where id = any ($1)', [[old, recent, sent]]))
      .map((row) => row.id)
      .toSorted(),
  ).toEqual([recent, sent].toSorted())
})

test('the erasure of a partner deletes their attachments, but not those that others sent to the household', async () => {
  const files = {
    erased: await stored('client', noa, shared),
    unsent: await stored('client', noa, shared),
    staff: await stored('coach', noa, shared),
    partners: await stored('partner', partner, shared),
  }
  await send('client', shared, [files.erased])
  await send('coach', shared, [files.staff])
  await send('partner', shared, [files.partners])
  await db.sql('select anonymise_person($1)', [noa])
  const remaining = await db.sql<{ id: string }>('select id from files where id = any ($1)', [Object.values(files)])
  expect(remaining.map((row) => row.id).toSorted()).toEqual([files.staff, files.partners].toSorted())
  expect(await db.sql('select name from storage.objects where name = $1', [files.erased])).toEqual([])
})
