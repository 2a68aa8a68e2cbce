import { expect, test } from 'vitest'
import { address, loginOf, publicKey, signedIn, visitor } from './clients.ts'

test('a correct password returns a session with the fields of the contract', async () => {
  const { data, error } = await visitor().auth.signInWithPassword(loginOf('owner'))
  expect(error).toBeNull()
  expect(data.session).toMatchObject({
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: expect.any(Number),
    user: { aud: 'authenticated', role: 'authenticated', email: loginOf('owner').email, phone: '' },
  })
})

test('a wrong password and an unknown address return the same error', async () => {
  const wrong = await visitor().auth.signInWithPassword({ ...loginOf('owner'), password: 'not-the-password' })
  const unknown = await visitor().auth.signInWithPassword({
    email: 'unknown@example.com',
    password: 'not-the-password',
  })
  for (const { error } of [wrong, unknown])
    expect(error).toMatchObject({ status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' })
})

test('sign-in without email and phone is refused', async () => {
  const { error } = await visitor().auth.signInWithPassword({ password: 'x' } as never)
  expect(error?.message).toMatch(/email or phone/i)
})

test('a refreshed session replaces the old one, and five tabs that refresh at once stay signed in', async () => {
  const browser = visitor()
  const { data } = await browser.auth.signInWithPassword(loginOf('coach'))
  const refresh_token = data.session!.refresh_token
  const tabs = await Promise.all(Array.from({ length: 5 }, () => visitor().auth.refreshSession({ refresh_token })))
  expect(tabs.map((tab) => tab.error)).toEqual([null, null, null, null, null])
  expect(new Set(tabs.map((tab) => tab.data.session!.refresh_token)).size).toBe(1)
})

test('a forged refresh token is refused with its error code', async () => {
  const { error } = await visitor().auth.refreshSession({ refresh_token: 'not-a-token-of-ours' })
  expect(error).toMatchObject({ status: 400 })
})

test('sign-up requires confirmation and does not reveal existing accounts', async () => {
  const fresh = await visitor().auth.signUp({
    email: `new-${crypto.randomUUID()}@example.com`,
    password: 'long-enough-1',
  })
  expect(fresh.error).toBeNull()
  expect(fresh.data.session).toBeNull()
  const known = await visitor().auth.signUp({ email: loginOf('coach').email, password: 'long-enough-1' })
  expect(known.error).toBeNull()
  expect(known.data.user).toMatchObject({ identities: [] })
})

test('a weak password is refused with its reasons', async () => {
  const { error } = await visitor().auth.signUp({ email: `new-${crypto.randomUUID()}@example.com`, password: 'abc' })
  expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['length'] })
})

test('password recovery responds the same for every address', async () => {
  const known = await visitor().auth.resetPasswordForEmail(loginOf('content').email)
  const unknown = await visitor().auth.resetPasswordForEmail('unknown-address@example.com')
  expect([known.error, unknown.error]).toEqual([null, null])
})

test('a signed-in user reads and changes their own data', async () => {
  const browser = await signedIn('sales')
  const { data, error } = await browser.auth.updateUser({ data: { nickname: 'דנה' } })
  expect(error).toBeNull()
  expect(data.user?.user_metadata).toMatchObject({ nickname: 'דנה' })
  expect((await browser.auth.getUser()).data.user?.user_metadata).toMatchObject({ nickname: 'דנה' })
})

test('after a global sign-out the old access token is refused by auth', async () => {
  const browser = await signedIn('admin')
  const { data } = await browser.auth.getSession()
  const token = data.session!.access_token
  await browser.auth.signOut({ scope: 'global' })
  const response = await fetch(`${address}/auth/v1/user`, {
    headers: { apikey: publicKey, authorization: `Bearer ${token}` },
  })
  expect(response.status).toBe(403)
  expect(await response.json()).toMatchObject({ error_code: 'session_not_found' })
})

test('the JWKS is public and contains no secret', async () => {
  const response = await fetch(`${address}/auth/v1/.well-known/jwks.json`)
  expect(response.headers.get('cache-control')).toBe('public, max-age=600')
  const { keys } = (await response.json()) as { keys: Record<string, unknown>[] }
  expect(keys.length).toBeGreaterThan(0)
  for (const key of keys) {
    expect(key['kty']).not.toBe('oct')
    expect(key).not.toHaveProperty('d')
  }
})
