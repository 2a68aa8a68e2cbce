import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { testKernel } from '../../../test/kernel-app.ts'

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
