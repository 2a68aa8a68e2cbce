import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createFunctionList } from '#server/handlers.ts'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { testDependencies } from '../../../test/dependencies.ts'
import { testKernel } from '../../../test/kernel-app.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const dependencies = testDependencies()
const kernel: Awaited<ReturnType<typeof testKernel>> = await testKernel(db, {
  functions: createFunctionList({
    ...dependencies,
    files: {
      ...dependencies.files,
      read: async ({ bucket, key }) => {
        const answer = await kernel.app.inject({
          method: 'GET',
          url: `/storage/v1/object/authenticated/${bucket}/${key}`,
          headers: {
            apikey: kernel.tokens.anonKey,
            authorization: `Bearer ${await kernel.tokens.sign({ role: 'service_role' }, 600)}`,
          },
        })
        return answer.statusCode === 200 ? answer.rawPayload : undefined
      },
    },
  }),
})
const { app, tokens } = kernel
const id = async (sql: string, values?: unknown[]) => (await db.sql<{ id: string }>(sql, values))[0]!.id

async function account(email: string, role: string) {
  const user = await id('insert into auth.users (email) values ($1) returning id', [email])
  await db.sql('insert into user_roles (user_id, role) values ($1, $2)', [user, role])
  return user
}
const users = {
  ...ids,
  partner: await account('partner@example.com', 'client'),
  otherClient: await account('other@example.com', 'client'),
  otherCoach: await account('other-coach@example.com', 'coach'),
}
type Person = keyof typeof users
const all = {
  ...as,
  partner: { role: 'authenticated', sub: users.partner },
  otherClient: { role: 'authenticated', sub: users.otherClient },
  otherCoach: { role: 'authenticated', sub: users.otherCoach },
}

const home = await id(`insert into households (name) values ('משפחת לוי') returning id`)
const person = (user: string | null, owner: string, household: string | null) =>
  id(
    `insert into contacts (first_name, last_name, household_id, household_role, client_user_id, owner_id)
     values ('נועה', 'לוי', $1, case when $1::uuid is not null then 'partner' end, $2, $3) returning id`,
    [household, user, owner],
  )
const noa = await person(users.client, users.coach, home)
const partner = await person(users.partner, users.coach, home)
const stranger = await person(users.otherClient, users.otherCoach, null)
const withoutAccount = await person(null, users.coach, home)
await db.sql(`update contacts set household_role = 'child' where id = $1`, [withoutAccount])
const partnerOfColleague = await person(await account('third@example.com', 'client'), users.otherCoach, home)

async function tokenOf(person: Person) {
  return tokens.sign({ role: 'authenticated', sub: users[person], aud: 'authenticated' }, 600)
}
async function call(person: Person, name: string, body: object, headers: Record<string, string> = {}) {
  const answer = await app.inject({
    method: 'POST',
    url: `/functions/v1/${name}`,
    headers: { apikey: tokens.anonKey, authorization: `Bearer ${await tokenOf(person)}`, ...headers },
    payload: body,
  })
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
}

const pdf = (text: string) => `%PDF-1.7 ${text}`
const hash = (text: string) => createHash('sha256').update(pdf(text)).digest('hex')
async function document(contact: string, text: string, sharedWith: string | null = null) {
  const key = crypto.randomUUID()
  await db.as(all.owner, `insert into files (id, contact_id, name, shared_with) values ($1, $2, 'הסכם.pdf', $3)`, [
    key,
    contact,
    sharedWith,
  ])
  const answer = await app.inject({
    method: 'POST',
    url: `/storage/v1/object/files/${key}`,
    headers: {
      apikey: tokens.anonKey,
      authorization: `Bearer ${await tokenOf('owner')}`,
      'content-type': 'application/pdf',
    },
    payload: pdf(text),
  })
  expect(answer.statusCode).toBe(200)
  await db.as(all.owner, 'select note_file_stored($1)', [key])
  return key
}
const requests = (file: string) =>
  db.sql<{ id: string; contact_id: string; withdrawn: boolean; signed: boolean; sha256: string }>(
    `select id, contact_id, withdrawn_at is not null as withdrawn, signed_at is not null as signed, sha256
     from signature_requests where file_id = $1 order by requested_at, contact_id`,
    [file],
  )
async function requestSignature(text: string, signers: string[] = [noa], contact = noa) {
  const file = await document(contact, text)
  expect(await call('coach', 'ask-for-signature', { fileId: file, signers })).toEqual({ status: 200, body: {} })
  const rows = await requests(file)
  return { file, request: rows.find(({ contact_id }) => contact_id === signers[0])!.id }
}
const sign = (person: Person, requestId: string, text: string, fullName = 'נועה לוי') =>
  call(
    person,
    'sign-document',
    { requestId, fullName, sha256: hash(text) },
    { 'user-agent': 'Mozilla/5.0 (iPhone)', 'x-forwarded-for': '203.0.113.7' },
  )
const readers = async (request: string) =>
  (await whoMay(db, all, `select id from signature_requests where id = '${request}'`)).split(' ').toSorted().join(' ')

test('a signature stores the hash of the shown bytes, the typed name, the time, the account and the request metadata', async () => {
  const { request } = await requestSignature('א')
  const { status, body } = await sign('client', request, 'א', ' נועה  לוי ')
  expect(status).toBe(200)
  const [row] = await db.as(all.client, 'select * from signature_certificate($1)', [request])
  expect(row).toMatchObject({
    file_name: 'הסכם.pdf',
    sha256: hash('א'),
    signed_name: 'נועה לוי',
    signer_name: 'נועה לוי',
    signed_at: new Date(String(body['signedAt'])),
    signed_ip: expect.stringMatching(/^\d+\.\d+\.\d+\.\d+$/),
    signed_user_agent: 'Mozilla/5.0 (iPhone)',
  })
  expect(await db.sql(`select signed_account, signed_by from signature_requests where id = $1`, [request])).toEqual([
    { signed_account: expect.stringContaining('@'), signed_by: users.client },
  ])
})

test('a signature emits an event, a timeline entry and a notification to the coach', async () => {
  const { file, request } = await requestSignature('ב')
  await sign('client', request, 'ב')
  expect(await db.sql(`select type, contact_id, payload from domain_events where entity_id = $1`, [request])).toEqual([
    { type: 'document.signed', contact_id: noa, payload: { file_id: file, file_name: 'הסכם.pdf' } },
  ])
  expect(
    await db.sql(`select type, actor_kind from activities where related_id = $1 order by happened_at`, [request]),
  ).toEqual([
    { type: 'file.signature_asked', actor_kind: 'user' },
    { type: 'file.signed', actor_kind: 'contact' },
  ])
  expect(
    await db.sql(
      `select user_id, title, message from notifications where type = 'document.signed' and related_entity_id = $1 limit 1`,
      [noa],
    ),
  ).toEqual([{ user_id: users.coach, title: 'נחתם מסמך: נועה לוי', message: 'הסכם.pdf' }])
})

test('two concurrent submissions sign once, with one timestamp', async () => {
  const { request } = await requestSignature('ג')
  const answers = await Promise.all([
    sign('client', request, 'ג'),
    sign('client', request, 'ג', 'נועה כהן'),
    sign('client', request, 'ג'),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(answers.map(({ body }) => body['signedAt'])).size).toBe(1)
  expect(await db.sql(`select from domain_events where entity_id = $1`, [request])).toHaveLength(1)
})

test('signing is refused if the bytes differ from the requested document', async () => {
  const { request } = await requestSignature('ד')
  expect(await sign('client', request, 'אחר')).toMatchObject({ status: 409, body: { code: 'document_changed' } })
  expect(await sign('client', request, 'ד', 'נועה')).toMatchObject({ status: 422 })
  expect(await db.sql(`select from signature_requests where id = $1 and signed_at is not null`, [request])).toEqual([])
})

test.each(['partner', 'otherClient', 'coach', 'owner'] as const)('a request cannot be signed by %s', async (actor) => {
  const { request } = await requestSignature(`ה${actor}`, [noa, partner])
  const { status } = await sign(actor, request, `ה${actor}`)
  expect([403, 404]).toContain(status)
  expect(await db.sql(`select from signature_requests where id = $1 and signed_at is not null`, [request])).toEqual([])
})

test('a private document can be read by its signer and staff, a shared one also by the partner', async () => {
  const own = await requestSignature('ו')
  expect(await readers(own.request)).toBe('admin client coach owner sales')
  const shared = await requestSignature('ז', [noa, partner])
  expect(await readers(shared.request)).toBe('admin client coach owner partner sales')
  await sign('client', shared.request, 'ז')
  await expect(db.as(all.partner, 'select * from signature_certificate($1)', [shared.request])).rejects.toMatchObject({
    message: 'signature_gone',
  })
  await expect(db.as(all.partner, 'select signed_ip from signature_requests')).rejects.toMatchObject({ code: '42501' })
})

test('a signed row cannot be changed, not even by the service role', async () => {
  const { file, request } = await requestSignature('ח')
  await sign('client', request, 'ח')
  for (const change of [
    `signed_name = 'דנה לוי'`,
    `signed_at = now()`,
    'withdrawn_at = now()',
    `sha256 = repeat('0', 64)`,
  ])
    // oxlint-disable-next-line no-await-in-loop
    await expect(db.sql(`update signature_requests set ${change} where id = $1`, [request])).rejects.toThrow()
  for (const claims of [all.owner, all.client, { role: 'service_role' }])
    // oxlint-disable-next-line no-await-in-loop
    await expect(db.as(claims, 'delete from signature_requests where id = $1', [request])).rejects.toMatchObject({
      code: '42501',
    })
  await expect(db.as(all.coach, 'select withdraw_signature_request($1)', [request])).rejects.toMatchObject({
    message: 'signature_final',
  })
  for (const change of ['deleted_at = now()', 'shared_with = null'])
    // oxlint-disable-next-line no-await-in-loop
    await expect(db.as(all.owner, `update files set ${change} where id = $1`, [file])).rejects.toMatchObject({
      message: 'document_signed',
    })
})

test('neither a withdrawn request nor a document in the bin can be signed', async () => {
  const withdrawn = await requestSignature('ט')
  await db.as(all.coach, 'select withdraw_signature_request($1)', [withdrawn.request])
  expect(await sign('client', withdrawn.request, 'ט')).toMatchObject({ status: 404, body: { code: 'signature_gone' } })
  const binned = await requestSignature('י')
  await db.as(all.owner, 'update files set deleted_at = now() where id = $1', [binned.file])
  expect(await sign('client', binned.request, 'י')).toMatchObject({ status: 404 })
  await db.as(
    all.owner,
    `select delete_for_good(jsonb_build_array(jsonb_build_object('entity', 'files', 'id', $1::text)))`,
    [binned.file],
  )
  expect(await db.sql('select from signature_requests where id = $1', [binned.request])).toEqual([])
})

test('replacing a document requests new signatures from the same signers, and existing signatures stay', async () => {
  const former = await requestSignature('כ', [noa, partner])
  await sign('client', former.request, 'כ')
  const newer = await document(noa, 'כא')
  expect(await call('coach', 'replace-document', { fileId: former.file, replacementId: newer })).toEqual({
    status: 200,
    body: {},
  })
  expect(await requests(newer)).toEqual(
    [noa, partner]
      .toSorted()
      .map((contact_id) => expect.objectContaining({ contact_id, signed: false, sha256: hash('כא') })),
  )
  const before = await requests(former.file)
  expect(before.find(({ contact_id }) => contact_id === noa)).toMatchObject({ signed: true, withdrawn: false })
  expect(before.find(({ contact_id }) => contact_id === partner)).toMatchObject({ signed: false, withdrawn: true })
})

test('an unsigned document is moved to the bin when it is replaced', async () => {
  const former = await requestSignature('ל')
  const newer = await document(noa, 'לא')
  await call('coach', 'replace-document', { fileId: former.file, replacementId: newer })
  expect(await db.sql('select deleted_at is not null as gone from files where id = $1', [former.file])).toEqual([
    { gone: true },
  ])
  expect(await sign('client', former.request, 'ל')).toMatchObject({ status: 404 })
})

test.each([
  ['someone without an account', 'coach', [withoutAccount], null, 422, 'signer_without_account'],
  ['another household', 'owner', [stranger], null, 422, 'signer_without_account'],
  ['the partner for a private document', 'coach', [noa, partner], 'client', 422, 'document_private'],
  ['a client of another coach', 'otherCoach', [noa], null, 404, 'document_gone'],
  [
    'the partner, who is a client of another coach',
    'coach',
    [partnerOfColleague],
    'household',
    422,
    'signer_of_colleague',
  ],
] as const)('requesting a signature from %s is refused', async (_who, by, signers, sharedWith, status, code) => {
  const file = await document(noa, 'מ', sharedWith)
  expect(await call(by, 'ask-for-signature', { fileId: file, signers })).toMatchObject({ status, body: { code } })
  expect(await requests(file)).toEqual([])
})

test('a repeated request to a signer creates one request, and one message in their own thread', async () => {
  const written = (person: Person) =>
    db.as<{ body: string; author_kind: string }>(
      all[person],
      `select m.body, m.author_kind from thread_messages m where m.body like '%חתימתכם%' order by m.created_at, m.id`,
    )
  const [before, beforeOfPartner] = [await written('client'), await written('partner')]
  const { file } = await requestSignature('נ')
  const message = { author_kind: 'staff', body: expect.stringContaining('הסכם.pdf') }
  expect(await written('client')).toEqual([...before, message])
  await call('coach', 'ask-for-signature', { fileId: file, signers: [noa] })
  expect(await requests(file)).toHaveLength(1)
  expect(await written('client')).toHaveLength(before.length + 1)
  expect(await written('partner')).toEqual(beforeOfPartner)
})

test("a signature request neither answers a client's question nor reopens a settled thread", async () => {
  const { id: thread } = (await db.as<{ id: string }>(all.client, 'select open_thread($1, false) as id', [noa]))[0]!
  const shown = async (person: Person) =>
    (
      await db.as<{ last_words: string; unread: number; waits: boolean }>(
        all[person],
        'select last_words, unread::int, waits from inbox_threads() where id = $1',
        [thread],
      )
    )[0]
  for (const actor of ['coach', 'client'] as const)
    // oxlint-disable-next-line no-await-in-loop
    await db.as(all[actor], 'select mark_thread_read($1)', [thread])
  await db.as(all.client, 'insert into thread_messages (thread_id, body) values ($1, $2)', [thread, 'מה עם ההחזר?'])
  await requestSignature('ע')
  expect(await shown('coach')).toEqual({ last_words: 'מה עם ההחזר?', unread: 1, waits: true })
  expect(await shown('client')).toMatchObject({ last_words: expect.stringContaining('הסכם.pdf'), unread: 1 })
  await db.as(all.coach, 'select settle_thread($1, now())', [thread])
  await requestSignature('פ')
  expect(await shown('coach')).toMatchObject({ waits: false })
})

test.each(['client', 'coach', 'owner'] as const)('%s cannot mark a message as automatic', async (actor) => {
  const [thread] = await db.as<{ id: string }>(all.client, 'select open_thread($1, false) as id', [noa])
  await expect(
    db.as(all[actor], `insert into thread_messages (thread_id, body, is_automatic) values ($1, 'שלום', true)`, [
      thread!.id,
    ]),
  ).rejects.toMatchObject({ code: '42501' })
})

test('a request to a demo client is demo data and sends no mail', async () => {
  const demo = await id(
    `insert into contacts (first_name, owner_id, client_user_id, is_demo) values ('דמו', $1, $2, true) returning id`,
    [users.coach, await account('demo@example.com', 'client')],
  )
  await requestSignature('דמו', [demo], demo)
  expect(
    await db.sql(
      `select t.is_demo as thread, m.is_demo as message from threads t join thread_messages m on m.thread_id = t.id where t.contact_id = $1`,
      [demo],
    ),
  ).toEqual([{ thread: true, message: true }])
  expect(await db.sql('select from scheduled_messages where contact_id = $1', [demo])).toEqual([])
})

test("a client's export contains their signatures; erasing a signer deletes the file but not the partner's signature", async () => {
  const { request, file } = await requestSignature('ס', [partner, noa])
  await sign('partner', request, 'ס', 'דן לוי')
  const [own] = await db.as<{ data: { signatures: { id: string; signed_name: string }[] } }>(
    all.partner,
    'select my_data() as data',
  )
  expect(own!.data.signatures).toContainEqual(expect.objectContaining({ id: request, signed_name: 'דן לוי' }))
  await db.as(all.owner, 'select forget_person($1, (select version from contacts where id = $1))', [noa])
  expect(await db.sql('select from files where id = $1', [file])).toEqual([])
  expect(await db.sql('select file_id, sha256 from signature_requests where id = $1', [request])).toEqual([
    { file_id: null, sha256: hash('ס') },
  ])
  expect(await db.sql('select from signature_requests where contact_id = $1', [noa])).toEqual([])
  expect(await db.as(all.partner, 'select signed_name from signature_certificate($1)', [request])).toEqual([
    { signed_name: 'דן לוי' },
  ])
})
