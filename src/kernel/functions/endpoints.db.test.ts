import { once } from 'node:events'
import { type IncomingMessage, request as ask } from 'node:http'
import { FunctionsHttpError, FunctionsRelayError, createClient } from '@supabase/supabase-js'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../../../test/database.ts'
import { testApi, testTokens } from '../../../test/api-server.ts'
import { Refusal } from '../errors.ts'
import { createFunctions } from './dispatch.ts'
import { defineEndpoint, defineFunction } from './functions.ts'

const db = await testDatabase()
const tokens = await testTokens()
const callerQuery = 'select current_user as role, auth.uid() as uid'

await db.sql(`
  create table notes (text text constraint note_taken unique, meta jsonb);
  grant all on notes to service_role;
  alter role authenticated in database ${(await db.sql<{ name: string }>('select current_database() as name'))[0]!.name} set statement_timeout = '3s';
`)

const disconnected = Promise.withResolvers<string>()
const stalled = Promise.withResolvers<unknown>()
const functions = [
  defineEndpoint({
    name: 'echo',
    caller: 'anyone',
    verify: false,
    bodyLimit: 200_000,
    async fetch(request, { path, caller }) {
      const { pathname, search } = new URL(request.url)
      const body = [...new Uint8Array(await request.arrayBuffer())]
      const type = request.headers.get('content-type')
      return Response.json({
        method: request.method,
        pathname,
        search,
        path,
        type,
        size: body.length,
        role: caller.claims.role,
      })
    },
  }),
  defineEndpoint({
    name: 'form',
    caller: 'anyone',
    async fetch(request) {
      const form = await request.formData()
      form.append('seen', 'כן')
      return new Response(form)
    },
  }),
  defineEndpoint({
    name: 'counts',
    caller: 'anyone',
    async fetch(request) {
      let size = 0
      for await (const chunk of request.body!) size += chunk.length
      return new Response(String(size), { headers: { 'set-cookie': 'a=1', 'x-own': 'yes', 'transfer-encoding': 'x' } })
    },
  }),
  defineEndpoint({
    name: 'events',
    caller: 'anyone',
    fetch(request) {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
      const writer = writable.getWriter()
      const writeText = (text: string) => writer.write(new TextEncoder().encode(text))
      request.signal.addEventListener('abort', () => disconnected.resolve(new URL(request.url).search))
      void writeText('data: 1\n\n').catch(() => {})
      return new Response(readable, { headers: { 'content-type': 'text/event-stream' } })
    },
  }),
  defineEndpoint({
    name: 'always-ready',
    caller: 'anyone',
    fetch: () => new Response(new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(9)) })),
  }),
  defineEndpoint({
    name: 'breaks-off',
    caller: 'anyone',
    fetch: () =>
      new Response(
        new ReadableStream({
          start(stream) {
            stream.enqueue(new TextEncoder().encode('half'))
            setTimeout(() => stream.error(new Error('a secret of ours')), 20)
          },
        }),
      ),
  }),
  defineEndpoint({ name: 'slow', caller: 'anyone', timeoutMs: 100, fetch: () => new Promise(() => {}) }),
  defineEndpoint({
    name: 'stalls',
    caller: 'anyone',
    timeoutMs: 100,
    fetch: async (request) => new Response(await request.text().catch((error) => (stalled.resolve(error), 'stalled'))),
  }),
  defineEndpoint({
    name: 'never-ends',
    caller: 'anyone',
    timeoutMs: 150,
    fetch: () => new Response(new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(3)) })),
  }),
  defineEndpoint({ name: 'unread', caller: 'anyone', fetch: () => new Response('enough', { status: 202 }) }),
  defineEndpoint({
    name: 'fails',
    caller: 'anyone',
    refusals: { note_taken: 'כבר נכתב' },
    as: 'service',
    async fetch(request, { transaction }) {
      const how = await request.text()
      if (how === 'refusal') throw new Refusal('not_today', 409, 'לא היום')
      if (how === 'no response') return undefined as unknown as Response
      if (how === 'error response') return Response.error()
      if (how === 'taken') await transaction((rows) => rows.query(`insert into notes (text) values ('a'), ('a')`))
      throw new Error('a secret of ours')
    },
  }),
  defineEndpoint({
    name: 'works',
    caller: 'signed-in',
    as: 'service',
    fetch: async (_request, { transaction }) => Response.json(await transaction((rows) => rows.one(callerQuery))),
  }),
  defineEndpoint({
    name: 'reads',
    caller: 'signed-in',
    fetch: async (_request, { transaction }) => Response.json(await transaction((rows) => rows.one(callerQuery))),
  }),
  defineEndpoint({
    name: 'denied',
    caller: async (rows) => (await rows.one<{ no: boolean }>('select false as no')).no,
    fetch: () => new Response('never'),
  }),
  defineFunction({
    name: 'sleep',
    caller: 'anyone',
    input: z.object({}),
    output: z.unknown(),
    run: ({ db: rows }) => rows.query('select pg_sleep(60)'),
  }),
  defineFunction({
    name: 'kinds',
    caller: 'anyone',
    input: z.string(),
    output: z.unknown(),
    run: async ({ input }) =>
      ({
        text: 'שלום',
        bytes: new Uint8Array([1, 2, 3]),
        blob: new Blob(['%PDF'], { type: 'application/pdf' }),
        form: Object.entries({ a: '1' }).reduce(
          (form, [name, value]) => (form.append(name, value), form),
          new FormData(),
        ),
        nothing: undefined,
        null: null,
        number: 7,
        bigint: 7n,
        empty: new Response(null, { status: 202 }),
      })[input],
  }),
  defineFunction({
    name: 'keep',
    caller: 'anyone',
    as: 'service',
    input: z.object({ text: z.string().optional(), meta: z.unknown().optional() }),
    output: z.object({ stored: z.boolean() }),
    async run({ input, db: rows }) {
      await rows.query('insert into notes (text, meta) values ($1, $2)', [
        input.text,
        JSON.stringify(input.meta ?? null),
      ])
      return { stored: true }
    },
  }),
  defineFunction({
    name: 'asks',
    caller: 'anyone',
    methods: ['GET'],
    input: z.strictObject({ tag: z.union([z.string(), z.array(z.string())]) }),
    output: z.object({ tag: z.unknown() }),
    run: async ({ input }) => input,
  }),
]

const { routes, invoke } = createFunctions({
  pool: db.authenticator,
  functions,
  log: fastify().log,
  origin: 'https://example.org',
})
const { url } = await testApi(tokens, '/functions/v1', routes, (path) => path.startsWith('/echo'))
const sub = crypto.randomUUID()
const visitor = createClient(url, tokens.anonKey, { auth: { persistSession: false } }).functions
const user = createClient(url, tokens.anonKey, { accessToken: () => tokens.signIn({ sub }) }).functions
type Init = Omit<RequestInit, 'headers'> & { headers?: Record<string, string>; duplex?: 'half' }
const at = (path: string, init: Init = {}) =>
  fetch(`${url}/functions/v1/${path}`, { ...init, headers: { apikey: tokens.anonKey, ...init.headers } })

test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])(
  'an endpoint handles %s, at its name and below',
  async (method) => {
    const body = method === 'GET' ? {} : { body: 'שלום' }
    const answer = await at('echo/a%20b/c?x=1&x=2', { method, ...body })
    expect(await answer.json()).toMatchObject({
      method,
      pathname: '/functions/v1/echo/a%20b/c',
      search: '?x=1&x=2',
      path: 'a b/c',
      size: method === 'GET' ? 0 : 8,
    })
  },
)

test('HEAD responds like GET without a body, OPTIONS lists the methods, others are refused', async () => {
  const head = await at('echo', { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect((await at('asks?tag=1', { method: 'HEAD' })).status).toBe(200)
  const options = await at('asks', { method: 'OPTIONS' })
  expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET'])
  expect(await rawStatus({ method: 'TRACE', path: '/functions/v1/echo' })).toBe(405)
})

test.each<[string, BodyInit, number, string | null]>([
  ['text', 'שלום', 8, 'text/plain;charset=UTF-8'],
  ['bytes', new Uint8Array([0, 255, 10]), 3, null],
  ['a blob with a type', new Blob(['ab'], { type: 'image/png' }), 2, 'image/png'],
  ['fields', new URLSearchParams({ a: 'b' }), 3, 'application/x-www-form-urlencoded;charset=UTF-8'],
  ['nothing', '', 0, 'text/plain;charset=UTF-8'],
])('a body of %s reaches an endpoint unchanged', async (_, body, size, type) => {
  expect(await (await at('echo', { method: 'POST', body })).json()).toMatchObject({ size, type })
})

test('a form with a file is received and returned', async () => {
  const body = new FormData()
  body.append('שם', 'דנה')
  body.append('file', new File([new Uint8Array([1, 2])], 'תמונה.png', { type: 'image/png' }))
  const { data, error } = await visitor.invoke('form', { body })
  expect(error).toBeNull()
  const answer = data as FormData
  expect([answer.get('שם'), answer.get('seen')]).toEqual(['דנה', 'כן'])
  const file = answer.get('file') as File
  expect([file.name, file.type, file.size]).toEqual(['תמונה.png', 'image/png', 2])
})

test('a large body is streamed unbuffered, with custom headers', async () => {
  const answer = await at('counts', { method: 'POST', body: new Uint8Array(9_000_000) })
  expect(await answer.text()).toBe('9000000')
  expect(answer.headers.get('set-cookie')).toBe('a=1')
  expect(answer.headers.get('access-control-expose-headers')).toMatch(/x-relay-error.*x-own/)
  expect(answer.headers.get('transfer-encoding')).not.toBe('x')
})

test('a body beyond the limit is refused, with or without content-length', async () => {
  const tooMuch = new Uint8Array(200_001)
  expect((await at('echo', { method: 'POST', body: tooMuch })).status).toBe(413)
  const stream = new Blob([tooMuch]).stream()
  const chunked = await at('echo', { method: 'POST', body: stream, duplex: 'half' })
  expect([chunked.status, (await chunked.json()).code]).toEqual([413, 'payload_too_large'])
})

test('an endpoint may respond without reading its body, and the connection serves the next request', async () => {
  for (let i = 0; i < 3; i++) {
    const answer = await at('unread', { method: 'POST', body: new Uint8Array(5_000_000) })
    expect([answer.status, await answer.text()]).toEqual([202, 'enough'])
  }
})

test('a stream starts at once, and its endpoint is notified when the client disconnects', async () => {
  const stop = new AbortController()
  const { data } = await visitor.invoke('events', { body: {}, signal: stop.signal })
  const reader = (data as Response).body!.getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('data: 1\n\n')
  stop.abort()
  expect(await disconnected.promise).toBe('')
})

test('an always ready stream does not block other requests, and ends when the client disconnects', async () => {
  const stop = new AbortController()
  const headers = { apikey: tokens.anonKey }
  const gushing = await fetch(`${url}/functions/v1/always-ready`, { method: 'POST', headers, signal: stop.signal })
  const reader = gushing.body!.getReader()
  for (let i = 0; i < 20; i++) await reader.read()
  expect((await at('unread', { method: 'POST' })).status).toBe(202)
  stop.abort()
  expect((await at('unread', { method: 'POST' })).status).toBe(202)
})

test.each(['breaks-off', 'never-ends'])(
  'a response that %s destroys the connection instead of ending normally',
  async (name) => {
    const answer = await at(name, { method: 'POST' })
    expect(answer.status).toBe(200)
    await expect(answer.arrayBuffer()).rejects.toThrow()
  },
)

test('reading a body that is incomplete at the timeout fails', async () => {
  const { hostname, port } = new URL(url)
  const headers = { apikey: tokens.anonKey, 'content-length': 10 }
  const sent = ask({ hostname, port, method: 'POST', path: '/functions/v1/stalls', headers })
  // The server closes the connection some time after its response.
  sent.on('error', () => {})
  sent.write('half')
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  expect(answer.statusCode).toBe(504)
  expect(await stalled.promise).toBeInstanceOf(Error)
  sent.destroy()
})

test('an endpoint timeout is a relay error', async () => {
  const { error, response } = await visitor.invoke('slow', { body: {} })
  expect([response?.status, error]).toEqual([504, expect.any(FunctionsRelayError)])
})

test.each([
  ['refusal', 409, { code: 'not_today', message: 'לא היום' }],
  ['taken', 409, { code: 'note_taken', message: 'כבר נכתב' }],
  ['error', 500, { code: 'unexpected_failure' }],
  ['no response', 500, { code: 'unexpected_failure' }],
  ['error response', 500, { code: 'unexpected_failure' }],
])('an endpoint that ends with %s responds with %i and exposes no internals', async (how, status, expected) => {
  const { error, response } = await visitor.invoke('fails', { body: how })
  expect(error).toBeInstanceOf(FunctionsHttpError)
  expect(response?.status).toBe(status)
  const text = await response!.text()
  expect(JSON.parse(text)).toMatchObject(expected)
  if (status === 500) expect(JSON.parse(text)).toMatchObject({ request_id: response!.headers.get('x-request-id') })
  expect(text).not.toContain('secret')
})

test('an endpoint declares its allowed callers and its role', async () => {
  expect((await visitor.invoke('works', { body: {} })).response?.status).toBe(401)
  expect((await user.invoke('works', { body: {} })).data).toEqual({ role: 'service_role', uid: sub })
  expect((await user.invoke('denied', { body: {} })).response?.status).toBe(403)
  await expect(invoke('works', {}, { caller: { claims: { role: 'anon' } } })).rejects.toMatchObject({ status: 401 })
  const inside = (await invoke('echo', { a: 1 }, { caller: { claims: { role: 'anon' } } })) as Response
  expect(await inside.json()).toMatchObject({ method: 'POST', size: 7 })
})

test('a statement is limited by the statement_timeout of its role, also below the timeout of the function', async () => {
  const slow = await user.invoke('sleep', { body: {} })
  expect([slow.response?.status, slow.error]).toEqual([504, expect.any(FunctionsRelayError)])
})

test.each<[string, string | null, unknown]>([
  ['text', 'text/plain; charset=utf-8', 'שלום'],
  ['number', 'application/json; charset=utf-8', 7],
  ['null', 'application/json; charset=utf-8', null],
  ['bytes', 'application/octet-stream', expect.any(Blob)],
  ['blob', 'application/pdf', expect.any(Blob)],
  ['form', expect.stringMatching(/^multipart\/form-data; boundary=/) as string, expect.any(FormData)],
])('an output of %s is sent with its content type', async (kind, type, expected) => {
  const { data, response } = await visitor.invoke('kinds', { body: kind })
  expect(response?.headers.get('content-type')).toEqual(type)
  expect(data).toEqual(expected)
})

test('undefined is sent as 204, an empty Response without a body, and an unserializable output is a 500', async () => {
  expect((await visitor.invoke('kinds', { body: 'nothing' })).response?.status).toBe(204)
  expect((await visitor.invoke('kinds', { body: 'empty' })).response?.status).toBe(202)
  expect((await visitor.invoke('kinds', { body: 'bigint' })).response?.status).toBe(500)
})

test('region and API key of the query are not part of the input', async () => {
  const answer = await at(`asks?tag=a&tag=b&forceFunctionRegion=eu-west-1&apikey=${tokens.anonKey}`)
  expect(await answer.json()).toEqual({ tag: ['a', 'b'] })
  const { data } = await visitor.invoke('echo', { body: {}, region: 'eu-west-1' as never })
  expect(data).toMatchObject({ search: '?forceFunctionRegion=eu-west-1' })
})

test.each<[string, string, string, number, string]>([
  ['a zero byte in a text', 'keep', '{"text":"a\\u0000b"}', 422, 'invalid_input'],
  ['a zero byte in JSON', 'keep', '{"meta":{"a":"\\u0000"}}', 422, 'invalid_input'],
  ['a lone surrogate', 'keep', '{"text":"\\ud800"}', 200, ''],
  ['a lone surrogate in JSON', 'keep', '{"meta":"\\udfff"}', 200, ''],
  ['a lone surrogate in a key of JSON', 'keep', '{"meta":{"\\udfff":1}}', 422, 'invalid_input'],
  ['extremely deep arrays', 'keep', `{"meta":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, 400, 'invalid_json'],
  ['extremely deep objects', 'keep', `${'{"meta":'.repeat(50_000)}1${'}'.repeat(50_000)}`, 400, 'invalid_json'],
  ['__proto__ and constructor as keys', 'keep', '{"__proto__":{"text":1},"constructor":{"prototype":1}}', 200, ''],
  ['a byte order mark', 'keep', '\ufeff{"meta":1}', 200, ''],
  ['a number beyond the range', 'keep', '{"meta":1e999}', 200, ''],
  ['a list in place of the object', 'keep', '[[[]]]', 422, 'invalid_input'],
  ['nothing but spaces', 'keep', '   ', 400, 'invalid_json'],
  ['two values', 'keep', '{}{}', 400, 'invalid_json'],
  ['a path traversal', '../../auth/v1/user', '{}', 404, ''],
  ['__proto__ as the name of a function', '__proto__', '{}', 404, 'not_found'],
  ['no name', '', '{}', 404, 'not_found'],
  ['a name in capitals', 'KEEP', '{}', 404, 'not_found'],
  ['a name with a zero byte', 'keep%00', '{}', 404, 'not_found'],
])('%s gets its status and error code', async (_, path, body, status, code) => {
  await db.sql('delete from notes')
  const answer = await at(path, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  const text = await answer.text()
  expect([answer.status, text]).toEqual([status, expect.stringContaining(code)])
})

test.each([
  ['forged', 401, async () => (await testTokens()).signIn()],
  ['expired', 401, () => tokens.signIn({}, -60)],
  [
    'unsigned',
    401,
    async () => `${btoa('{"alg":"none"}').replaceAll('=', '')}.${btoa('{"role":"service_role"}').replaceAll('=', '')}.`,
  ],
  ['no token at all', 401, async () => 'x.y.z'],
  ['of an unknown role', 403, () => tokens.sign({ role: 'no_such_role', sub }, 60)],
  ['of a role that cannot be assumed', 403, () => tokens.sign({ role: 'postgres', sub }, 60)],
])('a token that is %s is refused with %i', async (_, status, makeToken) => {
  const { response } = await visitor.invoke('reads', {
    body: {},
    headers: { authorization: `Bearer ${await makeToken()}` },
  })
  expect([response?.status, await response?.text()]).toEqual([
    status,
    expect.not.stringMatching(/permission denied|does not exist/),
  ])
})

async function rawStatus(options: { method: string; path: string }) {
  const { hostname, port } = new URL(url)
  const sent = ask({ hostname, port, ...options, headers: { apikey: tokens.anonKey } })
  sent.end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode
}
