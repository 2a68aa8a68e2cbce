// Merges of contacts of different households: the visibility of shared records.
import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const one = async (sql: string, values?: unknown[]) => (await db.sql<{ id: string }>(sql, values))[0]!.id

const addHome = (name: string) => one(`insert into households (name) values ($1) returning id`, [name])
const addContact = (first: string) =>
  one(`insert into contacts (first_name, owner_id) values ($1, $2) returning id`, [first, ids.coach])
async function addPartner(first: string, home: string) {
  const id = await addContact(first)
  await db.sql(`update contacts set household_id = $2, household_role = 'partner' where id = $1`, [id, home])
  return id
}
const template = await one(`insert into process_templates (name) values ('ליווי') returning id`)

/** Creates a task, a file, a session note and a process that both partners see. */
async function share(contact: string) {
  await db.sql(`insert into tasks (name, contact_id, shared_with) values ('א', $1, 'household')`, [contact])
  await db.sql(
    `insert into files (name, contact_id, shared_with, stored_at) values ('א.pdf', $1, 'household', now())`,
    [contact],
  )
  await db.sql(`insert into session_notes (contact_id, held_on, title) values ($1, current_date, 'ליווי')`, [contact])
  await db.sql(
    `insert into client_processes (contact_id, household_id, process_template_id, status)
     select id, household_id, $2, 'paused' from contacts where id = $1`,
    [contact, template],
  )
}
/** The visibility of a contact's records by kind: `household` for both partners, `client` for the contact only. */
async function sharingOf(contact: string) {
  const [row] = await db.sql<Record<string, string>>(
    `select (select string_agg(shared_with, ' ' order by shared_with) from tasks where contact_id = $1) as tasks,
       (select string_agg(shared_with, ' ' order by shared_with) from files where contact_id = $1) as files,
       (select string_agg(shared_with, ' ' order by shared_with) from session_notes where contact_id = $1) as notes,
       (select string_agg(case when household_id is null then 'client' else 'household' end, ' ' order by household_id is not null)
        from client_processes where contact_id = $1) as processes`,
    [contact],
  )
  return row
}
const everyKind = (readers: string) => ({ tasks: readers, files: readers, notes: readers, processes: readers })

async function merge(winner: string, loser: string, choices: object = {}) {
  const [done] = await db.as<{ id: string }>(
    as.admin,
    `select merge_contacts($1, $2, (select version from contacts where id = $1), (select version from contacts where id = $2), $3) as id`,
    [winner, loser, JSON.stringify(choices)],
  )
  return done!.id
}
const unmerge = async (id: string) =>
  (await db.as<{ result: object }>(as.admin, 'select unmerge_contacts($1) as result', [id]))[0]!.result

test('a partner who remains alone after a merge shares nothing with a later partner', async () => {
  const [former, present] = [await addHome('כהן'), await addHome('לוי')]
  const loser = await addPartner('דנה', former)
  const stayer = await addPartner('יואב', former)
  const winner = await addPartner('דנה', present)
  for (const contact of [winner, loser, stayer]) await share(contact)
  await merge(winner, loser)
  expect(await sharingOf(winner)).toEqual(everyKind('client household'))
  expect(await sharingOf(stayer)).toEqual(everyKind('client'))
})

test('records shared in the chosen household stay shared, and sharing in the other household ends', async () => {
  const [former, chosen] = [await addHome('כהן'), await addHome('לוי')]
  const winner = await addPartner('דנה', former)
  const stayer = await addPartner('יואב', former)
  const loser = await addPartner('דנה', chosen)
  const spouse = await addPartner('עידו', chosen)
  for (const contact of [winner, stayer, loser, spouse]) await share(contact)
  await merge(winner, loser, { household_id: 'loser' })
  expect(await sharingOf(winner)).toEqual(everyKind('client household'))
  expect(await sharingOf(stayer)).toEqual(everyKind('client'))
  expect(await sharingOf(spouse)).toEqual(everyKind('household'))
})

test('a document signed in the former household does not prevent a merge, and becomes private', async () => {
  const loser = await addPartner('דנה', await addHome('כהן'))
  const winner = await addPartner('דנה', await addHome('לוי'))
  const file = await one(
    `insert into files (name, contact_id, shared_with, stored_at) values ('הסכם.pdf', $1, 'household', now()) returning id`,
    [loser],
  )
  await db.sql(
    `insert into signature_requests (file_id, contact_id, file_name, sha256, signed_at, signed_name, signed_by)
     values ($1, $2, 'הסכם.pdf', repeat('a', 64), now(), 'דנה לוי', gen_random_uuid())`,
    [file, loser],
  )
  await merge(winner, loser)
  expect(await db.sql('select contact_id, shared_with from files where id = $1', [file])).toEqual([
    { contact_id: winner, shared_with: 'client' },
  ])
})

test('a consent to share the budget of the former household does not apply to the present one', async () => {
  const loser = await addPartner('דנה', await addHome('כהן'))
  const winner = await addPartner('דנה', await addHome('לוי'))
  await db.sql('insert into budget_sharing (contact_id, is_shared) values ($1, true)', [loser])
  await merge(winner, loser)
  expect(await db.sql('select from budget_sharing where contact_id = any ($1)', [[winner, loser]])).toEqual([])
})

test('records shared by a couple are still shared after the merge of a partner is undone', async () => {
  const home = await addHome('לוי')
  const winner = await addContact('דנה')
  const loser = await addPartner('דנה', home)
  const spouse = await addPartner('עידו', home)
  for (const contact of [loser, spouse]) await share(contact)
  const id = await merge(winner, loser)
  expect(await sharingOf(winner)).toEqual(everyKind('household'))
  expect(await unmerge(id)).toEqual({ changed: 0, gone: 0, kept: [] })
  expect(await db.sql('select household_id from contacts where id = $1', [winner])).toEqual([{ household_id: null }])
  expect(await sharingOf(loser)).toEqual(everyKind('household'))
  expect(await sharingOf(spouse)).toEqual(everyKind('household'))
})
