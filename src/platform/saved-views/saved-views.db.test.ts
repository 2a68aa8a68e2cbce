import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)

async function view(owner: string, name: string, shared = false) {
  const [row] = await db.sql<{ id: string }>(
    `insert into saved_views (user_id, entity, name, shared) values ($1, 'contacts', $2, $3) returning id`,
    [owner, name, shared],
  )
  return row!.id
}
const coachView = await view(ids.coach, 'שלי')
const forAll = await view(ids.coach, 'לכולם', true)

const cases: [action: string, sql: string, actors: string][] = [
  ['read a private view of the coach', `select from saved_views where id = '${coachView}'`, 'coach'],
  [
    'read a shared view of the coach',
    `select from saved_views where id = '${forAll}'`,
    'owner admin coach sales content',
  ],
  [
    'save a view',
    `insert into saved_views (entity, name) values ('tasks', 'חדשה') returning id`,
    'owner admin coach sales content',
  ],
  [
    'rename a private view of the coach',
    `update saved_views set name = 'אחר' where id = '${coachView}' returning id`,
    'coach',
  ],
  [
    'rename a shared view of the coach',
    `update saved_views set name = 'אחר' where id = '${forAll}' returning id`,
    'owner admin coach',
  ],
  ['delete a private view of the coach', `delete from saved_views where id = '${coachView}' returning id`, 'coach'],
  [
    'delete a shared view of the coach',
    `delete from saved_views where id = '${forAll}' returning id`,
    'owner admin coach',
  ],
]
test.each(cases)('roles that may %s', async (_, sql, actors) => {
  expect(await whoMay(db, as, sql)).toBe(actors)
})

test('a view cannot be saved in another user’s name', async () => {
  const sql = `insert into saved_views (user_id, entity, name) values ('${ids.owner}', 'contacts', 'שלהם')`
  await expect(db.as(as.sales, sql)).rejects.toThrow('permission denied')
})

const refused: [what: string, sql: string, code: string][] = [
  ['without a name', `insert into saved_views (entity, name) values ('contacts', ' ')`, 'view_name_length'],
  ['with a duplicate name', `insert into saved_views (entity, name) values ('contacts', 'שלי')`, 'view_name_taken'],
  [
    'that is not a query string',
    `insert into saved_views (entity, name, query) values ('contacts', 'ריקה', '{"search": 1}')`,
    'view_query_invalid',
  ],
  ['of an unknown entity', `insert into saved_views (entity, name) values ('users', 'א')`, 'unknown_view_entity'],
]
test.each(refused)('a view %s is refused', async (_, sql, code) => {
  await expect(db.as(as.coach, sql)).rejects.toThrow(code)
})

test('a user may save at most thirty views per list', async () => {
  const sql = `insert into saved_views (entity, name) select 'opportunities', n::text from generate_series(1, $1) n`
  await db.as(as.admin, sql, [30])
  await expect(
    db.as(as.admin, `insert into saved_views (entity, name) values ('opportunities', 'עוד')`),
  ).rejects.toThrow('too_many_views')
})
