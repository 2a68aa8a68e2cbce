import { once } from 'node:events'
import { request as ask } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import {
  FunctionRegion,
  FunctionsFetchError,
  FunctionsHttpError,
  FunctionsRelayError,
  createClient,
} from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { address, publicKey, service, signedIn, visitor } from './clients.ts'

const { functions } = visitor()
const at = (path: string, init: RequestInit = {}) =>
  fetch(`${address}/functions/v1/${path}`, { ...init, headers: { apikey: publicKey, ...(init.headers as object) } })

test('a visitor can call a public function', async () => {
  const { data, error } = await functions.invoke('ask-for-contact', {
    body: { name: 'בדיקה לדוגמה', phone: '050-0000077', topic: 'coaching', message: 'שלום', marketingConsent: false },
  })
  expect(error).toBeNull()
  expect(data).toMatchObject({ ticketNumber: expect.anything() })
})

test('invalid input is refused with the field and a Hebrew message', async () => {
  const { error } = await functions.invoke('ask-for-contact', {
    body: { name: 'בדיקה', phone: '12', topic: 'coaching', marketingConsent: false },
  })
  expect(error).toBeInstanceOf(FunctionsHttpError)
  const answer = (error as FunctionsHttpError).context as Response
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({
    code: 'invalid_input',
    fields: { phone: expect.stringMatching(/[א-ת]/) },
  })
})

type Body = NonNullable<Parameters<typeof functions.invoke>[1]>['body']

test.each<[string, Body, object]>([
  ['an object', { שם: 'דנה' }, { type: 'application/json', text: '{"שם":"דנה"}' }],
  ['a list', ['א', 1] as unknown as Body, { type: 'application/json', text: '["א",1]' }],
  ['text', 'שלום', { type: 'text/plain', text: 'שלום' }],
  ['bytes', new Uint8Array([65, 66]).buffer, { type: 'application/octet-stream', text: 'AB' }],
  ['a blob', new Blob(['AB'], { type: 'image/png' }), { type: 'image/png', text: 'AB' }],
  ['a file', new File(['AB'], 'a.txt', { type: 'text/css' }), { type: 'text/css', text: 'AB' }],
  ['nothing', undefined, { type: null, size: 0 }],
])('%s is sent with its content type', async (_, body, expected) => {
  const { data, error } = await functions.invoke('echo', body === undefined ? {} : { body })
  expect(error).toBeNull()
  expect(data).toMatchObject({ method: 'POST', ...expected })
})

test('form data with a file is sent to the function as multipart/form-data', async () => {
  const body = new FormData()
  body.append('שם', 'דנה')
  body.append('file', new File(['אב'], 'קובץ.txt'))
  const { data } = await functions.invoke('echo', { body })
  expect(data).toMatchObject({ type: expect.stringMatching(/^multipart\/form-data; boundary=/) })
})

test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)(
  '%s reaches a function and its sub-paths',
  async (method) => {
    const { data } = await functions.invoke('echo/a%20b/c?x=1', { method })
    expect(data).toMatchObject({ method, path: 'a b/c', query: { x: '1' } })
  },
)

test('a requested region is passed to the function', async () => {
  const { data, error } = await functions.invoke('echo', { body: {}, region: FunctionRegion.EuCentral1 })
  expect(error).toBeNull()
  expect(data).toMatchObject({ region: 'eu-central-1', query: { forceFunctionRegion: 'eu-central-1' } })
})

test('every response type is parsed by the client', async () => {
  const answer = async (kind: string) => (await functions.invoke('responses', { body: kind })).data as unknown
  expect(await answer('json')).toEqual({ שלום: ['עולם'] })
  expect(await answer('text')).toBe('שלום')
  expect(await answer('html')).toBe('<b>שלום</b>')
  expect([...new Uint8Array(await ((await answer('bytes')) as Blob).arrayBuffer())]).toEqual([0, 255, 7])
  expect(await ((await answer('pdf')) as Blob).text()).toBe('%PDF-1.7')
  const form = (await answer('form')) as FormData
  expect([form.get('name'), (form.get('file') as File).name]).toEqual(['דנה', 'קובץ.txt'])
  expect(await answer('nothing')).toBe('')
})

test('an unsuccessful response becomes a client error that contains the response', async () => {
  const { data, error, response } = await functions.invoke('responses', { body: 'teapot' })
  expect([data, error]).toEqual([null, expect.any(FunctionsHttpError)])
  expect([response?.status, await response?.json()]).toEqual([418, { code: 'teapot' }])
  expect(response?.headers.get('access-control-expose-headers')).toContain('my-own-header')
})

test('a redirect response is returned unchanged', async () => {
  const answer = await at('responses', { method: 'POST', body: 'away', redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, 'https://example.com/away'])
})

test('an event stream is read as it arrives', async () => {
  const { data } = await functions.invoke('event-stream?times=3', { body: {} })
  const events = []
  for await (const chunk of (data as Response).body!.pipeThrough(new TextDecoderStream())) events.push(chunk)
  expect(events.join('')).toBe('data: 2\n\ndata: 1\n\ndata: 0\n\n')
})

test('an endless stream ends when the client disconnects', async () => {
  const stop = new AbortController()
  const { data } = await functions.invoke('event-stream?times=1e12', { body: {}, signal: stop.signal })
  const reader = (data as Response).body!.getReader()
  await reader.read()
  stop.abort()
  expect((await functions.invoke('event-stream?times=1', { body: {} })).error).toBeNull()
})

test('a large body is echoed while it is being sent', async () => {
  const sent = new Uint8Array(8_000_000).map((_, i) => i % 251)
  const { data } = await functions.invoke('echo-stream', { body: new Blob([sent]) })
  const back = new Uint8Array(await (data as Blob).arrayBuffer())
  expect(back.length).toBe(sent.length)
  expect(Buffer.compare(back, sent)).toBe(0)
})

test('unknown function, invalid token and timeout are relay errors', async () => {
  for (const [name, options, status] of [
    ['no-such-function', {}, 404],
    ['echo', { headers: { authorization: 'Bearer forged.forged.forged' } }, 401],
    ['slow', {}, 504],
  ] as const) {
    const { error, response } = await functions.invoke(name, { body: {}, ...options })
    expect([name, error, response?.status]).toEqual([name, expect.any(FunctionsRelayError), status])
    expect(response?.headers.get('x-relay-error')).toBe('true')
    expect(await response?.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) })
  }
  const keyless = await fetch(`${address}/functions/v1/echo`, { method: 'POST' })
  expect([keyless.status, keyless.headers.get('x-relay-error')]).toEqual([401, 'true'])
})

test('a failing function exposes only the request id', async () => {
  const { error, response } = await functions.invoke('throws', { body: {} })
  expect(error).toBeInstanceOf(FunctionsHttpError)
  const text = await response!.text()
  expect([response!.status, text.includes(response!.headers.get('x-request-id')!)]).toEqual([500, true])
  expect(text).not.toContain('secret')
})

test('an unreachable server and a client timeout are errors of the client', async () => {
  const unreachable = createClient('http://127.0.0.1:9', publicKey)
  expect((await unreachable.functions.invoke('echo')).error).toBeInstanceOf(FunctionsFetchError)
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const client = createClient(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`, publicKey)
  expect((await client.functions.invoke('echo', { timeout: 50, body: {} })).error).toBeTruthy()
  silent.close()
})

test('a function runs as the caller under row-level security', async () => {
  expect((await functions.invoke('whoami', { body: {} })).response?.status).toBe(401)
  const coach = await signedIn('coach')
  const { data } = await coach.functions.invoke('whoami', { body: {} })
  const { data: session } = await coach.auth.getSession()
  expect(data).toEqual({ role: 'authenticated', id: session.session!.user.id })
  expect((await service().functions.invoke('whoami', { body: {} })).data).toEqual({ role: 'service_role', id: null })
})

test('a function with verify false accepts requests without a valid token', async () => {
  const open = (headers: Record<string, string>) =>
    fetch(`${address}/functions/v1/webhook`, { method: 'POST', headers })
  expect(await (await open({})).text()).toBe('anon')
  expect(await (await open({ authorization: 'Bearer of.another.issuer' })).text()).toBe('anon')
  expect((await at('webhook', { method: 'PUT' })).status).toBe(405)
})

test('CORS allows any origin and custom headers', async () => {
  const preflightHeaders = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'my-own-header, content-type',
  }
  const answer = await fetch(`${address}/functions/v1/echo`, {
    method: 'OPTIONS',
    headers: { origin: 'https://example.com', ...preflightHeaders },
  })
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
  expect(answer.headers.get('access-control-allow-headers')).toMatch(/x-region.*my-own-header/)
  const { data } = await functions.invoke('echo', { body: {}, headers: { 'my-own-header': 'a' } })
  expect(data).toMatchObject({ own: 'a' })
})

test('HEAD responds like GET without a body', async () => {
  const answer = await at('webhook', { method: 'HEAD' })
  expect([answer.status, await answer.text()]).toEqual([200, ''])
})

test.each<[string, string, string, number, string]>([
  ['no JSON', 'ask-for-contact', '{', 400, 'invalid_json'],
  ['a list', 'ask-for-contact', '[]', 422, 'invalid_input'],
  ['wrong types', 'ask-for-contact', '{"name":{},"phone":7,"topic":[]}', 422, 'invalid_input'],
  ['extremely deep nesting', 'ask-for-contact', '['.repeat(100_000) + ']'.repeat(100_000), 400, 'invalid_json'],
  ['a body beyond the limit', 'ask-for-contact', JSON.stringify('x'.repeat(2_000_000)), 413, 'payload_too_large'],
  ['a path traversal in a sub-path', 'echo/..%2f..%2fauth', '{}', 200, '../../auth'],
  ['a path traversal as the name', '%2e%2e%2fecho', '{}', 404, 'not_found'],
  ['a malformed URL', 'echo/%ff', '{}', 400, 'bad_url'],
])('%s gets a well-defined response', async (_, path, body, status, text) => {
  const answer = await at(path, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(text)])
})

test('zero bytes and lone surrogates do not crash a function', async () => {
  for (const name of ['דנה\u0000', 'דנה\ud83d']) {
    const { response } = await functions.invoke('ask-for-contact', {
      body: { name, phone: '050-0000078', topic: 'coaching', message: name, marketingConsent: false },
    })
    expect(response?.status).toBeLessThan(500)
  }
})

test('every response contains the request id of the log', async () => {
  const answer = await at('no-such-function', { method: 'POST' })
  expect(answer.headers.get('x-request-id')).toMatch(/\S{8,}/)
})

test('a slowly sent body does not block other requests', async () => {
  const { hostname, port } = new URL(address)
  const headers = { apikey: publicKey, 'content-type': 'application/json', 'content-length': '1000' }
  const dripping = ask({ hostname, port, method: 'POST', path: '/functions/v1/ask-for-contact', headers })
  dripping.on('error', () => {})
  dripping.write('{')
  expect((await functions.invoke('echo', { body: {} })).error).toBeNull()
  const closed = new Promise((resolve) => dripping.once('close', resolve))
  dripping.destroy()
  await closed
})
