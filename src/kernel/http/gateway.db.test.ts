import Fastify, { LogController } from 'fastify'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { testKernel } from '../../../test/kernel-app.ts'
import { openGateway } from './gateway.ts'

const db = await testDatabase()
const { app, tokens } = await testKernel(db, { clientIpHeader: 'x-client-ip' })

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

const surfaces = [
  '/auth/v1/user',
  '/rest/v1/things',
  '/storage/v1/bucket',
  '/functions/v1/x',
  '/realtime/v1/api/broadcast',
]

test('without an API key nothing opens, except what people and other servers open', async () => {
  for (const url of [...surfaces, '/auth/v1/verified']) {
    const answer = await get(url)
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({ message: 'No API key found in request' })
  }
  expect((await get('/auth/v1/settings', { apikey: 'sb_publishable_wrong' })).json()).toMatchObject({
    message: 'Invalid API key',
  })
  expect((await get('/auth/v1/health')).statusCode).toBe(200)
  expect((await get('/auth/v1/.well-known/jwks.json')).json()).toEqual({ keys: tokens.publicKeys })
})

test('a key opens in every form and place: token or opaque, header, address or bearer', async () => {
  const ways: [string, Record<string, string>][] = [
    ['/auth/v1/settings', { apikey: tokens.anonKey }],
    ['/auth/v1/settings', { apikey: tokens.publishableKey }],
    ['/auth/v1/settings', { apikey: tokens.secretKey }],
    ['/auth/v1/settings', { authorization: `Bearer ${tokens.anonKey}` }],
    [`/auth/v1/settings?apikey=${tokens.anonKey}`, {}],
  ]
  for (const [url, headers] of ways) expect((await get(url, headers)).statusCode).toBe(200)
})

test('every answer carries its request id and may be read by pages of any origin', async () => {
  const answer = await get('/auth/v1/health')
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(answer.headers['access-control-allow-origin']).toBe('*')
  expect(answer.headers['access-control-expose-headers']).toContain('content-range')
})

test('a browser that asks beforehand is answered without a key, on every address', async () => {
  const headers = { origin: 'https://example.com', 'access-control-request-method': 'PUT' }
  for (const url of [...surfaces, '/auth/v1/nothing']) {
    const answer = await app.inject({ method: 'OPTIONS', url, headers })
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    expect(answer.headers['access-control-allow-headers']).toContain('x-supabase-api-version')
    expect(answer.headers['access-control-allow-methods']).toContain('PUT')
  }
})

test('an expired and a forged token are refused by every surface, each in its own words', async () => {
  const expired = await tokens.sign({ role: 'authenticated', sub: crypto.randomUUID() }, -60)
  const forged = `${expired.slice(0, -6)}AAAAAA`
  const refused = async (url: string, token: string) => {
    const answer = await get(url, { apikey: tokens.anonKey, authorization: `Bearer ${token}` })
    return { status: answer.statusCode, ...answer.json<object>() }
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
  const answer = await get('/auth/v1/user', { apikey: tokens.anonKey })
  expect(answer.statusCode).toBe(401)
  expect(answer.json()).toEqual({
    code: 401,
    error_code: 'no_authorization',
    msg: 'This endpoint requires a valid Bearer token',
  })
  expect(answer.headers['x-sb-error-code']).toBe('no_authorization')
  expect(answer.headers['x-supabase-api-version']).toBeUndefined()
})

test('one address that asks too often is held back, others are not', async () => {
  const tryToken = (ip: string) =>
    app.inject({
      method: 'POST',
      url: '/auth/v1/token?grant_type=refresh_token',
      headers: { apikey: tokens.anonKey, 'x-client-ip': ip },
      payload: { refresh_token: 'not-a-token-of-ours' },
    })
  const statuses = await Promise.all(Array.from({ length: 60 }, async () => (await tryToken('192.0.2.1')).statusCode))
  // A few more than the burst when this machine is slow: two flow back each second.
  const heldBack = statuses.filter((status) => status === 429).length
  expect(heldBack).toBeGreaterThan(15)
  expect(heldBack).toBeLessThanOrEqual(30)
  expect((await tryToken('192.0.2.2')).statusCode).toBe(400)
})

test('two mails to one address need a minute between them, whether or not anybody lives there', async () => {
  const recover = (email: string) =>
    app.inject({ method: 'POST', url: '/auth/v1/recover', headers: { apikey: tokens.anonKey }, payload: { email } })
  expect((await recover('nobody@example.com')).statusCode).toBe(200)
  const soon = await recover('nobody@example.com')
  expect(soon.statusCode).toBe(429)
  expect(soon.json()).toMatchObject({ error_code: 'over_email_send_rate_limit' })
  expect(soon.json<{ msg: string }>().msg).toMatch(
    /^For security purposes, you can only request this after \d+ seconds\.$/,
  )
})

test('a failure inside tells the caller nothing but the request id', async () => {
  await db.sql('alter table auth.users rename column email to address')
  const answer = await app.inject({
    method: 'POST',
    url: '/auth/v1/token?grant_type=password',
    headers: { apikey: tokens.anonKey, 'x-supabase-api-version': '2024-01-01' },
    payload: { email: 'noa@example.com', password: 'x' },
  })
  await db.sql('alter table auth.users rename column address to email')
  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toEqual({
    code: 'unexpected_failure',
    message: expect.stringContaining(String(answer.headers['x-request-id'])),
  })
  expect(answer.body).not.toMatch(/column|address/)
})

test('where no key is asked for, everybody without a token is anonymous, and a wrong token is still wrong', async () => {
  const open = await testKernel(db, { requireKey: false })
  const ask = (headers: Record<string, string>) => open.app.inject({ url: '/rest/v1/things', headers })
  for (const headers of [{}, { apikey: 'sb_publishable_wrong' }, { apikey: 'a.b.c' }, { apikey: open.tokens.anonKey }])
    // The table is not there, and nobody was kept from asking.
    expect((await ask(headers as Record<string, string>)).json()).toMatchObject({ code: 'PGRST205' })
  expect((await ask({ authorization: 'Bearer a.b.c' })).statusCode).toBe(401)
  expect((await ask({ apikey: 'wrong', authorization: `Bearer ${open.tokens.anonKey}` })).json()).toMatchObject({
    code: 'PGRST205',
  })
})

test('an address that is too long is refused by each surface in its own words', async () => {
  const long = 'a'.repeat(17_000)
  for (const url of surfaces) {
    const answer = await get(`${url}?${long}`, { apikey: tokens.anonKey })
    expect([400, 414]).toContain(answer.statusCode)
    expect(answer.body).toMatch(/longer than 16384/)
    expect(answer.headers['access-control-allow-origin']).toBe('*')
  }
})

test('a browser may send what a function of somebody else wants, and no nonsense', async () => {
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

test('the log knows each request by the id in its answer, and no secret of its address', async () => {
  const lines: string[] = []
  const logging = Fastify({
    logger: { level: 'debug', stream: { write: (line: string) => void lines.push(line) } },
    logController: new LogController({ disableRequestLogging: true }),
  })
  await logging.register(async (scope) => {
    openGateway(scope, { tokens })
    scope.get('/thing', async () => ({}))
  })
  const answer = await logging.inject({ url: '/thing?token=secret', headers: { apikey: tokens.anonKey } })
  await logging.close()
  const [line] = lines
    .map((text) => JSON.parse(text) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'answered')
  expect(line).toMatchObject({ reqId: answer.headers['x-request-id'], method: 'GET', path: '/thing', status: 200 })
  expect(lines.join('')).not.toContain('secret')
})
