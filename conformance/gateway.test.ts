import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { address, otherAddress, publicKey } from './clients.ts'

const apis = {
  auth: '/auth/v1/settings',
  rest: '/rest/v1/current_consent_texts',
  storage: '/storage/v1/bucket',
  functions: '/functions/v1/echo',
  realtime: '/realtime/v1/api/broadcast',
}
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${address}${path}`, { method, headers })

test.each(Object.entries(apis))(
  '%s accepts a key in header, query or bearer token, and refuses requests without one',
  async (_, path) => {
    const refused = await ask(path)
    expect([refused.status, await refused.json()]).toEqual([
      401,
      { message: 'No API key found in request', hint: expect.any(String) },
    ])
    const wrong = await ask(path, { apikey: 'sb_publishable_of_another_project' })
    expect([wrong.status, await wrong.json()]).toMatchObject([401, { message: 'Invalid API key' }])
    for (const opened of [
      ask(path, { apikey: publicKey }),
      ask(`${path}?apikey=${publicKey}`),
      ask(path, { authorization: `Bearer ${publicKey}` }),
    ])
      expect(await (await opened).text()).not.toContain('API key')
  },
)

test.each(Object.entries(apis))('%s allows any origin and exposes the request id', async (_, path) => {
  const before = await fetch(`${address}${path}`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://example.com',
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization, x-client-info, apikey',
    },
  })
  expect([before.status, before.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
  for (const name of ['authorization', 'x-client-info', 'prefer', 'x-upsert', 'x-supabase-api-version', 'baggage'])
    expect(before.headers.get('access-control-allow-headers')).toContain(name)
  for (const name of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])
    expect(before.headers.get('access-control-allow-methods')).toContain(name)
  expect(before.headers.get('access-control-max-age')).toBe('86400')
  const response = await ask(path, { apikey: publicKey, origin: 'https://example.com' })
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('access-control-expose-headers')).toMatch(/content-range.*x-relay-error.*x-request-id/)
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})

test.each(Object.entries(apis))('%s refuses forged tokens and exposes no internals', async (_, path) => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = part({ role: 'service_role', exp: 4_000_000_000 })
  const tokens = [
    `${part({ alg: 'none' })}.${claims}.`,
    `${part({ alg: 'HS256' })}.${claims}.AAAA`,
    'a.b.c',
    '...',
    'null',
  ]
  for (const token of tokens) {
    const response = await ask(
      path,
      { apikey: publicKey, authorization: `Bearer ${token}` },
      path === apis.realtime ? 'POST' : 'GET',
    )
    // auth/v1/settings is public.
    expect(response.status).toBeLessThan(500)
    if (path !== apis.auth) expect(response.status).toBeGreaterThanOrEqual(400)
    expect(await response.text()).not.toMatch(/node_modules|at \w+ \(|select |password/)
  }
})

test.each<[string, string, RegExp]>([
  [
    'an overlong URL',
    `GET /rest/v1/x?${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\napikey: ${publicKey}\r\n\r\n`,
    /^HTTP\/1.1 414 /,
  ],
  ['oversized headers', `GET /rest/v1/x HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`, /^HTTP\/1.1 431 /],
  ['a malformed request', 'hello\r\n\r\n', /^HTTP\/1.1 400 /],
])('%s is refused', async (_, request, expected) => {
  // Sent directly to a node, because a load balancer may have its own limits.
  const { hostname, port } = new URL(otherAddress)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  const answered = once(socket, 'data')
  socket.write(request)
  expect(String((await answered)[0])).toMatch(expected)
  socket.destroy()
})

test(
  'a sign-in with a slowly sent body is refused after ten seconds and does not block others',
  { timeout: 60_000 },
  async () => {
    const { hostname, port, host } = new URL(address)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    const answered = once(socket, 'data')
    socket.write(
      `POST /auth/v1/token?grant_type=password HTTP/1.1\r\nhost: ${host}\r\napikey: ${publicKey}\r\ncontent-length: 99\r\n\r\n{`,
    )
    const dripping = setInterval(() => socket.write(' '), 500)
    expect((await ask(apis.auth, { apikey: publicKey })).status).toBe(200)
    expect(String((await answered)[0])).toMatch(/^HTTP\/1.1 408 [^]*request_timeout/)
    clearInterval(dripping)
    socket.destroy()
  },
)
