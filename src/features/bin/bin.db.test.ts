import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)

const id = async (text: string, values?: unknown[]) => (await db.sql<{ id: string }>(text, values))[0]!.id
async function makePerson(name: string) {
  const contact = await id('insert into contacts (first_name, owner_id) values ($1, $2) returning id', [
    name,
    ids.coach,
  ])
  const opportunity = await id(`insert into opportunities (name, contact_id) values ('ליווי', $1) returning id`, [
    contact,
  ])
  const task = await id(`insert into tasks (name, contact_id) values ('להתקשר', $1) returning id`, [contact])
  return { contact, opportunity, task }
}
const put = (entity: string, thing: string, actor: keyof typeof as = 'owner') =>
  db.as(as[actor], 'select put_in_bin($1)', [JSON.stringify([{ entity, id: thing }])])
const restore = (entity: string, thing: string, actor: keyof typeof as = 'owner') =>
  db.as(as[actor], 'select restore_from_bin($1)', [JSON.stringify([{ entity, id: thing }])])
type Thing = {
  entity: string
  id: string
  name: string
  contact_name: string | null
  deleted_by: string
  along: string
}
const bin = (kind: string | null = null, actor: keyof typeof as = 'owner') =>
  db.as<Thing>(as[actor], 'select * from read_bin($1)', [kind])
const isDeleted = async (table: string, thing: string) =>
  (await db.sql<{ gone: boolean }>(`select deleted_at is not null as gone from ${table} where id = $1`, [thing]))[0]!
    .gone

test('deleting a contact deletes its opportunities and tasks, and restoring brings them back', async () => {
  const { contact, opportunity, task } = await makePerson('נועה')
  await put('contacts', contact, 'admin')
  expect(await isDeleted('opportunities', opportunity)).toBe(true)
  expect(await isDeleted('tasks', task)).toBe(true)
  expect(await bin('contacts')).toMatchObject([{ id: contact, name: 'נועה', deleted_by: ids.admin, along: '2' }])
  expect(await bin('opportunities')).toEqual([])
  expect(await bin('tasks')).toEqual([])
  await restore('contacts', contact)
  expect(await isDeleted('opportunities', opportunity)).toBe(false)
  const [back] = await db.sql<{ status: string }>('select status from tasks where id = $1', [task])
  expect(back).toEqual({ status: 'To Do' })
  expect(await bin()).toEqual([])
})

test('a record deleted before its contact stays deleted when the contact is restored', async () => {
  const { contact, opportunity } = await makePerson('איתי')
  await put('opportunities', opportunity)
  await put('contacts', contact)
  await expect(restore('opportunities', opportunity)).rejects.toMatchObject({
    code: 'PT409',
    message: 'contact_in_bin',
  })
  await restore('contacts', contact)
  expect(await isDeleted('opportunities', opportunity)).toBe(true)
  await restore('opportunities', opportunity)
  expect(await isDeleted('opportunities', opportunity)).toBe(false)
})

test('a contact and its records can be restored in one call, in any order', async () => {
  const { contact, opportunity, task } = await makePerson('רון')
  await put('tasks', task)
  await put('contacts', contact)
  const things = [
    { entity: 'tasks', id: task },
    { entity: 'opportunities', id: opportunity },
    { entity: 'contacts', id: contact },
  ]
  await db.as(as.owner, 'select restore_from_bin($1)', [JSON.stringify(things)])
  expect(await bin()).toEqual([])
})

test('notes and households can be deleted and restored too', async () => {
  const { contact } = await makePerson('מאיה')
  const [note] = await db.as<{ id: string }>(
    as.coach,
    `insert into activities (type, contact_id, payload) values ('note', $1, '{"text": "לבדוק ביטוח"}') returning id`,
    [contact],
  )
  const home = await id(`insert into households (name) values ('משפחת לוי') returning id`)
  await put('activities', note!.id, 'coach')
  await put('households', home)
  expect((await bin()).map(({ entity, name, contact_name }) => [entity, name, contact_name])).toEqual([
    ['households', 'משפחת לוי', null],
    ['activities', 'לבדוק ביטוח', 'מאיה'],
  ])
  expect(await bin(null, 'coach')).toMatchObject([{ entity: 'activities', deleted_by: ids.coach }])
  await restore('activities', note!.id, 'coach')
  await restore('households', home)
})

test('a deleted file is in the bin, and a file whose upload failed is not', async () => {
  const { contact } = await makePerson('ליה')
  const addFile = (name: string, isStored: boolean) =>
    id(
      `insert into files (contact_id, name, stored_at, deleted_at) values ($1, $2, case when $3 then now() end, now()) returning id`,
      [contact, name, isStored],
    )
  await addFile('נכשל.pdf', false)
  const stored = await addFile('הסכם.pdf', true)
  expect(await bin('files')).toMatchObject([{ id: stored, name: 'הסכם.pdf', contact_name: 'ליה' }])
  await restore('files', stored)
  expect(await bin('files')).toEqual([])
})

test.each([
  ['kind', [{ entity: 'user_roles', id: crypto.randomUUID() }], 'PT422', 'unknown_bin_kind'],
  ['thing', [{ entity: 'contacts', id: crypto.randomUUID() }], 'PT404', 'not_in_reach'],
])('an unknown %s is refused', async (_, things, code, message) => {
  await expect(db.as(as.owner, 'select put_in_bin($1)', [JSON.stringify(things)])).rejects.toMatchObject({
    code,
    message,
  })
})

test('a bulk move is refused as a whole if the caller cannot move one of the records', async () => {
  const { contact, task } = await makePerson('דנה')
  const things = [
    { entity: 'tasks', id: task },
    { entity: 'contacts', id: contact },
  ]
  await expect(db.as(as.coach, 'select put_in_bin($1)', [JSON.stringify(things)])).rejects.toThrow()
  expect(await isDeleted('tasks', task)).toBe(false)
})

test('owners and admins can move contacts and opportunities to the bin, coaches and sales only tasks', async () => {
  const { contact, opportunity, task } = await makePerson('גיל')
  const move = (entity: string, thing: string) =>
    `select from put_in_bin('[{"entity": "${entity}", "id": "${thing}"}]')`
  const actorsFor = async (entity: string, thing: string) => {
    const may: string[] = []
    for (const actor of Object.keys(as) as (keyof typeof as)[])
      if (
        await whoMay(db, { [actor]: as[actor] } as typeof as, move(entity, thing)).then(
          (met) => met !== 'no role',
          () => false,
        )
      )
        may.push(actor)
    return may.join(' ')
  }
  expect(await actorsFor('contacts', contact)).toBe('owner admin')
  expect(await actorsFor('opportunities', opportunity)).toBe('owner admin')
  expect(await actorsFor('tasks', task)).toBe('owner admin coach sales')
})
