import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { eventually } from '../../../test/eventually.ts'
import { testKernel } from '../../../test/kernel-app.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const { app, tokens } = await testKernel(db)
const url = await app.listen({ port: 0, host: '127.0.0.1' })

const id = async (sql: string, values?: unknown[]) =>
  (await db.sql<{ id: string }>(`${sql} returning id`, values))[0]!.id
const clientContact = await id(`insert into contacts (first_name, client_user_id) values ('איתי', $1)`, [ids.client])
const coachContact = await id(`insert into contacts (first_name, owner_id) values ('נועה', $1)`, [ids.coach])

const staffColumns = new Set([
  'call_basis',
  'call_basis_at',
  'call_basis_note',
  'dnc_checked_at',
  'first_touch',
  'last_touch',
  'score',
  'custom',
])

const clients: SupabaseClient[] = []
afterAll(() => Promise.all(clients.map(({ realtime }) => realtime.disconnect())))
async function signIn(actor: 'client' | 'owner') {
  const token = await tokens.sign({ role: 'authenticated', sub: ids[actor] }, 3600)
  const client = createClient(url, tokens.anonKey, { accessToken: async () => token })
  clients.push(client)
  return client
}

/** Subscribes to the table's change feed and collects the delivered rows. */
async function watch(client: SupabaseClient, table: string) {
  const records: object[] = []
  const answers: unknown[] = []
  client
    .channel(crypto.randomUUID())
    .on('postgres_changes', { event: '*', schema: 'public', table }, (change) => records.push(change.new, change.old))
    .on('system', {}, (answer) => answers.push(answer))
    .subscribe()
  await eventually(() => expect(answers).toHaveLength(1))
  return records
}

const columnsIn = (rows: readonly object[]) => new Set(rows.flatMap((row) => Object.keys(row)))

test('a client reads their own contact over REST without its staff details', async () => {
  const client = await signIn('client')
  const { data } = await client.from('contacts').select('*').throwOnError()
  expect(data).toMatchObject([{ id: clientContact, first_name: 'איתי' }])
  expect(columnsIn(data).intersection(staffColumns)).toEqual(new Set())
  expect((await client.from('contact_staff_details').select('*').throwOnError()).data).toEqual([])
  const embedded = await client.from('contacts').select('id, contact_staff_details(call_basis_note)').throwOnError()
  expect(embedded.data).toEqual([{ id: clientContact, contact_staff_details: null }])
})

test("the change feed delivers a client's own contact without its staff details", async () => {
  const [client, owner] = [await signIn('client'), await signIn('owner')]
  const ofContact = await watch(client, 'contacts')
  const ofDetails = await watch(client, 'contact_staff_details')
  const seenByStaff = await watch(owner, 'contact_staff_details')
  await owner
    .from('contact_staff_details')
    .update({ call_basis: 'customer', call_basis_at: '2026-01-01', call_basis_note: 'משלמים באיחור' })
    .eq('contact_id', clientContact)
    .throwOnError()
  await owner.from('contacts').update({ last_name: 'לדוגמה' }).eq('id', clientContact).throwOnError()
  // The feed preserves the order of writes.
  await eventually(() => expect(ofContact).toContainEqual(expect.objectContaining({ last_name: 'לדוגמה' })))
  await eventually(() => expect(seenByStaff).toContainEqual(expect.objectContaining({ call_basis: 'customer' })))
  expect(columnsIn(ofContact).intersection(staffColumns)).toEqual(new Set())
  expect(ofDetails).toEqual([])
})

test('every new contact has a row of staff details', async () => {
  const added = await db.sql<{ id: string }>(
    `insert into contacts (first_name) select 'תמר' from generate_series(1, 3) returning id`,
  )
  expect(
    await db.sql('select version, call_basis from contact_staff_details where contact_id = any ($1)', [
      added.map((contact) => contact.id),
    ]),
  ).toEqual(added.map(() => ({ version: 1, call_basis: null })))
})

const binned = await id(`insert into contacts (first_name, owner_id, deleted_at) values ('תמר', $1, now())`, [
  ids.coach,
])
const write = (contact: string) =>
  `update contact_staff_details set dnc_checked_at = now() where contact_id = '${contact}' returning 1`
const cases: [action: string, sql: string, actors: string][] = [
  [
    'see the details of a contact of the coach',
    `select from contact_staff_details where contact_id = '${coachContact}'`,
    'owner admin coach sales',
  ],
  [
    'see the details of the client',
    `select from contact_staff_details where contact_id = '${clientContact}'`,
    'owner admin sales',
  ],
  ['change the details of a contact of the coach', write(coachContact), 'owner admin coach sales'],
  ['change the details of the client', write(clientContact), 'owner admin sales'],
  ['change the details of a contact in the bin', write(binned), 'owner admin'],
  [
    'change when a visitor came first',
    `update contact_staff_details set first_touch = '{}' where contact_id = '${coachContact}' returning 1`,
    'no role',
  ],
  ['delete details', `delete from contact_staff_details where contact_id = '${coachContact}' returning 1`, 'no role'],
]
for (const [action, sql, actors] of cases)
  test(`roles that may ${action}: ${actors}`, async () => {
    expect(await whoMay(db, as, sql)).toBe(actors)
  })

test("the contact's audit log contains changes of staff details by users, but not the first touch recorded by the site", async () => {
  await db.as(as.coach, `update contact_staff_details set dnc_checked_at = '2026-01-02' where contact_id = $1`, [
    coachContact,
  ])
  await db.sql(`update contact_staff_details set first_touch = '{"url": "/"}' where contact_id = $1`, [coachContact])
  const entries = (actor: keyof typeof as) =>
    db.as(as[actor], `select action, actor_id, version, after from audit_log where entity = $1 and contact_id = $2`, [
      'contact_staff_details',
      coachContact,
    ])
  const [version, at] = [2, '2026-01-02T00:00:00+00:00']
  const entry = { action: 'update', actor_id: ids.coach, version, after: { dnc_checked_at: at } }
  for (const actor of ['owner', 'coach', 'sales'] as const) expect(await entries(actor)).toEqual([entry])
  for (const actor of ['content', 'client'] as const) expect(await entries(actor)).toEqual([])
})

const [field] = await db.sql<{ key: string }>(
  `insert into custom_field_defs (entity, label, type) values ('contact', 'עיר', 'text') returning key`,
)
const city = (value: string) => JSON.stringify({ [field!.key]: value })

test('a changed custom field emits a contact event; one written with a new contact belongs to its creation event', async () => {
  const events = (contact: string) =>
    db.sql('select type, payload from domain_events where contact_id = $1 order by id', [contact])
  const changed = { type: 'contact.updated', payload: { fields: ['custom'] } }
  const created = { type: 'contact.created', payload: { lifecycle: 'lead' } }
  const [added] = await db.sql<{ id: string }>(`insert into contacts (first_name) values ('תמר') returning id`)
  await db.as(as.sales, 'update contact_staff_details set custom = $2 where contact_id = $1', [added!.id, city('עכו')])
  await db.as(as.sales, 'update contact_staff_details set custom = $2 where contact_id = $1', [added!.id, city('עכו')])
  expect(await events(added!.id)).toEqual([created, changed])
  await db.sql(
    `do $$ begin
       insert into contacts (id, first_name) values ('00000000-0000-4000-8000-000000000001', 'דנה');
       update contact_staff_details set custom = '${city('צפת')}' where contact_id = '00000000-0000-4000-8000-000000000001';
     end $$`,
  )
  expect(await events('00000000-0000-4000-8000-000000000001')).toEqual([created])
})

test('custom fields of more than a hundred contacts changed in one statement are one audit log entry', async () => {
  const entries = () =>
    db.sql<{ after: object }>(
      `select after from audit_log where entity = 'contact_staff_details' and at >= $1::timestamptz order by id`,
      [start!.at],
    )
  await db.sql(`insert into contacts (first_name) select 'המון' from generate_series(1, 101)`)
  const [start] = await db.sql<{ at: string }>('select clock_timestamp()::text as at')
  const write = (value: string, max: number) =>
    db.sql(
      `update contact_staff_details set custom = $1 where contact_id in (
         select id from contacts where first_name = 'המון' order by id limit $2)`,
      [city(value), max],
    )
  await write('עכו', 101)
  expect(await entries()).toEqual([{ after: { count: 101, columns: ['custom'] } }])
  await write('צפת', 100)
  expect(await entries()).toHaveLength(101)
})

test('a client whose contact is in the bin sees neither the contact nor its records', async () => {
  const records = () =>
    db.as(
      as.client,
      `select 'contact' from contacts union all select 'contact point' from contact_points
       union all select 'activity' from activities where type = 'note'`,
    )
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm) values ($1, 'phone', '1', '+972500000011')`,
    [clientContact],
  )
  expect((await records()).length).toBeGreaterThan(1)
  await db.sql('update contacts set deleted_at = now() where id = $1', [clientContact])
  expect(await records()).toEqual([])
  await db.sql('update contacts set deleted_at = null where id = $1', [clientContact])
  expect((await records()).length).toBeGreaterThan(1)
})
