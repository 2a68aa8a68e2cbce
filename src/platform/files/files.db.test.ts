import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { testKernel } from '../../../test/kernel-app.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const { app, tokens } = await testKernel(db)
const tokenOf = (actor: keyof typeof ids) =>
  tokens.sign({ role: 'authenticated', sub: ids[actor], aud: 'authenticated' }, 600)
const id = async (sql: string, values?: unknown[]) => (await db.sql<{ id: string }>(sql, values))[0]!.id

const coachContact = await id(`insert into contacts (first_name, owner_id) values ('נועה', $1) returning id`, [
  ids.coach,
])
const clientContact = await id(`insert into contacts (first_name, client_user_id) values ('איתי', $1) returning id`, [
  ids.client,
])
const addFileFor = (contact: string) =>
  id(`insert into files (contact_id, name, uploaded_by, stored_at) values ($1, 'דוח.pdf', $2, now()) returning id`, [
    contact,
    ids.sales,
  ])
const coachFile = await addFileFor(coachContact)
const clientFile = await addFileFor(clientContact)
for (const key of [coachFile, clientFile])
  await db.sql(`insert into storage.objects (bucket_id, name, metadata) values ('files', $1, '{}')`, [key])

const add = (contact: string) => `insert into files (contact_id, name) values ('${contact}', 'א.pdf') returning *`
const bytes = (key: string) => `select from storage.objects where bucket_id = 'files' and name = '${key}'`
const cases: [action: string, sql: string, actors: string][] = [
  ['read a file of the coach’s contact', `select from files where id = '${coachFile}'`, 'owner admin coach sales'],
  ['read a file of the client', `select from files where id = '${clientFile}'`, 'owner admin sales'],
  ['download a file of the coach’s contact', bytes(coachFile), 'owner admin coach sales'],
  ['download a file of the client', bytes(clientFile), 'owner admin sales'],
  ['add a file to the coach’s contact', add(coachContact), 'owner admin coach sales'],
  ['add a file to the client', add(clientContact), 'owner admin sales'],
  [
    'add a file with another author',
    `insert into files (contact_id, name, uploaded_by) values ('${coachContact}', 'א.pdf', '${ids.owner}') returning *`,
    'no role',
  ],
  [
    'soft-delete a file of sales',
    `update files set deleted_at = now() where id = '${coachFile}' returning *`,
    'owner admin sales',
  ],
  ['delete a file permanently', `delete from files where id = '${coachFile}' returning *`, 'no role'],
  [
    'overwrite the bytes of another user’s file',
    `insert into storage.objects (bucket_id, name) values ('files', '${coachFile}x') returning 1`,
    'no role',
  ],
  [
    'delete the bytes directly in storage',
    `delete from storage.objects where bucket_id = 'files' returning *`,
    'no role',
  ],
]
for (const [action, sql, actors] of cases)
  test(`roles that may ${action}: ${actors}`, async () => {
    expect(await whoMay(db, as, sql)).toBe(actors)
  })

async function send(actor: keyof typeof ids, key: string, type = 'application/pdf', payload = '%PDF-1.7') {
  const answer = await app.inject({
    method: 'POST',
    url: `/storage/v1/object/files/${key}`,
    headers: { apikey: tokens.anonKey, authorization: `Bearer ${await tokenOf(actor)}`, 'content-type': type },
    payload,
  })
  return answer.statusCode
}
const announce = async (actor: 'coach' | 'sales' = 'coach') =>
  (
    await db.as<{ id: string }>(as[actor], `insert into files (contact_id, name) values ($1, 'דוח.pdf') returning id`, [
      coachContact,
    ])
  )[0]!.id

test('a file is uploaded once under its row and appears on the timeline; its size comes from the storage', async () => {
  const file = await announce()
  const note = () => db.as(as.coach, 'select size_bytes::int, mime_type from note_file_stored($1)', [file])
  await expect(note()).rejects.toMatchObject({ message: 'file_not_stored' })
  expect(await send('sales', file)).not.toBe(200)
  expect(await send('coach', file)).toBe(200)
  expect(await note()).toEqual([{ size_bytes: 8, mime_type: 'application/pdf' }])
  await expect(note()).rejects.toMatchObject({ message: 'file_not_stored' })
  expect(await send('coach', file)).not.toBe(200)
  expect(await db.sql('select type, title_cache, actor_id from activities where related_id = $1', [file])).toEqual([
    { type: 'file.added', title_cache: 'דוח.pdf', actor_id: ids.coach },
  ])
})

test.each([['text/html'], ['image/svg+xml'], ['application/x-msdownload']])(
  'an upload of %s is refused',
  async (type) => {
    const file = await announce()
    expect(await send('coach', file, type)).not.toBe(200)
  },
)

test('a deleted file cannot be downloaded, and a purged one leaves no bytes', async () => {
  const file = await announce()
  await send('coach', file)
  await db.as(as.coach, 'update files set deleted_at = now() where id = $1', [file])
  expect(await db.as(as.owner, bytes(file))).toEqual([])
  await db.sql('delete from files where id = $1', [file])
  expect(await db.sql(bytes(file))).toEqual([])
})

test('an upload that did not complete within a day is deleted with its bytes; others stay', async () => {
  const [failed, unnoted, recent, whole] = [await announce(), await announce(), await announce(), await announce()]
  for (const file of [unnoted, whole]) expect(await send('coach', file)).toBe(200)
  await db.as(as.coach, 'select note_file_stored($1)', [whole])
  await db.sql(`update files set created_at = now() - interval '25 hours' where id = any ($1)`, [
    [failed, unnoted, whole],
  ])
  await db.as({ role: 'service_role' }, 'select prune_failed_uploads()')
  const remaining = await db.sql<{ id: string }>('select id from files where id = any ($1)', [
    [failed, unnoted, recent, whole],
  ])
  expect(remaining.map((row) => row.id).toSorted()).toEqual([recent, whole].toSorted())
  expect(await db.sql(bytes(unnoted))).toEqual([])
  expect(await db.sql(bytes(whole))).toHaveLength(1)
})
