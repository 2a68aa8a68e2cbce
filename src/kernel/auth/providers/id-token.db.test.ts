import { createHash } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { SignJWT, UnsecuredJWT, generateKeyPair } from 'jose'
import { afterAll, expect, test } from 'vitest'
import { startGoogle } from '#integrations/google.fake.ts'
import { testDatabase } from '../../../../test/database.ts'
import { testKernel } from '../../../../test/kernel-app.ts'

const google = await startGoogle({ origins: [] })
afterAll(() => google.stop())
const provider = {
  issuer: google.issuer,
  clientIds: [google.clientId, 'an-app-on-a-phone'],
  secret: google.clientSecret,
  redirectUri: undefined,
  skipNonceCheck: false,
}
const db = await testDatabase()
const { app, call, tokens } = await testKernel(db, {
  auth: { providers: { google: provider, manualLinking: true }, anonymousUsers: true },
  moreAuth: [
    { path: '/lenient/auth/v1', settings: { providers: { google: { ...provider, skipNonceCheck: true } } } },
    { path: '/without/auth/v1' },
    {
      path: '/away/auth/v1',
      settings: { providers: { google: { ...provider, issuer: 'http://127.0.0.1:9' } } },
    },
  ],
})
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as { port: number }
const visitor = () =>
  createClient(`http://127.0.0.1:${port}`, tokens.anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
    .auth

const newAddress = () => `${crypto.randomUUID()}@example.com`
const hashed = (nonce: string) => createHash('sha256').update(nonce).digest('hex')
const grant = (body: object, base = '/auth/v1', token?: string) =>
  call('POST', `${base}/token?grant_type=id_token`, body, token)

test('a mobile app signs in with its Google ID token', async () => {
  const email = newAddress()
  const nonce = 'a nonce of the app'
  const token = await google.idToken(email, { nonce: hashed(nonce), aud: 'an-app-on-a-phone', accessToken: 'ya29.x' })
  const { data, error } = await visitor().signInWithIdToken({
    provider: 'google',
    token,
    nonce,
    access_token: 'ya29.x',
  })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email, app_metadata: { provider: 'google', providers: ['google'] } })
  expect(data.session).toMatchObject({ access_token: expect.any(String), refresh_token: expect.any(String) })
  const again = await visitor().signInWithIdToken({ provider: 'google', token: await google.idToken(email) })
  expect(again.data.user?.id).toBe(data.user!.id)
})

test('issuer and client id can replace the provider name', async () => {
  const issuer = google.issuer
  const response = await grant({ issuer, client_id: google.clientId, id_token: await google.idToken(newAddress()) })
  expect(response.statusCode).toBe(200)
})

test('an ID token makes an anonymous user permanent and keeps the account', async () => {
  const browser = visitor()
  const { data: anonymous } = await browser.signInAnonymously()
  expect(anonymous.user).toMatchObject({ is_anonymous: true })
  const email = newAddress()
  const { data, error } = await browser.linkIdentity({ provider: 'google', token: await google.idToken(email) })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({
    id: anonymous.user!.id,
    email,
    is_anonymous: false,
    email_confirmed_at: expect.any(String),
    app_metadata: { provider: 'google', providers: ['google'] },
    identities: [{ provider: 'google' }],
  })
})

test('an ID token of a linked identity is not linked to another account', async () => {
  const email = newAddress()
  await visitor().signInWithIdToken({ provider: 'google', token: await google.idToken(email) })
  const browser = visitor()
  await browser.signInAnonymously()
  const { error } = await browser.linkIdentity({ provider: 'google', token: await google.idToken(email) })
  expect(error).toMatchObject({
    status: 422,
    code: 'identity_already_exists',
    message: 'Identity is already linked to another user',
  })
})

test('linking does not assign a taken address to an anonymous user', async () => {
  const email = newAddress()
  await call('POST', '/auth/v1/admin/users', { email, email_confirm: true }, tokens.serviceRoleKey)
  const browser = visitor()
  await browser.signInAnonymously()
  const { error } = await browser.linkIdentity({ provider: 'google', token: await google.idToken(email) })
  expect(error).toMatchObject({ status: 422, code: 'email_exists' })
})

test('with skipNonceCheck the nonce of the ID token is not checked', async () => {
  const body = { provider: 'google', id_token: await google.idToken(newAddress(), { nonce: 'unknown' }) }
  expect((await grant(body)).statusCode).toBe(400)
  expect((await grant(body, '/lenient/auth/v1')).statusCode).toBe(200)
})

test('an unreachable Google is a retryable error', async () => {
  const response = await grant({ provider: 'google', id_token: await google.idToken(newAddress()) }, '/away/auth/v1')
  expect(response.statusCode).toBe(503)
  expect(response.json()).toMatchObject({
    code: 'unexpected_failure',
    message: expect.stringContaining('please retry'),
  })
  expect(response.body).not.toContain('127.0.0.1')
})

const danasToken = await google.idToken('dana@example.com')
const { privateKey } = await generateKeyPair('RS256')
const claims = { iss: google.issuer, aud: google.clientId, sub: '1', email: 'dana@example.com', email_verified: true }
const soon = Math.floor(Date.now() / 1000) + 600
const forged = await new SignJWT(claims)
  .setProtectedHeader({ alg: 'RS256', kid: 'stand-in' })
  .setIssuedAt()
  .setExpirationTime(soon)
  .sign(privateKey)
const byOurKey = await new SignJWT(claims)
  .setProtectedHeader({ alg: 'HS256', kid: 'stand-in' })
  .setIssuedAt()
  .setExpirationTime(soon)
  .sign(new TextEncoder().encode(google.clientSecret))
const oauth = (error_description: string, error = 'invalid_request') => ({
  status: 400,
  contains: { error, error_description },
})
const bad = oauth('Bad ID token')

type Scenario = { name: string; body: object; base?: string; token?: string; status: number; contains: object }
const validation = (message: string) => ({ status: 400, contains: { code: 'validation_failed', message } })

// prettier-ignore
const scenarios: Scenario[] = [
  { name: 'no token', body: { provider: 'google' }, ...oauth('id_token required') },
  { name: 'a token without a provider', body: { id_token: danasToken }, ...oauth('provider or client_id and issuer required') },
  { name: 'an unknown provider', body: { id_token: danasToken, provider: 'x' }, ...validation('Custom OIDC provider "x" not allowed') },
  { name: 'a custom issuer', body: { id_token: danasToken, client_id: google.clientId, issuer: 'https://evil.example.com' }, ...validation('Custom OIDC provider "" not allowed') },
  { name: 'a provider that is not enabled', body: { id_token: danasToken, provider: 'apple' }, status: 400, contains: { code: 'provider_disabled', message: 'Provider (issuer "https://appleid.apple.com") is not enabled' } },
  { name: 'Google where it is not enabled', base: '/without/auth/v1', body: { id_token: danasToken, provider: 'google' }, status: 400, contains: { code: 'provider_disabled', message: 'Provider (issuer "https://accounts.google.com") is not enabled' } },
  { name: 'a token of one part', body: { id_token: 'x', provider: 'google' }, ...bad },
  { name: 'a token of three meaningless parts', body: { id_token: 'x.y.z', provider: 'google' }, ...bad },
  { name: 'a token with another signature', body: { id_token: `${danasToken.slice(0, -6)}AAAAAA`, provider: 'google' }, ...bad },
  { name: 'a token signed with another key', body: { id_token: forged, provider: 'google' }, ...bad },
  { name: 'a token signed with a shared secret', body: { id_token: byOurKey, provider: 'google' }, ...bad },
  { name: 'an unsigned token', body: { id_token: new UnsecuredJWT(claims).setExpirationTime(soon).encode(), provider: 'google' }, ...bad },
  { name: 'an access token of ours', body: { id_token: await tokens.sign({ role: 'authenticated', sub: '1' }, 60), provider: 'google' }, ...bad },
  { name: 'an expired token', body: { id_token: await google.idToken('dana@example.com', { exp: 1000 }), provider: 'google' }, ...bad },
  { name: 'a token of another issuer', body: { id_token: await google.idToken('dana@example.com', { iss: 'https://evil.example.com' }), provider: 'google' }, ...bad },
  { name: 'a token for another client', body: { id_token: await google.idToken('dana@example.com', { aud: 'another-app' }), provider: 'google' }, ...oauth('Unacceptable audience in id_token: [another-app]') },
  { name: 'a nonce that the token lacks', body: { id_token: danasToken, nonce: 'x', provider: 'google' }, ...oauth('Passed nonce and nonce in id_token should either both exist or not.') },
  { name: 'a nonce missing from the request', body: { id_token: await google.idToken('dana@example.com', { nonce: 'x' }), provider: 'google' }, ...oauth('Passed nonce and nonce in id_token should either both exist or not.') },
  { name: 'another nonce', body: { id_token: await google.idToken('dana@example.com', { nonce: hashed('x') }), nonce: 'y', provider: 'google' }, ...oauth('Nonces mismatch', 'invalid_nonce') },
  { name: 'a nonce that was not hashed', body: { id_token: await google.idToken('dana@example.com', { nonce: 'x' }), nonce: 'x', provider: 'google' }, ...oauth('Nonces mismatch', 'invalid_nonce') },
  { name: 'another access token', body: { id_token: await google.idToken('dana@example.com', { accessToken: 'a' }), access_token: 'b', provider: 'google' }, ...bad },
  { name: 'a wrong type', body: { id_token: 7, provider: 'google' }, status: 400, contains: { code: 'validation_failed' } },
  { name: 'linking without a signed-in user', body: { id_token: danasToken, provider: 'google', link_identity: true }, status: 403, contains: { code: 'bad_jwt' } },
  { name: 'linking with a forged access token', body: { id_token: danasToken, provider: 'google', link_identity: true }, token: `${tokens.anonKey.slice(0, -4)}AAAA`, status: 403, contains: { code: 'bad_jwt' } },
]

for (const { name, body, base, token, status, contains } of scenarios)
  test(`${name} does not sign in`, async () => {
    const response = await grant(body, base, token)
    expect(response.json()).toMatchObject(contains)
    expect(response.statusCode).toBe(status)
  })
