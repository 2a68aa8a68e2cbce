// Documents of a stage: uploads by both partners, decisions by staff, and the visibility for each.
import { beforeEach, expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const id = async (sql: string, values?: unknown[]) => (await db.sql<{ id: string }>(sql, values))[0]!.id

let clients = 0
async function makeClient(name: string, household: string | null) {
  clients += 1
  const email = `${name}${clients}@example.com`
  const user = await id('insert into auth.users (email) values ($1) returning id', [email])
  await db.sql(`insert into user_roles (user_id, role) values ($1, 'client')`, [user])
  const contact = await id(
    `insert into contacts (first_name, household_id, household_role, client_user_id) values ($1, $2, $3, $4) returning id`,
    [name, household, household && 'partner', user],
  )
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary) values ($1, 'email', $2, $2, true)`,
    [contact, email],
  )
  return { user, contact, claims: { role: 'authenticated', sub: user } }
}
type Client = Awaited<ReturnType<typeof makeClient>>

const template = await id(`insert into process_templates (name) values ('ליווי') returning id`)
const [stage, nextStage] = await Promise.all(
  [1, 2].map((place) =>
    id(
      `insert into process_stages (template_id, name, stage_order, stage_type) values ($1, $2, $3, 'document') returning id`,
      [template, `שלב ${place}`, place],
    ),
  ),
)
const documentOf = (of: string, name: string) =>
  id('insert into stage_documents (stage_id, position, name) values ($1, 1, $2) returning id', [of, name])
const payslips = await documentOf(stage!, 'תלושי שכר')
const later = await documentOf(nextStage!, 'דוח פנסיה')

let noa: Client, itay: Client, process: string, instance: string, nextInstance: string
beforeEach(async () => {
  const home = await id(`insert into households (name) values ('לוי') returning id`)
  noa = await makeClient('noa', home)
  itay = await makeClient('itay', home)
  process = await id(
    `insert into client_processes (contact_id, household_id, process_template_id, coach_id) values ($1, $2, $3, $4) returning id`,
    [noa.contact, home, template, ids.coach],
  )
  const at = (of: string, status: string) =>
    id(
      `insert into process_stage_instances (client_process_id, process_stage_id, status) values ($1, $2, $3) returning id`,
      [process, of, status],
    )
  instance = await at(stage!, 'active')
  nextInstance = await at(nextStage!, 'locked')
})

const announce = async (client: Client, sharedWith = 'client') =>
  (
    await db.as<{ id: string }>(
      client.claims,
      `insert into files (contact_id, name, shared_with) values ($1, 'תלוש.pdf', $2) returning id`,
      [client.contact, sharedWith],
    )
  )[0]!.id
const bind = (client: Client, file: string, to = instance, document = payslips) =>
  db.as(client.claims, 'select bind_stage_document($1, $2, $3)', [file, to, document])
const arrive = (file: string) => db.sql('update files set stored_at = now() where id = $1', [file])
async function send(client: Client, sharedWith = 'client') {
  const file = await announce(client, sharedWith)
  await bind(client, file)
  await arrive(file)
  return file
}
const versionOf = async (file: string) =>
  (await db.sql<{ version: number }>('select version from stage_document_files where file_id = $1', [file]))[0]!.version
const decide = async (file: string, to: string, reason: string | null = null, claims: object = as.coach) =>
  db.as(claims as typeof as.coach, 'select decide_stage_document($1, $2, $3, $4)', [
    file,
    to,
    reason,
    await versionOf(file),
  ])
const stateFor = async (client: Client) =>
  (
    await db.as<{ status: string }>(
      client.claims,
      'select status from my_stage_documents() where document_id = $1 and stage_instance_id = $2',
      [payslips, instance],
    )
  )[0]?.status
const filesFor = async (client: Client) =>
  (
    await db.as<{ file_id: string }>(
      client.claims,
      'select file_id from stage_document_files where stage_instance_id = $1',
      [instance],
    )
  ).map((row) => row.file_id)
const mails = (file: string) =>
  db.sql<{ contact_id: string; status: string }>(
    `select contact_id, status from scheduled_messages where context_type = 'stage_document' and context_id = $1 order by created_at`,
    [file],
  )

test('a document is missing until the bytes of a file arrive, and then the coach gets one notification', async () => {
  expect(await stateFor(noa)).toBe('missing')
  const file = await announce(noa)
  await bind(noa, file)
  await bind(noa, file)
  expect(await stateFor(noa)).toBe('missing')
  await arrive(file)
  await send(noa)
  expect(await stateFor(noa)).toBe('received')
  expect(
    await db.sql(
      `select user_id, title, message from notifications where type = 'document.received' and related_entity_id = $1`,
      [noa.contact],
    ),
  ).toEqual([{ user_id: ids.coach, title: 'התקבל מסמך: noa', message: 'תלושי שכר' }])
  expect(
    await db.sql(`select type from domain_events where entity_id = $1 and type like 'document.%'`, [file]),
  ).toEqual([{ type: 'document.received' }])
})

test("the notification about a partner's file names the contact of the process, and is deleted by that contact's erasure", async () => {
  const noticesOf = () =>
    db.sql(`select title from notifications where type = 'document.received' and related_entity_id = $1`, [noa.contact])
  await send(itay)
  expect(await noticesOf()).toEqual([{ title: 'התקבל מסמך: noa' }])
  await db.sql('select anonymise_person($1)', [noa.contact])
  expect(await noticesOf()).toEqual([])
})

test('a file is linked only by its uploader, before its bytes arrive, and to a document of an opened stage', async () => {
  const notFound = { message: 'stage_document_gone' }
  const stranger = await makeClient('stranger', null)
  await expect(bind(stranger, await announce(stranger))).rejects.toMatchObject(notFound)
  await expect(bind(noa, await announce(noa), nextInstance, later)).rejects.toMatchObject(notFound)
  await expect(bind(noa, await announce(noa), instance, later)).rejects.toMatchObject(notFound)
  const ofPartner = await announce(itay, 'household')
  await expect(bind(noa, ofPartner)).rejects.toMatchObject({ message: 'file_not_stored' })
  const stored = await announce(noa)
  await arrive(stored)
  await expect(bind(noa, stored)).rejects.toMatchObject({ message: 'file_not_stored' })
  await db.sql(`update client_processes set status = 'cancelled' where id = $1`, [process])
  await expect(bind(noa, await announce(noa))).rejects.toMatchObject(notFound)
  await expect(
    db.as(noa.claims, `update stage_document_files set status = 'approved' where file_id = $1`, [stored]),
  ).rejects.toMatchObject({ code: '42501' })
})

test('the partner sees that a private document was received, but not its file, return or reason', async () => {
  const file = await send(noa)
  expect([await stateFor(itay), await filesFor(itay)]).toEqual(['received', []])
  await decide(file, 'returned', 'חסר עמוד שני')
  expect([await stateFor(noa), await filesFor(noa)]).toEqual(['returned', [file]])
  expect([await stateFor(itay), await filesFor(itay)]).toEqual(['received', []])
  await decide(file, 'approved')
  expect([await stateFor(noa), await stateFor(itay)]).toEqual(['approved', 'approved'])
})

test("a client's data export has the decisions on the files that they can see", async () => {
  const dataOf = async (client: Client) =>
    (await db.as<{ sent: unknown }>(client.claims, `select my_data() -> 'stage_documents' as sent`))[0]!.sent
  const [file, shared] = [await send(noa), await send(itay, 'household')]
  await decide(file, 'returned', 'חסר עמוד שני')
  expect(await dataOf(noa)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ file_id: file, name: 'תלושי שכר', status: 'returned', reason: 'חסר עמוד שני' }),
      expect.objectContaining({ file_id: shared, status: 'received' }),
    ]),
  )
  expect(await dataOf(itay)).toMatchObject([{ file_id: shared }])
})

test('a shared document and its return are visible to both partners', async () => {
  const file = await send(itay, 'household')
  await decide(file, 'returned', 'מטושטש')
  expect([await stateFor(noa), await stateFor(itay)]).toEqual(['returned', 'returned'])
  expect(await filesFor(noa)).toEqual([file])
})

test("after a return the document's status depends on the newly sent file", async () => {
  const first = await send(noa)
  const other = await send(noa)
  await decide(other, 'approved')
  expect(await stateFor(noa)).toBe('received')
  await decide(first, 'returned', 'חסר עמוד')
  expect(await stateFor(noa)).toBe('returned')
  const anew = await send(noa)
  expect(await stateFor(noa)).toBe('received')
  await decide(anew, 'approved')
  expect(await stateFor(noa)).toBe('approved')
  await db.sql('update files set deleted_at = now() where id = $1', [anew])
  expect(await stateFor(noa)).toBe('returned')
})

test('a document is open while its stage is open and the process active', async () => {
  const isOpen = async () =>
    (
      await db.as<{ is_open: boolean }>(
        noa.claims,
        'select is_open from my_stage_documents() where stage_instance_id = $1',
        [instance],
      )
    )[0]?.is_open
  expect(await isOpen()).toBe(true)
  await db.sql(`update client_processes set status = 'paused' where id = $1`, [process])
  expect(await isOpen()).toBe(false)
  await db.sql(`update client_processes set status = 'active' where id = $1`, [process])
  await db.sql(`update process_stage_instances set status = 'done' where id = $1`, [instance])
  expect(await isOpen()).toBe(false)
})

test('a returned document of one partner stays returned after the other partner sends a file', async () => {
  const file = await send(noa)
  await decide(file, 'returned', 'חסר עמוד')
  const ofPartner = await send(itay)
  await decide(ofPartner, 'approved')
  expect(await stateFor(noa)).toBe('returned')
  await decide(await send(noa), 'approved')
  expect([await stateFor(noa), await stateFor(itay)]).toEqual(['approved', 'approved'])
})

test('only staff of the process decide, with a reason for a return, and a stale version is refused', async () => {
  const file = await send(itay)
  for (const claims of [as.sales, as.content, noa.claims, itay.claims])
    await expect(decide(file, 'approved', null, claims)).rejects.toMatchObject({ message: 'stage_document_gone' })
  for (const reason of [null, ' ', 'א'])
    await expect(decide(file, 'returned', reason)).rejects.toMatchObject({ message: 'return_reason_length' })
  const seen = await versionOf(file)
  await decide(file, 'approved')
  await expect(
    db.as(as.owner, `select decide_stage_document($1, 'returned', 'חסר', $2)`, [file, seen]),
  ).rejects.toMatchObject({ message: 'stale_version' })
  await decide(file, 'received')
  expect(await db.sql('select status, decided_by from stage_document_files where file_id = $1', [file])).toEqual([
    { status: 'received', decided_by: null },
  ])
  expect(
    await db.sql(`select type, payload from activities where related_id = $1 and type like 'file.%' order by type`, [
      file,
    ]),
  ).toEqual([{ type: 'file.approved', payload: {} }])
})

test('the coach of a process sees the files that the partner sent for it, and no other files of the partner', async () => {
  const [file, aside] = [await send(itay), await announce(itay)]
  const seen = (claims: typeof as.coach, of: string) => db.as(claims, 'select from files where id = $1', [of])
  expect(await seen(as.coach, file)).toHaveLength(1)
  expect(await seen(as.coach, aside)).toEqual([])
  await db.sql('update client_processes set coach_id = null where id = $1', [process])
  expect(await seen(as.coach, file)).toEqual([])
})

test('a return is mailed only to the sender, unless it was withdrawn or a new file was sent', async () => {
  const file = await send(noa)
  await decide(file, 'returned', 'חסר עמוד')
  expect(await mails(file)).toEqual([{ contact_id: noa.contact, status: 'scheduled' }])
  const facts = () => db.sql('select name, reason from stage_document_message_facts($1)', [file])
  expect(await facts()).toEqual([{ name: 'תלושי שכר', reason: 'חסר עמוד' }])
  await decide(file, 'received')
  expect((await mails(file)).map(({ status }) => status)).toEqual(['canceled'])
  expect(await facts()).toEqual([])
  await decide(file, 'returned', 'מטושטש')
  await send(noa)
  expect(await facts()).toEqual([])
})

test('staff see the documents of opened stages, and the board counts missing and undecided documents', async () => {
  const counts = async () =>
    (
      await db.as(
        as.coach,
        'select missing_documents::int as missing, received_documents::int as received from clients_in_process() where process_id = $1',
        [process],
      )
    )[0]
  expect(await counts()).toEqual({ missing: 1, received: 0 })
  const file = await send(noa)
  expect(await counts()).toEqual({ missing: 0, received: 1 })
  await decide(file, 'returned', 'חסר עמוד')
  expect(await counts()).toEqual({ missing: 1, received: 0 })
  const shown = (claims: typeof as.coach) =>
    db.as(claims, 'select stage_name, is_open, name, status from stage_documents_of($1)', [noa.contact])
  expect(await shown(as.coach)).toEqual([{ stage_name: 'שלב 1', is_open: true, name: 'תלושי שכר', status: 'returned' }])
  expect(await shown(noa.claims)).toEqual([])
})
