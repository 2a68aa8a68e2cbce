// auth/v1 refuses malformed input at once, with an error code and without exposing internals.
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { testKernel } from '../../../test/kernel-app.ts'

const db = await testDatabase()
const { app, call, tokens, lastMail } = await testKernel(db, {
  auth: {
    secondsBetweenMails: 0,
    mailsPerHour: 100_000,
    anonymousUsers: true,
    reauthenticateForPassword: true,
    phone: { enabled: true, secondsBetween: 0, messagesPerHour: 100_000, hookUrl: 'http://127.0.0.1:9/' },
  },
})

const noa = { email: 'noa@example.com', password: 'a good password' }
await call('POST', '/auth/v1/signup', noa)
const { hash } = await lastMail(noa.email)
const session = (await call('POST', '/auth/v1/verify', { type: 'signup', token_hash: hash })).json<{
  access_token: string
  refresh_token: string
}>()
await db.sql(`update auth.sessions set created_at = now() - interval '2 days'`)

type Sent = { method: 'GET' | 'POST' | 'PUT'; path: string; fields: Record<string, unknown> }
const email = 'user@example.com'
const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 's256' }
const meta = { gotrue_meta_security: { captcha_token: 'x' } }

// prettier-ignore
const calls: Sent[] = [
  { method: 'POST', path: '/signup', fields: { email, phone: '972500000001', password: 'x', data: {}, channel: 'sms', ...challenge, ...meta } },
  { method: 'POST', path: '/token?grant_type=password', fields: { email, phone: '972500000001', password: 'x', ...meta } },
  { method: 'POST', path: '/token?grant_type=refresh_token', fields: { refresh_token: 'x' } },
  { method: 'POST', path: '/token?grant_type=pkce', fields: { auth_code: 'x', code_verifier: 'y' } },
  { method: 'POST', path: '/token?grant_type=id_token', fields: { provider: 'google', token: 'x', id_token: 'x', nonce: 'y', access_token: 'z' } },
  { method: 'POST', path: '/token?grant_type=web3', fields: { chain: 'ethereum', message: 'x', signature: 'y' } },
  { method: 'POST', path: '/otp', fields: { email, phone: '972500000001', create_user: false, data: {}, channel: 'sms', ...challenge } },
  { method: 'POST', path: '/magiclink', fields: { email, data: {}, ...challenge } },
  { method: 'POST', path: '/verify', fields: { type: 'email', token: '123456', email } },
  { method: 'POST', path: '/verify', fields: { type: 'sms', token: '123456', phone: '972500000001' } },
  { method: 'POST', path: '/verify', fields: { type: 'recovery', token_hash: 'x' } },
  { method: 'POST', path: '/resend', fields: { type: 'signup', email, ...challenge } },
  { method: 'POST', path: '/resend', fields: { type: 'phone_change', phone: '972500000001' } },
  { method: 'POST', path: '/recover', fields: { email, ...challenge } },
  { method: 'POST', path: '/sso', fields: { provider_id: 'x', domain: 'example.com' } },
  { method: 'PUT', path: '/user', fields: { email, phone: '972500000001', password: 'abc', current_password: 'x', nonce: '1', data: {}, channel: 'sms', ...challenge } },
]

const nestedArrays = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as unknown
const malformed: [name: string, value: unknown][] = [
  ['a number', 7],
  ['a huge number', 1e308],
  ['true', true],
  ['a list', [1, 'a', null]],
  ['an object', { $ne: null }],
  ['a zero byte', 'a\0b@example.com'],
  ['a lone surrogate', '\ud83d'],
  ['a long text', 'x'.repeat(100_000)],
  ['SQL', `'; drop table auth.users; --`],
  ['a path', '../../../../etc/passwd'],
  ['a line break and a header', 'a@example.com\r\nbcc: b@example.com'],
  ['bidirectional control characters', '\u202ea@example.com'],
  ['a name of the language', '__proto__'],
  ['nestedArrays nesting', nestedArrays(500)],
]

const leaks =
  /\bpg_|postgres|relation|syntax error|column|constraint|select |insert |update auth|node_modules|\.ts:\d|at Object/i

function expectRefusal(name: string, response: { statusCode: number; body: string }) {
  expect([name, response.statusCode, response.body]).toEqual([
    name,
    expect.toSatisfy((status: number) => status < 500),
    expect.not.stringMatching(leaks),
  ])
  if (response.statusCode >= 400)
    expect([name, JSON.parse(response.body)]).toEqual([
      name,
      expect.toSatisfy((body: { code?: unknown; error?: unknown }) => typeof (body.code ?? body.error) === 'string'),
    ])
}

test.each(calls)('$method $path: malformed values of each field are refused', async ({ method, path, fields }) => {
  for (const field of Object.keys(fields)) {
    for (const [name, value] of malformed) {
      const response = await call(method, `/auth/v1${path}`, { ...fields, [field]: value }, session.access_token)
      expectRefusal(`${field} is ${name}`, response)
    }
  }
})

const bodies: [name: string, body: string][] = [
  ['nothing', ''],
  ['truncated JSON', '{"email":'],
  ['a list', '[]'],
  ['null', 'null'],
  ['a text', '"x"'],
  ['a number', '12'],
  ['a form', 'email=a%40example.com&password=x'],
  ['a name of the language', '{"__proto__":{"email":"a@example.com"},"constructor":{"prototype":{}}}'],
  ['a thousand nested arrays', `{"data":${'['.repeat(1000)}${']'.repeat(1000)}}`],
  ['a hundred thousand unclosed brackets', '['.repeat(100_000)],
  ['a field twice', '{"email":"a@example.com","email":7}'],
  ['bytes that are not UTF-8', Buffer.from([0xff, 0xfe, 0x7b, 0x00]).toString('latin1')],
]

test.each(calls)('$method $path: malformed bodies are refused', async ({ method, path }) => {
  for (const [name, body] of bodies) {
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'nonsense']) {
      const headers = {
        apikey: tokens.anonKey,
        authorization: `Bearer ${session.access_token}`,
        'x-supabase-api-version': '2024-01-01',
        'content-type': type,
      }
      expectRefusal(`${name} as ${type}`, await app.inject({ method, url: `/auth/v1${path}`, headers, payload: body }))
    }
  }
})

test.each(calls)('$method $path: a body of more than a megabyte is refused', async ({ method, path }) => {
  const response = await call(method, `/auth/v1${path}`, { x: 'x'.repeat(1 << 20) }, session.access_token)
  expect([response.statusCode, response.json()]).toMatchObject([413, { code: 'payload_too_large' }])
})

const addresses = [
  '/token?grant_type=password&grant_type=refresh_token',
  '/token?grant_type[]=password',
  '/token?grant_type=__proto__',
  '/token?grant_type=%00',
  '/token',
  '/verify?token=a&token=b&type=signup',
  '/verify?token=%00&type=signup',
  '/verify?token=a&type=toString&redirect_to=%00',
  '/verify?token=a&type=signup&redirect_to=a&redirect_to=b',
  '/verify?token=pkce_&type=signup&redirect_to=javascript:alert(1)',
  '/authorize?provider=google&provider=apple',
  '/authorize?provider=%00&redirect_to=%00',
  '/callback?state=%00&code=%00',
  '/callback?state=x&state=y&error=%00',
  '/logout?scope=local&scope=global',
  '/logout?scope=%00',
  '/user/identities/%00',
  '/user/identities/authorize?provider=%00',
  '/factors/%00/challenge',
  '/admin/users/%00',
  '/admin/users?page=-1&per_page=1e9',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/.well-known/../../admin/users',
  '/%ff%fe',
]

test.each(addresses)('%s responds to every method', async (path) => {
  for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
    const response = await call(method, `/auth/v1${path}`, method === 'GET' ? undefined : {}, session.access_token)
    expect([method, response.statusCode, response.body]).toEqual([
      method,
      expect.toSatisfy((status: number) => status < 500),
      expect.not.stringMatching(leaks),
    ])
  }
})

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const [head = '', claims = '', signature = ''] = session.access_token.split('.')
const claimsOf = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object
const forged: Record<string, string> = {
  'alg none': `${encode({ alg: 'none', typ: 'JWT' })}.${claims}.`,
  'alg None with the signature': `${encode({ alg: 'None' })}.${claims}.${signature}`,
  'the public key as a secret': `${encode({ alg: 'HS256', typ: 'JWT' })}.${claims}.${signature}`,
  'another kid': `${encode({ alg: 'ES256', kid: '../../dev/null' })}.${claims}.${signature}`,
  'another subject': `${head}.${encode({ ...claimsOf, sub: crypto.randomUUID() })}.${signature}`,
  'more rights': `${head}.${encode({ ...claimsOf, role: 'service_role' })}.${signature}`,
  'no signature': `${head}.${claims}.`,
  'two parts': `${head}.${claims}`,
  'five parts': `${head}.${claims}.${signature}.x.y`,
  'dots only': '...',
  'a long one': `${head}.${'x'.repeat(10_000)}.${signature}`,
  expired: await tokens.sign({ ...claimsOf, role: 'authenticated' }, -3600),
  'no subject': await tokens.sign({ role: 'authenticated' }, 60),
  'a subject that is no id': await tokens.sign({ role: 'authenticated', sub: `' or 1=1 --`, session_id: 'x' }, 60),
  'a session that is no id': await tokens.sign({ ...claimsOf, role: 'authenticated', session_id: 'x' }, 60),
  'a session that is a list': await tokens.sign({ ...claimsOf, role: 'authenticated', session_id: ['x'] }, 60),
}
const inside = [
  ['GET', '/user'],
  ['PUT', '/user'],
  ['GET', '/reauthenticate'],
  ['POST', '/logout'],
  ['POST', '/factors'],
  ['GET', '/admin/users'],
  ['DELETE', `/user/identities/${crypto.randomUUID()}`],
] as const

test.each(Object.keys(forged))('a token with %s is refused', async (name) => {
  for (const [method, path] of inside) {
    const response = await call(method, `/auth/v1${path}`, method === 'GET' ? undefined : {}, forged[name])
    expect([method, path, response.statusCode, response.body]).toEqual([
      method,
      path,
      expect.toSatisfy((status: number) => status === 401 || status === 403),
      expect.not.stringMatching(leaks),
    ])
  }
})

test('after all malformed requests the account is unchanged', async () => {
  expect((await call('GET', '/auth/v1/user', undefined, session.access_token)).json()).toMatchObject({
    email: noa.email,
    role: 'authenticated',
  })
  expect((await call('POST', '/auth/v1/token?grant_type=password', noa)).statusCode).toBe(200)
})
