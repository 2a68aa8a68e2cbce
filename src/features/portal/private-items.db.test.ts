// Private items of one partner are not exposed to the other: neither by realtime changes, nor as bytes, nor by search.
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { eventually } from '../../../test/eventually.ts'
import { testKernel } from '../../../test/kernel-app.ts'

const db = await testDatabase()
const { app, tokens } = await testKernel(db)
const url = await app.listen({ port: 0, host: '127.0.0.1' })
const id = async (sql: string, values?: unknown[]) =>
  (await db.sql<{ id: string }>(`${sql} returning id`, values))[0]!.id

const clients: SupabaseClient[] = []
afterAll(() => Promise.all(clients.map(({ realtime }) => realtime.disconnect())))
const home = await id(`insert into households (name) values ('לוי')`)
async function makePartner(name: string) {
  const user = await id('insert into auth.users (email) values ($1)', [`${name}@example.com`])
  await db.sql(`insert into user_roles (user_id, role) values ($1, 'client')`, [user])
  const contact = await id(
    `insert into contacts (first_name, household_id, household_role, client_user_id) values ($1, $2, 'partner', $3)`,
    [name, home, user],
  )
  const token = await tokens.sign({ role: 'authenticated', sub: user, aud: 'authenticated' }, 3600)
  const client = createClient(url, tokens.anonKey, { accessToken: async () => token })
  clients.push(client)
  return { contact, client }
}
const noa = await makePartner('noa')
const itay = await makePartner('itay')

const template = await id(`insert into process_templates (name) values ('ליווי')`)
const stage = await id(
  `insert into process_stages (template_id, name, stage_order, stage_type) values ($1, 'מיפוי', 1, 'document')`,
  [template],
)
const payslips = await id(`insert into stage_documents (stage_id, position, name) values ($1, 1, 'תלושים')`, [stage])
const process = await id(
  'insert into client_processes (contact_id, household_id, process_template_id) values ($1, $2, $3)',
  [noa.contact, home, template],
)
const instance = await id(
  `insert into process_stage_instances (client_process_id, process_stage_id, status) values ($1, $2, 'active')`,
  [process, stage],
)

type SharedWith = 'client' | 'household'
const task = (sharedWith: SharedWith, name: string) =>
  id('insert into tasks (name, contact_id, shared_with) values ($1, $2, $3)', [name, noa.contact, sharedWith])
const file = (sharedWith: SharedWith, name: string) =>
  id('insert into files (name, contact_id, shared_with, stored_at) values ($1, $2, $3, now())', [
    name,
    noa.contact,
    sharedWith,
  ])
async function sentDocument(sharedWith: SharedWith, name: string) {
  const of = await file(sharedWith, name)
  await db.sql(
    `insert into stage_document_files (file_id, stage_instance_id, stage_document_id, status, reason, decided_at)
     values ($1, $2, $3, 'returned', 'חסר עמוד', now())`,
    [of, instance, payslips],
  )
  return of
}
const threads = {
  client: await id('insert into threads (contact_id) values ($1)', [noa.contact]),
  household: await id('insert into threads (contact_id, household_id) values ($1, $2)', [noa.contact, home]),
}
const message = (sharedWith: SharedWith, body: string) =>
  id(`insert into thread_messages (thread_id, author_kind, body) values ($1, 'staff', $2)`, [threads[sharedWith], body])

/** Collects the rows of a table received as realtime changes from now on. */
async function watch({ client }: typeof noa, table: string) {
  const rows: Record<string, unknown>[] = []
  const answers: unknown[] = []
  client
    .channel(crypto.randomUUID())
    .on('postgres_changes', { event: '*', schema: 'public', table }, (change) => rows.push(change.new, change.old))
    .on('system', {}, (answer) => answers.push(answer))
    .subscribe()
  await eventually(() => expect(answers).toHaveLength(1))
  return rows
}

test.each([
  ['tasks', 'id', task],
  ['files', 'id', file],
  ['stage_document_files', 'file_id', sentDocument],
  ['thread_messages', 'id', message],
] as const)(
  '%s: a change of a private row is sent to its client, and not to the partner',
  async (table, key, write) => {
    const [ofNoa, ofItay] = [await watch(noa, table), await watch(itay, table)]
    const ownRow = await write('client', 'פרטי')
    const shared = await write('household', 'משותף')
    // The feed preserves the order of writes: earlier rows were already filtered when the shared row arrives.
    await eventually(() => expect(ofItay.map((row) => row[key])).toContain(shared))
    await eventually(() => expect(ofNoa.map((row) => row[key])).toEqual(expect.arrayContaining([ownRow, shared])))
    expect(JSON.stringify(ofItay)).not.toContain(ownRow)
  },
)

test('the bytes of a private file are denied to the partner: directly, by link, and in listings', async () => {
  const [ownFile, shared] = [await sentDocument('client', 'תלוש.pdf'), await sentDocument('household', 'חוזה.pdf')]
  for (const name of [ownFile, shared])
    await db.sql(`insert into storage.objects (bucket_id, name, metadata) values ('files', $1, '{}')`, [name])
  const bucket = ({ client }: typeof noa) => client.storage.from('files')
  expect((await bucket(noa).createSignedUrl(ownFile, 60)).data?.signedUrl).toContain(ownFile)
  expect((await bucket(itay).createSignedUrl(shared, 60)).data?.signedUrl).toContain(shared)
  expect((await bucket(itay).createSignedUrl(ownFile, 60)).error).not.toBeNull()
  expect((await bucket(itay).download(ownFile)).error).not.toBeNull()
  const listed = (await bucket(itay).list()).data!.map(({ name }) => name)
  expect(listed).toContain(shared)
  expect(listed).not.toContain(ownFile)
})

test('the partner cannot find private items by filters, by the search of contacts and notes, or in the data export', async () => {
  const word = 'סודייייי'
  await task('client', word)
  await sentDocument('client', `${word}.pdf`)
  await message('client', word)
  await db.sql(
    `insert into activities (type, actor_kind, contact_id, title_cache, payload) values ('note', 'user', $1, '', jsonb_build_object('text', $2::text))`,
    [noa.contact, word],
  )
  const found = async ({ client }: typeof noa) => {
    const counts: Record<string, number> = {}
    for (const [table, column] of [
      ['tasks', 'name'],
      ['files', 'name'],
      ['thread_messages', 'body'],
    ] as const)
      counts[table] = (await client.from(table).select('id').ilike(column, `%${word}%`).throwOnError()).data.length
    counts['notes'] = ((await client.rpc('search_notes', { query: word }).throwOnError()).data as unknown[]).length
    counts['contacts'] = (
      (await client.rpc('search_contacts', { query: word }).throwOnError()).data as unknown[]
    ).length
    return counts
  }
  expect(await found(noa)).toEqual({ tasks: 1, files: 1, thread_messages: 1, notes: 0, contacts: 0 })
  expect(await found(itay)).toEqual({ tasks: 0, files: 0, thread_messages: 0, notes: 0, contacts: 0 })
  const { data } = await itay.client.rpc('my_data').throwOnError()
  expect(JSON.stringify(data)).toContain(itay.contact)
  expect(JSON.stringify(data)).not.toContain(word)
})
