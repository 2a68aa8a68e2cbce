import { request as ask } from 'node:http'
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

test('a visitor calls a function that is open to everybody', async () => {
  const { data, error } = await functions.invoke('ask-for-contact', {
    body: { name: 'בדיקה לדוגמה', phone: '050-0000077', topic: 'coaching', message: 'שלום', marketingConsent: false },
  })
  expect(error).toBeNull()
  expect(data).toMatchObject({ ticketNumber: expect.anything() })
})

test('wrong input is answered with the field and a Hebrew sentence', async () => {
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
])('%s is sent, and arrives with its type', async (_, body, expected) => {
  const { data, error } = await functions.invoke('mirror', body === undefined ? {} : { body })
  expect(error).toBeNull()
  expect(data).toMatchObject({ method: 'POST', ...expected })
})

test('a form with a file arrives as a form', async () => {
  const body = new FormData()
  body.append('שם', 'דנה')
  body.append('file', new File(['אב'], 'קובץ.txt'))
  const { data } = await functions.invoke('mirror', { body })
  expect(data).toMatchObject({ type: expect.stringMatching(/^multipart\/form-data; boundary=/) })
})

test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)(
  '%s reaches a function and whatever lies below its name',
  async (method) => {
    const { data } = await functions.invoke('mirror/a%20b/c?x=1', { method })
    expect(data).toMatchObject({ method, path: 'a b/c', query: { x: '1' } })
  },
)

test('a region that is wished for changes nothing but is passed on', async () => {
  const { data, error } = await functions.invoke('mirror', { body: {}, region: FunctionRegion.EuCentral1 })
  expect(error).toBeNull()
  expect(data).toMatchObject({ region: 'eu-central-1', query: { forceFunctionRegion: 'eu-central-1' } })
})

test('every kind of answer arrives as the client reads it', async () => {
  const answer = async (kind: string) => (await functions.invoke(`answers`, { body: kind })).data as unknown
  expect(await answer('json')).toEqual({ שלום: ['עולם'] })
  expect(await answer('text')).toBe('שלום')
  expect(await answer('html')).toBe('<b>שלום</b>')
  expect([...new Uint8Array(await ((await answer('bytes')) as Blob).arrayBuffer())]).toEqual([0, 255, 7])
  expect(await ((await answer('pdf')) as Blob).text()).toBe('%PDF-1.7')
  const form = (await answer('form')) as FormData
  expect([form.get('name'), (form.get('file') as File).name]).toEqual(['דנה', 'קובץ.txt'])
  expect(await answer('nothing')).toBe('')
})

test('an answer that is no success is an error that holds the answer', async () => {
  const { data, error, response } = await functions.invoke('answers', { body: 'teapot' })
  expect([data, error]).toEqual([null, expect.any(FunctionsHttpError)])
  expect([response?.status, await response?.json()]).toEqual([418, { code: 'teapot' }])
  expect(response?.headers.get('access-control-expose-headers')).toContain('my-own-header')
})

test('a redirect is handed on as it is', async () => {
  const answer = await at('answers', { method: 'POST', body: 'away', redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, 'https://example.com/away'])
})

test('a stream of events is read while it comes', async () => {
  const { data } = await functions.invoke('ticks?times=3', { body: {} })
  const events = []
  for await (const chunk of (data as Response).body!.pipeThrough(new TextDecoderStream())) events.push(chunk)
  expect(events.join('')).toBe('data: 2\n\ndata: 1\n\ndata: 0\n\n')
})

test('a stream without end costs nothing once nobody listens', async () => {
  const stop = new AbortController()
  const { data } = await functions.invoke('ticks?times=1e12', { body: {}, signal: stop.signal })
  const reader = (data as Response).body!.getReader()
  await reader.read()
  stop.abort()
  expect((await functions.invoke('ticks?times=1', { body: {} })).error).toBeNull()
})

test('megabytes are sent and come back at the same time', async () => {
  const sent = new Uint8Array(8_000_000).map((_, i) => i % 251)
  const { data } = await functions.invoke('pours', { body: new Blob([sent]) })
  const back = new Uint8Array(await (data as Blob).arrayBuffer())
  expect(back.length).toBe(sent.length)
  expect(Buffer.compare(back, sent)).toBe(0)
})

test('what goes wrong before the function is a failure of the relay: no such function, a wrong token, too long', async () => {
  for (const [name, options, status] of [
    ['no-such-function', {}, 404],
    ['mirror', { headers: { authorization: 'Bearer forged.forged.forged' } }, 401],
    ['sleeps', {}, 504],
  ] as const) {
    const { error, response } = await functions.invoke(name, { body: {}, ...options })
    expect([name, error, response?.status]).toEqual([name, expect.any(FunctionsRelayError), status])
    expect(response?.headers.get('x-relay-error')).toBe('true')
    expect(await response?.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) })
  }
  const keyless = await fetch(`${address}/functions/v1/mirror`, { method: 'POST' })
  expect([keyless.status, keyless.headers.get('x-relay-error')]).toEqual([401, 'true'])
})

test('a function that fails says nothing of why, but by which id the log knows it', async () => {
  const { error, response } = await functions.invoke('fails', { body: {} })
  expect(error).toBeInstanceOf(FunctionsHttpError)
  const text = await response!.text()
  expect([response!.status, text.includes(response!.headers.get('x-request-id')!)]).toEqual([500, true])
  expect(text).not.toContain('secret')
})

test('a client that nobody answers, or that waits no longer, has an error of its own', async () => {
  const nobody = createClient('http://127.0.0.1:9', publicKey)
  expect((await nobody.functions.invoke('mirror')).error).toBeInstanceOf(FunctionsFetchError)
  expect((await functions.invoke('ticks?times=1e12', { timeout: 1, body: {} })).error).toBeTruthy()
})

test('a function knows its caller as row-level security does', async () => {
  expect((await functions.invoke('who', { body: {} })).response?.status).toBe(401)
  const coach = await signedIn('coach')
  const { data } = await coach.functions.invoke('who', { body: {} })
  const { data: session } = await coach.auth.getSession()
  expect(data).toEqual({ role: 'authenticated', id: session.session!.user.id })
  expect((await service().functions.invoke('who', { body: {} })).data).toEqual({ role: 'service_role', id: null })
})

test('a function without a check of tokens lets everybody in, also with a token that is not ours', async () => {
  const open = (headers: Record<string, string>) =>
    fetch(`${address}/functions/v1/open-door`, { method: 'POST', headers })
  expect(await (await open({})).text()).toBe('anon')
  expect(await (await open({ authorization: 'Bearer of.somebody.else' })).text()).toBe('anon')
  expect((await at('open-door', { method: 'PUT' })).status).toBe(405)
})

test('a page of any origin may ask, also with headers of its own', async () => {
  const asked = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'my-own-header, content-type',
  }
  const answer = await fetch(`${address}/functions/v1/mirror`, {
    method: 'OPTIONS',
    headers: { origin: 'https://example.com', ...asked },
  })
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
  expect(answer.headers.get('access-control-allow-headers')).toMatch(/x-region.*my-own-header/)
  const { data } = await functions.invoke('mirror', { body: {}, headers: { 'my-own-header': 'a' } })
  expect(data).toMatchObject({ own: 'a' })
})

test('HEAD answers like GET without a body', async () => {
  const answer = await at('open-door', { method: 'HEAD' })
  expect([answer.status, await answer.text()]).toEqual([200, ''])
})

test.each<[string, string, string, number, string]>([
  ['no JSON', 'ask-for-contact', '{', 400, 'invalid_json'],
  ['a list', 'ask-for-contact', '[]', 422, 'invalid_input'],
  ['wrong types', 'ask-for-contact', '{"name":{},"phone":7,"topic":[]}', 422, 'invalid_input'],
  ['endless nesting', 'ask-for-contact', '['.repeat(100_000) + ']'.repeat(100_000), 400, 'invalid_json'],
  ['too much', 'ask-for-contact', JSON.stringify('x'.repeat(2_000_000)), 413, 'payload_too_large'],
  ['a climbing path', 'mirror/..%2f..%2fauth', '{}', 200, '../../auth'],
  ['a name that is none', '%2e%2e%2fmirror', '{}', 404, 'not_found'],
  ['a broken address', 'mirror/%ff', '{}', 400, 'bad_url'],
])('%s is answered clearly', async (_, path, body, status, text) => {
  const answer = await at(path, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(text)])
})

test('a zero byte or half a sign in a text brings no function down', async () => {
  for (const name of ['דנה\u0000', 'דנה\ud83d']) {
    const { response } = await functions.invoke('ask-for-contact', {
      body: { name, phone: '050-0000078', topic: 'coaching', message: name, marketingConsent: false },
    })
    expect(response?.status).toBeLessThan(500)
  }
})

test('every answer carries the request id that the log knows', async () => {
  const answer = await at('no-such-function', { method: 'POST' })
  expect(answer.headers.get('x-request-id')).toMatch(/\S{8,}/)
})

test('a body that drips in keeps nobody else waiting', async () => {
  const { hostname, port } = new URL(address)
  const headers = { apikey: publicKey, 'content-type': 'application/json', 'content-length': '1000' }
  const dripping = ask({ hostname, port, method: 'POST', path: '/functions/v1/ask-for-contact', headers })
  dripping.on('error', () => {})
  dripping.write('{')
  expect((await functions.invoke('mirror', { body: {} })).error).toBeNull()
  const closed = new Promise((resolve) => dripping.once('close', resolve))
  dripping.destroy()
  await closed
})
