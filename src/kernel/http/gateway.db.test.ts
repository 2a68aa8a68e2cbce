import Fastify, { LogController } from 'fastify'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { testKernel } from '../../../test/kernel-app.ts'
import { mountRequestLog } from './request-log.ts'
import { openGateway } from './gateway.ts'

const db = await testDatabase()
const { app, tokens } = await testKernel(db, { clientIpHeader: 'x-client-ip' })

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

const apis = ['/auth/v1/user', '/rest/v1/things', '/storage/v1/bucket', '/functions/v1/x', '/realtime/v1/api/broadcast']

test('every path requires an API key, except links, public files and webhooks', async () => {
  for (const url of [...apis, '/auth/v1/verified']) {
    const response = await get(url)
    expect(response.statusCode).toBe(401)
    expect(response.json()).toMatchObject({ message: 'No API key found in request' })
  }
  expect((await get('/auth/v1/settings', { apikey: 'sb_publishable_wrong' })).json()).toMatchObject({
    message: 'Invalid API key',
  })
  expect((await get('/auth/v1/health')).statusCode).toBe(200)
  expect((await get('/auth/v1/.well-known/jwks.json')).json()).toEqual({ keys: tokens.publicKeys })
})

test('an API key is accepted as JWT or opaque key, in header, query or bearer token', async () => {
  const ways: [string, Record<string, string>][] = [
    ['/auth/v1/settings', { apikey: tokens.anonKey }],
    ['/auth/v1/settings', { apikey: tokens.publishableKey }],
    ['/auth/v1/settings', { apikey: tokens.secretKey }],
    ['/auth/v1/settings', { authorization: `Bearer ${tokens.anonKey}` }],
    [`/auth/v1/settings?apikey=${tokens.anonKey}`, {}],
  ]
  for (const [url, headers] of ways) expect((await get(url, headers)).statusCode).toBe(200)
})

test('every response carries its request id and CORS headers for any origin', async () => {
  const response = await get('/auth/v1/health')
  expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(response.headers['access-control-allow-origin']).toBe('*')
  expect(response.headers['access-control-expose-headers']).toContain('content-range')
})

test('preflight requests need no key, on any path', async () => {
  const headers = { origin: 'https://example.com', 'access-control-request-method': 'PUT' }
  for (const url of [...apis, '/auth/v1/nothing']) {
    const response = await app.inject({ method: 'OPTIONS', url, headers })
    expect([response.statusCode, response.body]).toEqual([204, ''])
    expect(response.headers['access-control-allow-headers']).toContain('x-supabase-api-version')
    expect(response.headers['access-control-allow-methods']).toContain('PUT')
  }
})

test('every API refuses expired and forged tokens in its own error shape', async () => {
  const expired = await tokens.sign({ role: 'authenticated', sub: crypto.randomUUID() }, -60)
  const forged = `${expired.slice(0, -6)}AAAAAA`
  const refused = async (url: string, token: string) => {
    const response = await get(url, { apikey: tokens.anonKey, authorization: `Bearer ${token}` })
    return { status: response.statusCode, ...response.json<object>() }
  }
  expect(await refused('/rest/v1/things', expired)).toMatchObject({
    status: 401,
    code: 'PGRST303',
    message: 'JWT expired',
  })
  expect(await refused('/rest/v1/things', forged)).toMatchObject({ status: 401, code: 'PGRST301' })
  expect(await refused('/storage/v1/bucket', expired)).toMatchObject({ status: 400, statusCode: '403' })
  expect(await refused('/storage/v1/bucket', forged)).toMatchObject({ status: 400, statusCode: '403' })
  expect(await refused('/auth/v1/user', expired)).toMatchObject({ status: 403, error_code: 'bad_jwt' })
  expect(await refused('/auth/v1/user', forged)).toMatchObject({ status: 403, error_code: 'bad_jwt' })
})

test('an older client gets the older shape of an error', async () => {
  const response = await get('/auth/v1/user', { apikey: tokens.anonKey })
  expect(response.statusCode).toBe(401)
  expect(response.json()).toEqual({
    code: 401,
    error_code: 'no_authorization',
    msg: 'This endpoint requires a valid Bearer token',
  })
  expect(response.headers['x-sb-error-code']).toBe('no_authorization')
  expect(response.headers['x-supabase-api-version']).toBeUndefined()
})

test('requests are rate limited per client address', async () => {
  const tryToken = (ip: string) =>
    app.inject({
      method: 'POST',
      url: '/auth/v1/token?grant_type=refresh_token',
      headers: { apikey: tokens.anonKey, 'x-client-ip': ip },
      payload: { refresh_token: 'not-a-token-of-ours' },
    })
  const statuses = await Promise.all(Array.from({ length: 60 }, async () => (await tryToken('192.0.2.1')).statusCode))
  // A few more than the burst on a slow machine: two tokens are refilled each second.
  const heldBack = statuses.filter((status) => status === 429).length
  expect(heldBack).toBeGreaterThan(15)
  expect(heldBack).toBeLessThanOrEqual(30)
  expect((await tryToken('192.0.2.2')).statusCode).toBe(400)
})

test('mails to one address are limited to one a minute, whether or not it has an account', async () => {
  const recover = (email: string) =>
    app.inject({ method: 'POST', url: '/auth/v1/recover', headers: { apikey: tokens.anonKey }, payload: { email } })
  expect((await recover('unknown@example.com')).statusCode).toBe(200)
  const soon = await recover('unknown@example.com')
  expect(soon.statusCode).toBe(429)
  expect(soon.json()).toMatchObject({ error_code: 'over_email_send_rate_limit' })
  expect(soon.json<{ msg: string }>().msg).toMatch(
    /^For security purposes, you can only request this after \d+ seconds\.$/,
  )
})

test('an internal error exposes only the request id', async () => {
  await db.sql('alter table auth.users rename column email to address')
  const response = await app.inject({
    method: 'POST',
    url: '/auth/v1/token?grant_type=password',
    headers: { apikey: tokens.anonKey, 'x-supabase-api-version': '2024-01-01' },
    payload: { email: 'noa@example.com', password: 'x' },
  })
  await db.sql('alter table auth.users rename column address to email')
  expect(response.statusCode).toBe(500)
  expect(response.json()).toEqual({
    code: 'unexpected_failure',
    message: expect.stringContaining(String(response.headers['x-request-id'])),
  })
  expect(response.body).not.toMatch(/column|address/)
})

test('without requireKey a request without a token is anon, and an invalid token is still refused', async () => {
  const open = await testKernel(db, { requireKey: false })
  const ask = (headers: Record<string, string>) => open.app.inject({ url: '/rest/v1/things', headers })
  for (const headers of [{}, { apikey: 'sb_publishable_wrong' }, { apikey: 'a.b.c' }, { apikey: open.tokens.anonKey }])
    // The table does not exist, but the request was authorized.
    expect((await ask(headers as Record<string, string>)).json()).toMatchObject({ code: 'PGRST205' })
  expect((await ask({ authorization: 'Bearer a.b.c' })).statusCode).toBe(401)
  expect((await ask({ apikey: 'wrong', authorization: `Bearer ${open.tokens.anonKey}` })).json()).toMatchObject({
    code: 'PGRST205',
  })
})

test('each API refuses an overlong URL in its own error shape', async () => {
  const long = 'a'.repeat(17_000)
  for (const url of apis) {
    const response = await get(`${url}?${long}`, { apikey: tokens.anonKey })
    expect([400, 414]).toContain(response.statusCode)
    expect(response.body).toMatch(/longer than 16384/)
    expect(response.headers['access-control-allow-origin']).toBe('*')
  }
})

test('CORS allows custom headers of functions, if well-formed', async () => {
  const requested = async (names: string) =>
    (
      await app.inject({
        method: 'OPTIONS',
        url: '/functions/v1/x',
        headers: {
          origin: 'https://example.com',
          'access-control-request-method': 'POST',
          'access-control-request-headers': names,
        },
      })
    ).headers['access-control-allow-headers']
  expect(await requested('X-Own-Header, apikey')).toMatch(/apikey.*, x-own-header$/)
  for (const nonsense of ['a b', 'a\tb, <script>', 'x'.repeat(5000), ',', 'a,,b'])
    expect(await requested(nonsense)).not.toMatch(/<|xxxx|,,|a b/)
})

test('the request log contains the request id and the route pattern, but no IP address, path parameter or query string', async () => {
  const lines: string[] = []
  const logging = Fastify({
    logger: { level: 'info', stream: { write: (line: string) => void lines.push(line) } },
    logController: new LogController({ disableRequestLogging: true }),
  })
  mountRequestLog(logging)
  await logging.register(async (scope) => {
    openGateway(scope, { tokens })
    scope.get('/things/:name', async () => ({}))
  })
  const headers = { apikey: tokens.anonKey }
  const response = await logging.inject({ url: '/things/noa@example.com?token=secret', headers })
  await logging.inject({ url: '/elsewhere/noa@example.com', headers })
  await logging.close()
  const requests = lines
    .map((text) => JSON.parse(text) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'request')
  expect(requests).toMatchObject([
    { reqId: response.headers['x-request-id'], method: 'GET', route: '/things/:name', status: 200 },
    { method: 'GET', route: 'none', status: 404 },
  ])
  for (const personal of ['secret', 'noa', '127.0.0.1']) expect(lines.join('')).not.toContain(personal)
})
