import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { testKernel } from '../../../test/kernel-app.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { openPool } from '../postgres/connection.ts'
import { createUser } from './users.ts'

const db = await testDatabase()
const { call, tokens } = await testKernel(db)

const noa = { email: 'noa@example.com', password: 'a good password' }
const pool = openPool(db.connect('supabase_auth_admin'), 1)
const noaId = await inTransaction(pool, undefined, (tx) => createUser(tx, { ...noa, data: { name: 'נועה' } }))
await inTransaction(pool, undefined, (tx) =>
  createUser(tx, { ...noa, email: 'unconfirmed@example.com', emailConfirmed: false }),
)
await pool.end()

type Session = { access_token: string; refresh_token: string; user: Record<string, unknown> }
const signIn = async () => (await call('POST', '/auth/v1/token?grant_type=password', noa)).json<Session>()
const session = await signIn()

const unknownId = crypto.randomUUID()
const as = {
  visitor: undefined,
  noa: session.access_token,
  'an expired token': await tokens.sign({ role: 'authenticated', sub: noaId, session_id: unknownId }, -60),
  'a forged token': `${session.access_token.slice(0, -4)}AAAA`,
  'an unsigned token': `${btoa('{"alg":"none"}')}.${btoa(`{"role":"service_role"}`)}.`.replaceAll('=', ''),
  'a token of an ended session': await tokens.sign({ role: 'authenticated', sub: noaId, session_id: unknownId }, 60),
  'a token of a deleted user': await tokens.sign({ role: 'authenticated', sub: unknownId, session_id: unknownId }, 60),
}

type Scenario = {
  name: string
  method: 'GET' | 'POST' | 'PUT'
  path: string
  as?: keyof typeof as
  body?: unknown
  status: number
  contains?: object
}

const validation = (message: string) => ({ status: 400, contains: { code: 'validation_failed', message } })
const linkExpired = { code: 'otp_expired', message: 'Email link is invalid or has expired' }
const tokenExpired = { code: 'otp_expired', message: 'Token has expired or is invalid' }

// prettier-ignore
const scenarios: Scenario[] = [
  { name: 'sign-up without a password', method: 'POST', path: '/signup', body: { email: 'a@example.com' }, ...validation('Signup requires a valid password') },
  { name: 'sign-up with a short password', method: 'POST', path: '/signup', body: { email: 'a@example.com', password: '12345' }, status: 422, contains: { code: 'weak_password', message: 'Password should be at least 8 characters.', weak_password: { reasons: ['length'] } } },
  { name: 'sign-up with more than 72 bytes of password', method: 'POST', path: '/signup', body: { email: 'a@example.com', password: 'ש'.repeat(37) }, ...validation('Password cannot be longer than 72 characters') },
  { name: 'sign-up with an address without a domain', method: 'POST', path: '/signup', body: { email: 'noa@', password: 'a good one indeed' }, ...validation('Unable to validate email address: invalid format') },
  { name: 'sign-up with neither address nor phone', method: 'POST', path: '/signup', body: { data: {} }, status: 422, contains: { code: 'anonymous_provider_disabled', message: 'Anonymous sign-ins are disabled' } },
  { name: 'sign-up by phone', method: 'POST', path: '/signup', body: { phone: '0500000001', password: 'a good one indeed' }, status: 400, contains: { code: 'phone_provider_disabled' } },
  { name: 'sign-up with a zero byte in the name', method: 'POST', path: '/signup', body: { email: 'zero@example.com', password: 'a good one indeed', data: { name: 'a\0b' } }, ...validation('The request holds a value that cannot be stored') },
  { name: 'sign-up with a wrong type', method: 'POST', path: '/signup', body: { email: 7, password: 'a good one indeed' }, status: 400, contains: { code: 'validation_failed' } },
  { name: 'sign-up with too much metadata', method: 'POST', path: '/signup', body: { email: 'a@example.com', password: 'a good one indeed', data: { bio: 'x'.repeat(9000) } }, status: 400, contains: { code: 'validation_failed' } },
  { name: 'sign-up with deeply nested metadata', method: 'POST', path: '/signup', body: `{"email":"deep@example.com","password":"a good one indeed","data":{"a":${'['.repeat(3900)}${']'.repeat(3900)}}}`, status: 200, contains: { email: 'deep@example.com' } },
  { name: 'sign-up with extremely deep nesting', method: 'POST', path: '/signup', body: `{"email":"deeper@example.com","password":"a good one indeed","data":{"a":${'['.repeat(500_000)}${']'.repeat(500_000)}}}`, status: 400, contains: { code: 'validation_failed' } },
  { name: 'a body that is not JSON', method: 'POST', path: '/signup', body: '{"email":', status: 400, contains: { code: 'bad_json' } },
  { name: 'a body that is a list', method: 'POST', path: '/signup', body: [], status: 400, contains: { code: 'validation_failed' } },
  { name: 'a body of two megabytes', method: 'POST', path: '/signup', body: JSON.stringify('x'.repeat(2 << 20)), status: 413, contains: { code: 'payload_too_large' } },
  { name: 'sign-in', method: 'POST', path: '/token?grant_type=password', body: { ...noa, email: ' NOA@example.com' }, status: 200, contains: { token_type: 'bearer', expires_in: 3600 } },
  { name: 'sign-in with a wrong password', method: 'POST', path: '/token?grant_type=password', body: { ...noa, password: 'wrong' }, status: 400, contains: { code: 'invalid_credentials', message: 'Invalid login credentials' } },
  { name: 'sign-in with an unknown address', method: 'POST', path: '/token?grant_type=password', body: { ...noa, email: 'unknown@example.com' }, status: 400, contains: { code: 'invalid_credentials', message: 'Invalid login credentials' } },
  { name: 'sign-in before the address is confirmed', method: 'POST', path: '/token?grant_type=password', body: { ...noa, email: 'unconfirmed@example.com' }, status: 400, contains: { code: 'email_not_confirmed', message: 'Email not confirmed' } },
  { name: 'sign-in without an address', method: 'POST', path: '/token?grant_type=password', body: { password: 'x' }, ...validation('missing email or phone') },
  { name: 'an unknown grant type', method: 'POST', path: '/token?grant_type=toString', body: {}, status: 400, contains: { code: 'invalid_credentials', message: 'unsupported_grant_type' } },
  { name: 'the web3 grant', method: 'POST', path: '/token?grant_type=web3', body: {}, status: 422, contains: { code: 'web3_provider_disabled' } },
  { name: 'a refresh without a token', method: 'POST', path: '/token?grant_type=refresh_token', body: {}, status: 400, contains: { error: 'invalid_request', error_description: 'refresh_token required' } },
  { name: 'a malformed refresh token', method: 'POST', path: '/token?grant_type=refresh_token', body: { refresh_token: 'not-a-token-of-ours' }, ...validation('Refresh token is not valid') },
  { name: 'a recovery without an address', method: 'POST', path: '/recover', body: {}, status: 400, contains: { code: 'validation_failed' } },
  { name: 'a recovery for an unknown address', method: 'POST', path: '/recover', body: { email: 'unknown@example.com' }, status: 200, contains: {} },
  { name: 'resend without a type', method: 'POST', path: '/resend', body: { email: 'a@example.com' }, status: 400, contains: { code: 'validation_failed' } },
  { name: 'resend to an unknown address', method: 'POST', path: '/resend', body: { type: 'signup', email: 'unknown@example.com' }, status: 200, contains: {} },
  { name: 'a code that was never mailed', method: 'POST', path: '/verify', body: { type: 'signup', email: 'noa@example.com', token: '123456' }, status: 403, contains: tokenExpired },
  { name: 'a hash that was never mailed', method: 'POST', path: '/verify', body: { type: 'recovery', token_hash: 'abc' }, status: 403, contains: linkExpired },
  { name: 'a verification without a type', method: 'POST', path: '/verify', body: { token_hash: 'abc' }, ...validation('Verify requires a verification type') },
  { name: 'a verification of an unknown type', method: 'POST', path: '/verify', body: { type: 'constructor', token_hash: 'abc' }, status: 403, contains: linkExpired },
  { name: 'a verification without an address', method: 'POST', path: '/verify', body: { type: 'signup', token: '123456' }, ...validation('Only an email address or phone number should be provided on verify') },
  { name: 'a verification without a token', method: 'POST', path: '/verify', body: { type: 'signup' }, ...validation('Verify requires a token or a token hash') },
  { name: 'a link without a token', method: 'GET', path: '/verify?type=signup', ...validation('Verify requires a token and a type') },
  { name: 'a signed-in user reads their own account', method: 'GET', path: '/user', as: 'noa', status: 200, contains: { id: noaId, email: 'noa@example.com', phone: '', role: 'authenticated' } },
  { name: 'a visitor has no account to read', method: 'GET', path: '/user', status: 403, contains: { code: 'bad_jwt' } },
  { name: 'an expired token gets its code', method: 'GET', path: '/user', as: 'an expired token', status: 403, contains: { code: 'bad_jwt', message: 'invalid JWT: unable to parse or verify signature, token has invalid claims: token is expired' } },
  { name: 'a forged token gets its code', method: 'GET', path: '/user', as: 'a forged token', status: 403, contains: { code: 'bad_jwt' } },
  { name: 'an unsigned token gets its code', method: 'GET', path: '/user', as: 'an unsigned token', status: 403, contains: { code: 'bad_jwt' } },
  { name: 'a token of an ended session is refused', method: 'GET', path: '/user', as: 'a token of an ended session', status: 403, contains: { code: 'session_not_found' } },
  { name: 'a token of a deleted user is refused', method: 'GET', path: '/user', as: 'a token of a deleted user', status: 403, contains: { code: 'user_not_found' } },
  { name: 'the same password again', method: 'PUT', path: '/user', as: 'noa', body: { password: noa.password }, status: 422, contains: { code: 'same_password' } },
  { name: 'an address that is taken', method: 'PUT', path: '/user', as: 'noa', body: { email: 'unconfirmed@example.com' }, status: 422, contains: { code: 'email_exists' } },
  { name: 'a user cannot set app_metadata', method: 'PUT', path: '/user', as: 'noa', body: { app_metadata: { role: 'owner' } }, status: 403, contains: { code: 'not_admin' } },
  { name: 'a user cannot overwrite identity keys of the metadata', method: 'PUT', path: '/user', as: 'noa', body: { data: { sub: 'another-user', email: 'boss@example.com', city: 'חיפה' } }, status: 200, contains: { user_metadata: { name: 'נועה', email_verified: true, city: 'חיפה' } } },
  { name: 'identity keys that a user sent are not in the metadata', method: 'GET', path: '/user', as: 'noa', status: 200, contains: { user_metadata: expect.not.objectContaining({ sub: expect.anything() }) } },
  { name: 'a visitor cannot change a user', method: 'PUT', path: '/user', body: { password: 'something else' }, status: 403, contains: { code: 'bad_jwt' } },
  { name: 'sign-out with an unknown scope', method: 'POST', path: '/logout?scope=everyone', as: 'noa', ...validation('Unsupported logout scope') },
  { name: 'sign-out of a visitor', method: 'POST', path: '/logout', status: 403, contains: { code: 'bad_jwt' } },
  { name: 'settings', method: 'GET', path: '/settings', status: 200, contains: { disable_signup: false, mailer_autoconfirm: false, external: { email: true } } },
  { name: 'health', method: 'GET', path: '/health', status: 200, contains: { name: 'GoTrue' } },
  { name: 'an unknown path', method: 'GET', path: '/nothing', status: 404, contains: { code: 'not_found' } },
]

test.each(scenarios)('$name', async ({ method, path, as: actor, body, status, contains = {} }) => {
  const response = await call(method, `/auth/v1${path}`, body, actor && as[actor])
  expect(response.json()).toMatchObject(contains)
  expect(response.statusCode).toBe(status)
})
