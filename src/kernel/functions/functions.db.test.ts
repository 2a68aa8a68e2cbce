import { FunctionsHttpError, FunctionsRelayError, createClient } from '@supabase/supabase-js'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../../../test/database.ts'
import { testApi, testTokens } from '../../../test/api-server.ts'
import { Refusal } from '../errors.ts'
import { createFunctions } from './dispatch.ts'
import { defineFunction } from './functions.ts'

const db = await testDatabase()
const tokens = await testTokens()

await db.sql(`
  create table visits (name text constraint name_taken unique, by uuid, constraint not_too_long check (length(name) < 20));
  alter table visits enable row level security;
  grant all on visits to service_role;
  grant select, insert on visits to authenticated;
  create policy "people write down their own visits" on visits for insert to authenticated with check (by = (select auth.uid()));
  create policy "and read them" on visits for select to authenticated using (by = (select auth.uid()));
  create table favourites (id uuid);
  grant select on favourites to authenticated;
`)

const Named = z.object({ name: z.string().min(2, 'נא למלא שם') })
const Nothing = z.object({})
const CallerRow = z.object({ role: z.string(), uid: z.string().nullable() })
const asUser = { input: Nothing, output: CallerRow }
const select = 'select current_user as role, auth.uid() as uid'

const functions = [
  defineFunction({ ...asUser, name: 'for-anyone', caller: 'anyone', run: ({ db: rows }) => rows.one(select) }),
  defineFunction({ ...asUser, name: 'for-users', caller: 'signed-in', run: ({ db: rows }) => rows.one(select) }),
  defineFunction({ ...asUser, name: 'for-service', caller: 'service', run: ({ db: rows }) => rows.one(select) }),
  defineFunction({
    ...asUser,
    name: 'as-service',
    caller: 'signed-in',
    as: 'service',
    run: ({ db: rows }) => rows.one(select),
  }),
  defineFunction({
    name: 'for-favourites',
    caller: async (rows) =>
      (await rows.one<{ is: boolean }>('select exists (select from favourites where id = auth.uid()) as is')).is,
    as: 'service',
    input: Named,
    output: CallerRow,
    run: ({ db: rows }) => rows.one(select),
  }),
  defineFunction({
    name: 'visit',
    caller: 'anyone',
    as: 'service',
    refusals: { name_taken: 'כבר ביקרת כאן', closed: 'סגור עכשיו' },
    input: Named,
    output: z.object({ visits: z.number() }),
    async run({ input, db: rows }) {
      await rows.query('insert into visits (name) values ($1)', [input.name])
      if (input.name === 'refused') throw new Refusal('refused_guest', 409, 'לא הפעם', { name: 'לא' })
      if (input.name === 'closed')
        await rows.query(`do $$ begin raise exception 'closed' using errcode = 'PT423'; end $$`)
      if (input.name === 'broken') throw new Error('a secret of ours')
      if (input.name === 'wrong') return { visits: 'many' as unknown as number }
      if (input.name === 'slow') await rows.query('select pg_sleep(60)')
      return rows.one('select count(*)::int as visits from visits')
    },
    timeoutMs: 5_000,
  }),
  defineFunction({
    name: 'own-visit',
    caller: 'signed-in',
    input: z.object({ by: z.uuid() }),
    output: z.void(),
    async run({ input, db: rows }) {
      await rows.query('insert into visits (by) values ($1)', [input.by])
    },
  }),
  defineFunction({
    ...asUser,
    name: 'rate-limited',
    caller: 'anyone',
    perClient: { burst: 2, refillMs: 60_000 },
    run: ({ db: rows }) => rows.one(select),
  }),
  defineFunction({
    name: 'ignores-timeout',
    caller: 'anyone',
    timeoutMs: 100,
    input: Nothing,
    output: Nothing,
    async run({ db: rows }) {
      await new Promise((resolve) => setTimeout(resolve, 300))
      afterTime.resolve(await rows.query('select 1').catch((error: Error) => error.name))
      return {}
    },
  }),
  defineFunction({
    name: 'echo',
    caller: 'anyone',
    verify: false,
    methods: ['GET', 'POST', 'DELETE'],
    input: z.unknown(),
    output: z.unknown(),
    run: async ({ input, request: { method, path, query } }) => {
      const shown = input instanceof Uint8Array ? [...input] : input instanceof File ? input.name : input
      return { shown, method, path, query }
    },
  }),
  defineFunction({
    name: 'stream',
    caller: 'anyone',
    input: Nothing,
    output: z.instanceof(Response),
    run: async () =>
      new Response(new Blob(['data: 1\n\n']).stream(), {
        status: 201,
        headers: { 'content-type': 'text/event-stream' },
      }),
  }),
]
const afterTime = Promise.withResolvers<unknown>()

const { routes, invoke } = createFunctions({ pool: db.authenticator, functions, log: fastify().log })
const { url } = await testApi(tokens, '/functions/v1', routes, (path) => path.startsWith('/echo'))

const sub = crypto.randomUUID()
const user = createClient(url, tokens.anonKey, { accessToken: () => tokens.signIn({ sub }) }).functions
const visitor = createClient(url, tokens.anonKey, { auth: { persistSession: false } }).functions
const service = createClient(url, tokens.serviceRoleKey, { auth: { persistSession: false } }).functions
const callers = { visitor, user, service }

test.each<[string, keyof typeof callers, number, object]>([
  ['for-anyone', 'visitor', 200, { role: 'anon', uid: null }],
  ['for-anyone', 'user', 200, { role: 'authenticated', uid: sub }],
  ['for-users', 'visitor', 401, { code: 'not_signed_in' }],
  ['for-users', 'user', 200, { role: 'authenticated', uid: sub }],
  ['for-users', 'service', 200, { role: 'service_role', uid: null }],
  ['for-service', 'visitor', 401, { code: 'not_signed_in' }],
  ['for-service', 'user', 403, { code: 'not_allowed' }],
  ['for-service', 'service', 200, { role: 'service_role', uid: null }],
  ['as-service', 'visitor', 401, { code: 'not_signed_in' }],
  ['as-service', 'user', 200, { role: 'service_role', uid: sub }],
  ['for-favourites', 'visitor', 401, { code: 'not_signed_in' }],
  ['for-favourites', 'user', 403, { code: 'not_allowed' }],
])('%s called by a %s responds with %i', async (name, caller, status, expected) => {
  const { data, error, response } = await callers[caller].invoke(name, { body: {} })
  expect(response?.status).toBe(status)
  expect(data ?? (await error.context.json())).toMatchObject(expected)
})

test('a predicate authorizes the caller before the input is validated', async () => {
  await db.sql('insert into favourites values ($1)', [sub])
  const wrong = await user.invoke('for-favourites', { body: {} })
  expect([wrong.response?.status, (await wrong.error.context.json()).code]).toEqual([422, 'invalid_input'])
  const right = await user.invoke('for-favourites', { body: { name: 'דנה' } })
  expect(right.data).toEqual({ role: 'service_role', uid: sub })
})

test.each<[string, unknown, number, object]>([
  ['no name', {}, 422, { code: 'invalid_input', fields: { name: expect.any(String) } }],
  [
    'a name that is too short',
    { name: 'א' },
    422,
    { code: 'invalid_input', message: 'נא למלא שם', fields: { name: 'נא למלא שם' } },
  ],
  ['a list', [], 422, { code: 'invalid_input' }],
  [
    'an input that the function refuses',
    { name: 'refused' },
    409,
    { code: 'refused_guest', message: 'לא הפעם', fields: { name: 'לא' } },
  ],
  ['a taken name', { name: 'taken' }, 409, { code: 'name_taken', message: 'כבר ביקרת כאן' }],
  ['a refusal raised in SQL', { name: 'closed' }, 423, { code: 'closed', message: 'סגור עכשיו' }],
  ['a violated constraint without a refusal text', { name: 'a'.repeat(30) }, 500, { code: 'unexpected_failure' }],
  ['a failure', { name: 'broken' }, 500, { code: 'unexpected_failure' }],
  ['an output of the wrong shape', { name: 'wrong' }, 500, { code: 'unexpected_failure' }],
])('%s gets its status and error code, and is rolled back', async (_, body, status, expected) => {
  await db.sql(`insert into visits (name) values ('taken') on conflict do nothing`)
  const { error, response } = await visitor.invoke('visit', { body: body as object })
  expect(error).toBeInstanceOf(FunctionsHttpError)
  expect(response?.status).toBe(status)
  const text = await error.context.text()
  expect(JSON.parse(text)).toMatchObject(expected)
  expect(text).not.toMatch(/secret|not_too_long|visits/)
  expect(await db.sql('select name from visits')).toEqual([{ name: 'taken' }])
})

test('a function that runs as the caller cannot write rows that the caller’s policies forbid', async () => {
  const others = await user.invoke('own-visit', { body: { by: crypto.randomUUID() } })
  expect([others.response?.status, (await others.error.context.json()).code]).toEqual([403, 'not_allowed'])
  const own = await user.invoke('own-visit', { body: { by: sub } })
  expect([own.error, own.response?.status]).toEqual([null, 204])
})

test.each([
  ['no JSON', 'not json', 'application/json', 400, 'invalid_json'],
  ['truncated JSON', '{"name":', 'application/json', 400, 'invalid_json'],
  ['text', 'just text', 'text/plain', 422, 'invalid_input'],
  ['an unterminated form', '--x', 'multipart/form-data; boundary=x', 400, 'invalid_form'],
  [
    'beyond the size limit',
    JSON.stringify({ name: 'x'.repeat(2_000_000) }),
    'application/json',
    413,
    'payload_too_large',
  ],
])('a body that is %s is refused', async (_, body, type, status, code) => {
  const headers = { apikey: tokens.anonKey, 'content-type': type }
  const response = await fetch(`${url}/functions/v1/visit`, { method: 'POST', headers, body })
  expect([response.status, (await response.json()).code]).toEqual([status, code])
})

test('an unknown function, a bad token and a timeout are relay errors', async () => {
  const unknown = await visitor.invoke('nosuch')
  expect([unknown.response?.status, unknown.error]).toEqual([404, expect.any(FunctionsRelayError)])
  const slow = await visitor.invoke('visit', { body: { name: 'slow' } })
  expect([slow.response?.status, slow.error]).toEqual([504, expect.any(FunctionsRelayError)])
  const token = await (await testTokens()).signIn()
  const forged = await visitor.invoke('for-anyone', { headers: { authorization: `Bearer ${token}` }, body: {} })
  expect([forged.response?.status, forged.error]).toEqual([401, expect.any(FunctionsRelayError)])
  const keyless = await fetch(`${url}/functions/v1/for-anyone`, { method: 'POST' })
  expect(keyless.status).toBe(401)
})

test('a function that continues after its timeout cannot reach the database', async () => {
  expect((await visitor.invoke('ignores-timeout')).response?.status).toBe(504)
  expect(await afterTime.promise).toBe('TimeoutError')
})

test('every body type, sub-path and declared method reaches the function, and other methods get 405', async () => {
  const send = async (path: string, init: RequestInit) => (await fetch(`${url}/functions/v1/echo${path}`, init)).json()
  expect(await send('/a/b?x=1', {})).toEqual({ shown: { x: '1' }, method: 'GET', path: 'a/b', query: { x: '1' } })
  expect(await send('', { method: 'POST', body: 'שלום', headers: { 'content-type': 'text/plain' } })).toMatchObject({
    shown: 'שלום',
  })
  expect(
    await send('', {
      method: 'POST',
      body: new Uint8Array([1, 2]),
      headers: { 'content-type': 'application/octet-stream' },
    }),
  ).toMatchObject({ shown: [1, 2] })
  const form = new FormData()
  form.append('name', 'דנה')
  form.append('tag', 'א')
  form.append('tag', 'ב')
  expect(await send('', { method: 'POST', body: form })).toMatchObject({ shown: { name: 'דנה', tag: ['א', 'ב'] } })
  expect(await send('', { method: 'DELETE' })).toMatchObject({ shown: {}, method: 'DELETE' })
  const put = await fetch(`${url}/functions/v1/echo`, { method: 'PUT' })
  expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, POST, DELETE'])
  const streamed = await visitor.invoke('stream')
  expect([streamed.response?.status, await (streamed.data as Response).text()]).toEqual([201, 'data: 1\n\n'])
})

test('functions can be called in-process, with the same refusals', async () => {
  const caller = { claims: { role: 'anon' } }
  await expect(invoke('for-users', {}, { caller })).rejects.toMatchObject({ code: 'not_signed_in', status: 401 })
  expect(await invoke('for-anyone', {}, { caller })).toEqual({ role: 'anon', uid: null })
})

test('calls are rate limited per client; service calls are not', async () => {
  const call = (ip: string, role = 'anon') =>
    invoke('rate-limited', {}, { caller: { claims: { role } }, ip }).then(
      () => 'ok',
      (error: Refusal) => error.code,
    )
  const from = '203.0.113.9'
  expect([await call(from), await call(from), await call(from)]).toEqual(['ok', 'ok', 'too_many_requests'])
  expect(await call('203.0.113.10')).toBe('ok')
  expect(await call(from, 'service_role')).toBe('ok')
  expect([await call('127.0.0.1'), await call('127.0.0.1'), await call('127.0.0.1')]).toEqual(['ok', 'ok', 'ok'])
})

test.each([
  ['application/x-www-form-urlencoded', Array.from({ length: 60_000 }, (_, i) => `${i}=`).join('&')],
  [
    'multipart/form-data; boundary=B',
    `${Array.from({ length: 5000 }, (_, i) => `--B\r\ncontent-disposition: form-data; name="${i}"\r\n\r\n\r\n`).join('')}--B--\r\n`,
  ],
])('a form of %s with thousands of fields is refused immediately', async (type, body) => {
  const began = process.cpuUsage()
  const response = await fetch(`${url}/functions/v1/echo`, { method: 'POST', headers: { 'content-type': type }, body })
  expect(await response.json()).toMatchObject({ code: 'invalid_form' })
  // CPU time: wall-clock time depends on the load of the machine.
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(2000)
})
