import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import type { BulkAnswer, BulkPreview, UndoneBulk } from '#platform/bulk-actions/bulk-actions.ts'
import type { BulkContactChange } from './contact-list.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
type Who = (typeof as)['owner']

async function people(source: string, count = 3, owner: string | null = null) {
  const rows = await db.sql<{ id: string }>(
    `insert into contacts (first_name, source, owner_id) select 'אדם ' || n, $1, $3 from generate_series(1, $2) n returning id`,
    [source, count, owner],
  )
  return rows.map(({ id }) => id)
}
const ofSource = (source: string, but: string[] = []) => ({
  filter: { groups: [[{ field: 'source', op: 'is', values: [source] }]] },
  but,
})
const change = async (selection: object, what: BulkContactChange, actor: Who = as.owner) =>
  (await db.as<{ answer: BulkAnswer }>(actor, 'select bulk_change_contacts($1, $2) as answer', [selection, what]))[0]!
    .answer
const undo = async (batch: string | null, actor: Who = as.owner) =>
  (await db.as<{ undone: UndoneBulk }>(actor, 'select undo_bulk($1) as undone', [batch]))[0]!.undone
// Without the version column, which only increases.
const rows = (contactIds: string[]) =>
  db.sql(`select to_jsonb(c) - 'version' as row from contacts c where id = any ($1) order by id`, [contactIds])

const [tag] = await db.sql<{ id: string }>(`insert into tags (name) values ('חם') returning id`)

const columns: [what: string, change: BulkContactChange][] = [
  ['the owner', { owner_id: ids.coach }],
  ['the kind', { lifecycle: 'client' }],
  ['the source', { source: 'אחר' }],
  ['the bin', { deleted_at: 'now' }],
]
test.each(columns)('a bulk change of %s on a whole list can be undone', async (_, what) => {
  const source = `list ${_}`
  const contactIds = await people(source)
  const before = await rows(contactIds)
  const answer = await change(ofSource(source), what)
  expect(answer).toMatchObject({ changed: 3, asked: 3 })
  expect(await rows(contactIds)).not.toEqual(before)
  expect(await undo(answer.batch)).toMatchObject({ restored: 3, left: 0 })
  expect(await rows(contactIds)).toEqual(before)
})

test('excluded contacts stay unchanged', async () => {
  const contactIds = await people('unticked')
  expect(await change(ofSource('unticked', [contactIds[0]!]), { lifecycle: 'client' })).toMatchObject({ changed: 2 })
  expect((await rows([contactIds[0]!]))[0]).toMatchObject({ row: { lifecycle: 'lead' } })
})

test('the preview returns the count and the first names', async () => {
  await people('preview', 7)
  const [row] = await db.as<{ preview: BulkPreview }>(as.owner, 'select preview_bulk_contacts($1) as preview', [
    ofSource('preview'),
  ])
  expect(row!.preview.count).toBe(7)
  expect(row!.preview.names).toEqual(['אדם 1', 'אדם 2', 'אדם 3', 'אדם 4', 'אדם 5'])
})

test('a tag is added to contacts without it, and undo removes it from those contacts only', async () => {
  const contactIds = await people('tags')
  const tagged = () => db.sql('select contact_id from contact_tags where contact_id = any ($1)', [contactIds])
  await db.sql('insert into contact_tags (contact_id, tag_id) values ($1, $2)', [contactIds[0], tag!.id])
  const answer = await change({ ids: contactIds }, { add_tag: tag!.id })
  expect(answer.changed).toBe(2)
  expect(await tagged()).toHaveLength(3)
  await undo(answer.batch)
  expect(await tagged()).toEqual([{ contact_id: contactIds[0] }])

  const off = await change({ ids: contactIds }, { remove_tag: tag!.id })
  expect(off.changed).toBe(1)
  await undo(off.batch)
  expect(await tagged()).toEqual([{ contact_id: contactIds[0] }])
})

test('a task is created for each contact, and undo deletes it unless it was started', async () => {
  const contactIds = await people('tasks')
  const task = { name: 'שיחה', due_date: '2026-12-01', user_id: ids.sales }
  const answer = await change({ ids: contactIds }, { task })
  const tasks = () =>
    db.sql<{ id: string }>('select id from tasks where contact_id = any ($1) and deleted_at is null', [contactIds])
  expect(await tasks()).toHaveLength(3)
  await db.sql(`update tasks set status = 'In Progress' where id = $1`, [(await tasks())[0]!.id])
  await undo(answer.batch)
  expect(await tasks()).toHaveLength(1)
})

test('a bulk change without an effect creates no batch', async () => {
  const contactIds = await people('same')
  expect(await change({ ids: contactIds }, { lifecycle: 'lead' })).toEqual({ batch: null, changed: 0, asked: 3 })
})

test('the sales role cannot bulk-delete, and a coach can change only their own contacts', async () => {
  const contactIds = [...(await people('mixed', 2)), ...(await people('mixed', 1, ids.coach))]
  await expect(change({ ids: contactIds }, { deleted_at: 'now' }, as.sales)).rejects.toThrow('row-level security')
  expect(await change({ ids: contactIds }, { lifecycle: 'client' }, as.coach)).toMatchObject({ changed: 1 })
})

test.each([
  ['a column that is not editable', { client_user_id: ids.client }],
  ['two changes in one call', { lifecycle: 'client', add_tag: 'x' }],
  ['nothing', {}],
])('%s is refused with its code', async (_, what) => {
  const contactIds = await people('refused', 1)
  await expect(change({ ids: contactIds }, what as unknown as BulkContactChange)).rejects.toThrow(
    /unknown_bulk_change|uuid/,
  )
})

test('more than twenty thousand contacts are refused with bulk_too_many', async () => {
  const many = Array.from({ length: 20_001 }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`)
  await expect(change({ ids: many }, { lifecycle: 'client' })).rejects.toThrow('bulk_too_many')
})

test('an empty selection is refused with its code', async () => {
  await expect(change({}, { lifecycle: 'client' })).rejects.toThrow('filter_invalid')
})
