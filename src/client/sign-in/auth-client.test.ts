// spec §8: errors of the official auth client against a server with fixed responses.
import type { AuthError } from '@supabase/supabase-js'
import { afterEach, expect, test, vi } from 'vitest'
import { openBackend } from '../backend.ts'

const family = { id: '2b7c8e4a-1d3f-4a5b-9c6d-7e8f9a0b1c2d', email: 'noa@example.com', factors: [] }
const credentials = { email: family.email, password: 'a good one' }
const token = {
  access_token: `h.${Buffer.from(JSON.stringify({ exp: 4_102_444_800 })).toString('base64url')}.s`,
  refresh_token: 'r',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: 4_102_444_800,
  user: family,
}

const respond = (status: number, body: object) =>
  Response.json(body, { status, headers: { 'x-supabase-api-version': '2024-01-01' } })

/** An auth client whose fake server responds to each path with this status and body. */
function open(answers: Record<string, [status: number, body: object]>) {
  vi.stubGlobal('fetch', (input: URL | string) => {
    const { pathname } = new URL(input)
    const [status, body] = answers[pathname.replace('/auth/v1', '')] ?? [404, {}]
    return Promise.resolve(respond(status, body))
  })
  return openBackend(`http://${crypto.randomUUID()}.test`, 'key').auth
}

afterEach(() => vi.unstubAllGlobals())

test('a call that needs a session returns the missing session error', async () => {
  const { error } = await open({}).updateUser({ password: 'another one' })
  expect(error).toMatchObject({ name: 'AuthSessionMissingError', message: 'Auth session missing!' })
})

test('a token response without a session or a user is not treated as a session', async () => {
  const { error } = await open({ '/token': [200, {}] }).signInWithPassword(credentials)
  expect(error).toMatchObject({ name: 'AuthInvalidTokenResponseError', message: 'Auth session or user missing' })
})

test('an invalid token is reported as AuthInvalidJwtError', async () => {
  const { error } = await open({}).getClaims('nonsense')
  expect(error).toMatchObject({ name: 'AuthInvalidJwtError' })
})

test.each([502, 503, 504])('status %i is a retryable error', async (status) => {
  const { error } = await open({ '/recover': [status, {}] }).resetPasswordForEmail(family.email)
  expect(error).toMatchObject({ name: 'AuthRetryableFetchError', status })
})

test.each([401, 403, 404])('a sign-out with status %i removes the local session', async (status) => {
  const auth = open({ '/token': [200, token], '/logout': [status, { code: status, msg: 'no' }] })
  await auth.signInWithPassword(credentials)
  expect((await auth.signOut()).error).toBeNull()
  expect((await auth.getSession()).data.session).toBeNull()
})

test('a sign-out that fails with any other error returns it and keeps the local session', async () => {
  const auth = open({ '/token': [200, token], '/logout': [500, { code: 500, msg: 'no' }] })
  await auth.signInWithPassword(credentials)
  expect((await auth.signOut()).error).toMatchObject({ status: 500 })
})

test('a weak password error has its reasons, and invalid credentials their code', async () => {
  const weak = { code: 'weak_password', message: 'too short', weak_password: { reasons: ['length'] } }
  const wrong = { code: 'invalid_credentials', message: 'Invalid login credentials' }
  const auth = open({ '/signup': [422, weak], '/token': [400, wrong] })
  const reasons = (error: AuthError | null) => (error as AuthError & { reasons: string[] }).reasons
  expect(reasons((await auth.signUp(credentials)).error)).toEqual(['length'])
  expect((await auth.signInWithPassword(credentials)).error).toMatchObject({ code: 'invalid_credentials', status: 400 })
})

test('a sign-in without an email or a phone is refused with the missing fields named', async () => {
  const { error } = await open({}).signInWithPassword({ password: 'x' } as never)
  expect(error?.message).toBe('You must provide either an email or phone number and a password')
})

test('a final refresh error removes the session: at once for an expired token, otherwise at its expiry', async () => {
  const notFound = { code: 'refresh_token_not_found', message: 'Invalid Refresh Token: Refresh Token Not Found' }
  const ranOut = Math.floor(Date.now() / 1000) - 1
  for (const [expiresAt, left] of [
    [ranOut, null],
    [token.expires_at, expect.objectContaining({ access_token: token.access_token })],
  ] as const) {
    const auth = open({ '/token': [200, { ...token, expires_at: expiresAt }] })
    await auth.signInWithPassword(credentials)
    vi.stubGlobal('fetch', () => Promise.resolve(respond(400, notFound)))
    expect((await auth.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
    expect((await auth.getSession()).data.session).toEqual(left)
  }
})
