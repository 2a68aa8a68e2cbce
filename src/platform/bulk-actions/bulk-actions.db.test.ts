import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { testKernel } from '../../../test/kernel-app.ts'
import type { UndoneBulk } from './bulk-actions.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)

type Person = { id: string; owner_id: string | null; version: number }
type Entry = { id: string; version: number; was: object }

async function people(count: number, owner: string | null = null) {
  const rows = await db.sql<{ id: string }>(
    `insert into contacts (first_name, owner_id) select 'נועה', $2 from generate_series(1, $1) returning id`,
    [count, owner],
  )
  return rows.map(({ id }) => id)
}
const read = (contactIds: string[]) =>
  db.sql<Person>('select id, owner_id, version from contacts where id = any ($1) order by id', [contactIds])

/** Imitates a module's bulk function: updates rows and logs the previous values. */
async function give(claims: (typeof as)['owner'], contactIds: string[], owner: string) {
  const [batch] = await db.as<{ id: string; rows: Entry[] }>(
    claims,
    `select bulk.note('contacts', $2, jsonb_build_object('rows', done.rows)) as id, done.rows
     from (select bulk_set('contacts', $1, $2) as rows offset 0) done`,
    [contactIds, { owner_id: owner }],
  )
  return { batch: batch!.id, rows: batch!.rows }
}
const undo = async (claims: (typeof as)['owner'], batch: string) =>
  (await db.as<{ undone: UndoneBulk }>(claims, 'select undo_bulk($1) as undone', [batch]))[0]!.undone

test('undoing a bulk action restores every row exactly', async () => {
  const contactIds = [...(await people(2)), ...(await people(1, ids.coach))]
  const { batch, rows } = await give(as.owner, contactIds, ids.sales)
  expect(rows).toHaveLength(3)
  expect((await read(contactIds)).map(({ owner_id }) => owner_id)).toEqual(Array(3).fill(ids.sales))

  expect(await undo(as.owner, batch)).toEqual({ restored: 3, left: 0, left_names: [] })
  const owners = (await read(contactIds)).map(({ owner_id }) => owner_id)
  expect(owners.filter((owner) => owner === null)).toHaveLength(2)
  expect(owners).toContain(ids.coach)
})

test('a row that already has the value is not logged as changed', async () => {
  const contactIds = await people(1, ids.sales)
  expect((await give(as.owner, contactIds, ids.sales)).rows).toEqual([])
})

test('undo skips a row changed since the bulk action, and returns its name', async () => {
  const contactIds = await people(2)
  const { batch } = await give(as.admin, contactIds, ids.sales)
  await db.sql(`update contacts set first_name = 'תמר' where id = $1`, [contactIds[0]])
  expect(await undo(as.admin, batch)).toEqual({ restored: 1, left: 1, left_names: ['תמר'] })
  expect((await read([contactIds[0]!]))[0]).toMatchObject({ owner_id: ids.sales })
})

test('a bulk action can be undone only once', async () => {
  const { batch } = await give(as.owner, await people(1), ids.sales)
  await undo(as.owner, batch)
  await expect(undo(as.owner, batch)).rejects.toThrow('bulk_already_undone')
})

test('a row the caller may not update is not changed', async () => {
  const contactIds = [...(await people(1)), ...(await people(1, ids.coach))]
  const { rows } = await give(as.coach, contactIds, ids.sales)
  expect(rows.map(({ id }) => id)).toEqual([contactIds[1]])
})

test('undo writes only columns of the table that are granted to the caller', async () => {
  const contactIds = await people(1)
  const set = (columns: object) => db.as(as.owner, `select bulk_set('contacts', $1, $2)`, [contactIds, columns])
  await expect(set({ client_user_id: ids.client })).rejects.toThrow('permission denied')
  await expect(set({ 'version = 1; --': 1 })).rejects.toThrow('does not exist')
})

const sales = await give(as.sales, await people(1), ids.coach)
const cases: [action: string, sql: string, actors: string][] = [
  ['read a bulk change of sales', `select from bulk_changes where id = '${sales.batch}'`, 'owner admin sales'],
  [
    'insert into the undo log directly',
    `insert into bulk_changes (entity, change, before) values ('contacts', '{}', '{}') returning id`,
    'no role',
  ],
  [
    'mark a bulk change of sales as undone',
    `update bulk_changes set undone_at = now() where id = '${sales.batch}' returning id`,
    'owner admin sales',
  ],
  ['update the undo log', `update bulk_changes set before = '{}' where id = '${sales.batch}' returning id`, 'no role'],
  ['delete from the undo log', `delete from bulk_changes where id = '${sales.batch}' returning id`, 'no role'],
]
test.each(cases)('roles that may %s', async (_, sql, actor) => {
  expect(await whoMay(db, as, sql)).toBe(actor)
})

test('the logging function is not callable over the API', async () => {
  const { app, tokens } = await testKernel(db)
  const token = await tokens.sign({ ...as.sales, aud: 'authenticated' }, 600)
  const note = { entity: 'contacts', change: {}, before: { rows: [{ id: ids.sales, was: { deleted_at: 'now' } }] } }
  const ask = async (profile: string) => {
    const headers = { apikey: tokens.anonKey, authorization: `Bearer ${token}`, 'content-profile': profile }
    const answer = await app.inject({ method: 'POST', url: '/rest/v1/rpc/note', headers, payload: note })
    return answer.json<{ code: string }>().code
  }
  expect(await ask('public')).toBe('PGRST202')
  expect(await ask('bulk')).toBe('PGRST106')
})

test('the bulk action of another user is not found', async () => {
  await expect(undo(as.coach, sales.batch)).rejects.toThrow('bulk_not_found')
})
