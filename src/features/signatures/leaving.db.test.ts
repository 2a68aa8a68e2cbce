// Documents and shared data of a couple after one of them left the household.
import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const id = async (sql: string, values?: unknown[]) => (await db.sql<{ id: string }>(sql, values))[0]!.id

let serial = 0
async function makeClient(household: string) {
  const user = await id('insert into auth.users (email) values ($1) returning id', [`client${serial++}@example.com`])
  await db.sql(`insert into user_roles (user_id, role) values ($1, 'client')`, [user])
  const contact = await id(
    `insert into contacts (first_name, last_name, household_id, household_role, client_user_id, owner_id)
     values ('נועה', 'לוי', $1, 'partner', $2, $3) returning id`,
    [household, user, ids.coach],
  )
  return { contact, claims: { role: 'authenticated', sub: user } }
}
type Client = Awaited<ReturnType<typeof makeClient>>

const makeHome = () => id(`insert into households (name) values ('משפחת לוי') returning id`)
async function makeCouple() {
  const home = await makeHome()
  return { leaver: await makeClient(home), stayer: await makeClient(home) }
}
const leave = ({ claims }: Client) => db.as(claims, 'select leave_my_household()')

/** Stores a document of a client, with its bytes. */
async function document({ contact }: Client, sharedWith: string | null = null) {
  const file = await id(
    `insert into files (contact_id, name, shared_with, stored_at) values ($1, 'הסכם.pdf', $2, now()) returning id`,
    [contact, sharedWith],
  )
  await db.sql(`insert into storage.objects (bucket_id, name) values ('files', $1)`, [file])
  return file
}
/** The server supplies the hash, so the call is made by the service on behalf of the coach. */
const asTheService = { role: 'service_role', sub: ids.coach }
const ask = (file: string, ...signers: Client[]) =>
  db.as(asTheService, `select ask_for_signatures($1, $2, repeat('a', 64))`, [
    file,
    signers.map(({ contact }) => contact),
  ])
const replace = (file: string, replacement: string) =>
  db.as(asTheService, `select replace_document($1, $2, repeat('b', 64))`, [file, replacement])
const requestOf = (file: string, { contact }: Client) =>
  id('select id from signature_requests where file_id = $1 and contact_id = $2', [file, contact])
const sign = async (file: string, client: Client) =>
  db.as({ role: 'service_role', sub: client.claims.sub }, `select write_signature($1, 'נועה לוי', null, null)`, [
    await requestOf(file, client),
  ])
const open = async (file: string) =>
  (
    await db.sql<{ contact_id: string }>(
      'select contact_id from signature_requests where file_id = $1 and withdrawn_at is null and signed_at is null',
      [file],
    )
  ).map(({ contact_id }) => contact_id)
/** Whether a client can see a document's row and its bytes. */
const sees = async ({ claims }: Client, file: string) => [
  (await db.as(claims, 'select from files where id = $1', [file])).length === 1,
  (await db.as(claims, `select from storage.objects where bucket_id = 'files' and name = $1`, [file])).length === 1,
]
const [seen, unseen] = [
  [true, true],
  [false, false],
]

test('after one partner left, both can see the documents they signed, and no other documents of each other', async () => {
  const { leaver, stayer } = await makeCouple()
  const [ofLeaver, ofStayer] = [await document(leaver), await document(stayer)]
  const signedByOne = await document(leaver)
  for (const file of [ofLeaver, ofStayer, signedByOne]) {
    // oxlint-disable-next-line no-await-in-loop
    await ask(file, leaver, stayer)
    // oxlint-disable-next-line no-await-in-loop
    await sign(file, leaver)
  }
  for (const file of [ofLeaver, ofStayer])
    // oxlint-disable-next-line no-await-in-loop
    await sign(file, stayer)
  const unsigned = await document(stayer, 'household')
  expect(await sees(leaver, unsigned)).toEqual(seen)
  await leave(leaver)
  for (const person of [leaver, stayer])
    for (const file of [ofLeaver, ofStayer])
      // oxlint-disable-next-line no-await-in-loop
      expect(await sees(person, file)).toEqual(seen)
  expect([await sees(leaver, unsigned), await sees(stayer, signedByOne)]).toEqual([unseen, unseen])
  const preview = async ({ contact }: Client) =>
    (
      await db.as<{ seen: { files: { id: string }[] } }>(as.owner, 'select preview_client($1) as seen', [contact])
    )[0]!.seen.files
      .map((file) => file.id)
      .toSorted()
  expect(await preview(leaver)).toEqual([ofLeaver, ofStayer, signedByOne].toSorted())
  expect(await preview(stayer)).toEqual([ofLeaver, ofStayer, unsigned].toSorted())
})

test("leaving withdraws requests to sign the other's documents, but not requests for one's own", async () => {
  const { leaver, stayer } = await makeCouple()
  const [ofLeaver, ofStayer] = [await document(leaver), await document(stayer)]
  await ask(ofLeaver, leaver, stayer)
  await ask(ofStayer, leaver, stayer)
  await leave(leaver)
  expect([await open(ofLeaver), await open(ofStayer)]).toEqual([[leaver.contact], [stayer.contact]])
})

test('replacing a document after a signer left requests signatures only from the remaining signer', async () => {
  const { leaver, stayer } = await makeCouple()
  const [former, replacement] = [await document(stayer), await document(stayer)]
  await ask(former, leaver, stayer)
  await sign(former, leaver)
  await leave(leaver)
  await replace(former, replacement)
  expect([await open(former), await open(replacement)]).toEqual([[], [stayer.contact]])
})

test('a document cannot be replaced once none of its signers can be requested to sign', async () => {
  const { leaver, stayer } = await makeCouple()
  const [former, replacement] = [await document(stayer), await document(stayer)]
  await ask(former, leaver)
  await sign(former, leaver)
  await leave(leaver)
  await expect(replace(former, replacement)).rejects.toMatchObject({ message: 'no_signer' })
})

test('documents and tasks shared with a household are not shared with the next one of a member, signed or unsigned', async () => {
  const { leaver, stayer } = await makeCouple()
  const [signed, unsigned] = [await document(leaver), await document(leaver, 'household')]
  await ask(signed, leaver, stayer)
  await sign(signed, leaver)
  const task = await id(
    `insert into tasks (name, contact_id, shared_with) values ('א', $1, 'household') returning id`,
    [leaver.contact],
  )
  await leave(leaver)
  const home = await makeHome()
  await db.sql(`update contacts set household_id = $2, household_role = 'partner' where id = $1`, [
    leaver.contact,
    home,
  ])
  const next = await makeClient(home)
  expect([await sees(next, signed), await sees(next, unsigned)]).toEqual([unseen, unseen])
  expect([await sees(leaver, signed), await sees(leaver, unsigned)]).toEqual([seen, seen])
  const seesTask = async ({ claims }: Client) =>
    (await db.as(claims, 'select from tasks where id = $1', [task])).length === 1
  expect([await seesTask(next), await seesTask(leaver)]).toEqual([false, true])
})

test('items that the remaining partner shared with the former one are not shared with a later partner', async () => {
  const { leaver, stayer } = await makeCouple()
  const [signed, unsigned] = [await document(stayer), await document(stayer, 'household')]
  await ask(signed, leaver, stayer)
  await sign(signed, stayer)
  const insert = (sql: string) => id(`${sql} returning id`, [stayer.contact])
  const template = await id(`insert into process_templates (name) values ('ליווי') returning id`)
  const rows = [
    ['files', signed],
    ['files', unsigned],
    ['tasks', await insert(`insert into tasks (name, contact_id, shared_with) values ('א', $1, 'household')`)],
    [
      'metrics',
      await insert(
        `insert into metrics (contact_id, name, unit, every, starts_on, shared_with)
         values ($1, 'חיסכון', 'money', 'month', current_date, 'household')`,
      ),
    ],
    [
      'client_processes',
      await id(
        `insert into client_processes (contact_id, household_id, process_template_id)
         select id, household_id, $2 from contacts where id = $1 returning id`,
        [stayer.contact, template],
      ),
    ],
  ] as const
  const reach = ({ claims }: Client) =>
    Promise.all(
      rows.map(async ([table, row]) => (await db.as(claims, `select from ${table} where id = $1`, [row])).length),
    )
  expect(await reach(leaver)).toEqual([1, 1, 1, 1, 1])
  await leave(leaver)
  const next = await makeClient(await id('select household_id as id from contacts where id = $1', [stayer.contact]))
  expect([await reach(stayer), await reach(next)]).toEqual([
    [1, 1, 1, 1, 1],
    [0, 0, 0, 0, 0],
  ])
})

/** Events that end a partner's household membership: leaving, an edit by staff, and deletion of the household. */
const endings = {
  'the partner leaves': leave,
  'the staff remove the member': ({ contact }: Client) =>
    db.as(as.owner, 'update contacts set household_id = null, household_role = null where id = $1', [contact]),
  'the staff move the member to another household': async ({ contact }: Client) =>
    db.as(as.owner, `update contacts set household_id = $2, household_role = 'partner' where id = $1`, [
      contact,
      await makeHome(),
    ]),
  'the household is deleted': ({ contact }: Client) =>
    db.sql('delete from households where id = (select household_id from contacts where id = $1)', [contact]),
}

test.each(Object.entries(endings))('%s: everything shared with the household becomes private', async (_, end) => {
  const { leaver, stayer } = await makeCouple()
  const [signed, unsigned] = [await document(leaver), await document(leaver, 'household')]
  await ask(signed, leaver, stayer)
  await sign(signed, leaver)
  const ofOther = await document(stayer)
  await ask(ofOther, leaver, stayer)
  const insert = (sql: string) => id(`${sql} returning id`, [leaver.contact])
  const task = await insert(`insert into tasks (name, contact_id, shared_with) values ('א', $1, 'household')`)
  const metric = await insert(
    `insert into metrics (contact_id, name, unit, every, starts_on, shared_with)
     values ($1, 'חיסכון', 'money', 'month', current_date, 'household')`,
  )
  const template = await id(`insert into process_templates (name) values ('ליווי') returning id`)
  const process = await id(
    `insert into client_processes (contact_id, household_id, process_template_id)
     select id, household_id, $2 from contacts where id = $1 returning id`,
    [leaver.contact, template],
  )
  await db.sql('insert into budget_sharing (contact_id, is_shared) values ($1, true)', [leaver.contact])
  await end(leaver)

  const next = await makeClient(
    (
      await db.sql<{ household_id: string | null }>('select household_id from contacts where id = $1', [leaver.contact])
    )[0]!.household_id ?? (await makeHome()),
  )
  await db.sql(
    `update contacts set household_role = 'partner', household_id = (select household_id from contacts where id = $2) where id = $1`,
    [leaver.contact, next.contact],
  )
  const rows = [
    ['tasks', task],
    ['metrics', metric],
    ['client_processes', process],
    ['files', signed],
    ['files', unsigned],
  ] as const
  const reach = ({ claims }: Client) =>
    Promise.all(
      rows.map(async ([table, row]) => (await db.as(claims, `select from ${table} where id = $1`, [row])).length),
    )
  expect([await reach(leaver), await reach(next), await reach(stayer)]).toEqual([
    [1, 1, 1, 1, 1],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
  ])
  expect([await open(signed), await open(ofOther)]).toEqual([[], [stayer.contact]])
  expect(await db.sql('select from budget_sharing where contact_id = $1', [leaver.contact])).toEqual([])
})
