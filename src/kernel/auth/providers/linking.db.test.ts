import { createClient } from '@supabase/supabase-js'
import { afterAll, expect, test } from 'vitest'
import { startGoogle } from '#integrations/google.fake.ts'
import { testDatabase } from '../../../../test/database.ts'
import { testKernel } from '../../../../test/kernel-app.ts'

const siteUrl = 'http://localhost:3000'
const google = await startGoogle({ origins: [siteUrl] })
afterAll(() => google.stop())
const provider = {
  issuer: google.issuer,
  clientIds: [google.clientId],
  secret: google.clientSecret,
  redirectUri: undefined,
  skipNonceCheck: false,
}
const db = await testDatabase()
const { app, call, lastMail, tokens } = await testKernel(db, {
  auth: {
    secondsBetweenMails: 0,
    mailsPerHour: 1000,
    anonymousUsers: true,
    providers: { google: provider, manualLinking: true },
  },
  moreAuth: [{ path: '/closed/auth/v1', settings: { providers: { google: provider } } }],
})
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as { port: number }
const options = { auth: { persistSession: false, autoRefreshToken: false } }
const visitor = (flowType: 'implicit' | 'pkce' = 'implicit') =>
  createClient(`http://127.0.0.1:${port}`, tokens.anonKey, { auth: { ...options.auth, flowType } }).auth
const { admin } = createClient(`http://127.0.0.1:${port}`, tokens.serviceRoleKey, options).auth

const password = 'a good password'
const newAddress = () => `${crypto.randomUUID()}@example.com`

async function signedIn(flowType?: 'implicit' | 'pkce') {
  const email = newAddress()
  await admin.createUser({ email, password, email_confirm: true })
  const auth = visitor(flowType)
  const { data } = await auth.signInWithPassword({ email, password })
  return { auth, email, id: data.user!.id, token: data.session!.access_token }
}

/** Chooses the account at Google and follows the callback. */
async function linkAtGoogle(url: string, email: string) {
  const back = await google.choose(url, email)
  const response = await app.inject({ url: back.pathname + back.search })
  return new URL(response.headers.location!)
}
const fragment = (url: URL) => Object.fromEntries(new URLSearchParams(url.hash.slice(1)))

test('a user links a Google account with another address and can sign in with it', async () => {
  const { auth, id, email } = await signedIn()
  const other = newAddress()
  const { data, error } = await auth.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } })
  expect(error).toBeNull()
  expect(data.url).toMatch(`${google.issuer}/o/oauth2/v2/auth?`)
  const end = await linkAtGoogle(data.url!, other)
  expect(fragment(end)).toHaveProperty('access_token')
  expect((await auth.getUserIdentities()).data?.identities).toMatchObject([
    { provider: 'email', email },
    { provider: 'google', email: other },
  ])
  const { data: now } = await admin.getUserById(id)
  expect(now.user).toMatchObject({ email, app_metadata: { provider: 'email', providers: ['email', 'google'] } })

  const response = await app.inject({ url: '/auth/v1/authorize?provider=google' })
  const session = fragment(await linkAtGoogle(response.headers.location!, other))
  const { data: me } = await visitor().getUser(session['access_token'])
  expect(me.user?.id).toBe(id)
})

test('a PKCE client links an identity by a code', async () => {
  const { auth, id } = await signedIn('pkce')
  const { data } = await auth.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } })
  const end = await linkAtGoogle(data.url!, newAddress())
  const exchanged = await auth.exchangeCodeForSession(end.searchParams.get('code')!)
  expect(exchanged.error).toBeNull()
  expect(exchanged.data.user).toMatchObject({ id, identities: [{ provider: 'email' }, { provider: 'google' }] })
  expect(exchanged.data.session).toMatchObject({ provider_token: expect.any(String) })
})

test('a Google identity can be linked to one account only', async () => {
  const [one, two] = [await signedIn(), await signedIn()]
  const shared = newAddress()
  const link = async ({ auth }: typeof one) =>
    (await auth.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } })).data.url!
  await linkAtGoogle(await link(one), shared)
  expect(fragment(await linkAtGoogle(await link(one), shared))).toMatchObject({
    error_code: 'identity_already_exists',
    error_description: 'Identity is already linked',
  })
  expect(fragment(await linkAtGoogle(await link(two), shared))).toMatchObject({
    error_code: 'identity_already_exists',
    error_description: 'Identity is already linked to another user',
  })
})

test('an anonymous user who links Google gets its address once verified', async () => {
  const auth = visitor()
  const { data: anonymous } = await auth.signInAnonymously()
  const email = newAddress()
  google.accounts.push({ email, name: 'x', emailVerified: false })
  const { data } = await auth.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } })
  expect(fragment(await linkAtGoogle(data.url!, email))).toMatchObject({ error_code: 'email_not_confirmed' })
  const { data: waiting } = await admin.getUserById(anonymous.user!.id)
  expect(waiting.user).toMatchObject({ email, is_anonymous: true })
  expect(waiting.user).not.toHaveProperty('email_confirmed_at')
  await visitor().verifyOtp({ type: 'signup', token_hash: (await lastMail(email)).hash })
  const { data: now } = await admin.getUserById(anonymous.user!.id)
  expect(now.user).toMatchObject({ email, is_anonymous: false, email_confirmed_at: expect.any(String) })
})

test('an identity can be unlinked while another one remains', async () => {
  const { auth, id, email } = await signedIn()
  const other = newAddress()
  const { data } = await auth.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } })
  await linkAtGoogle(data.url!, other)
  const identities = (await auth.getUserIdentities()).data!.identities
  const [byEmail, byGoogle] = identities

  expect(await auth.unlinkIdentity(byEmail!)).toMatchObject({ error: null })
  const { data: now } = await admin.getUserById(id)
  expect(now.user).toMatchObject({
    email: other,
    email_confirmed_at: expect.any(String),
    app_metadata: { provider: 'google', providers: ['google'] },
  })
  expect((await admin.createUser({ email })).error).toBeNull()
  expect((await auth.unlinkIdentity(byGoogle!)).error).toMatchObject({
    status: 422,
    code: 'single_identity_not_deletable',
  })
})

test('unlinking the verified address does not promote an unverified one', async () => {
  const { auth, id } = await signedIn()
  const other = newAddress()
  google.accounts.push({ email: other, name: 'x', emailVerified: false })
  const { data } = await auth.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } })
  await linkAtGoogle(data.url!, other)
  const { identities } = (await auth.getUserIdentities()).data!
  await auth.unlinkIdentity(identities.find(({ provider: name }) => name === 'email')!)
  const { data: now } = await admin.getUserById(id)
  expect(now.user).toMatchObject({ email: other })
  expect(now.user).not.toHaveProperty('email_confirmed_at')
})

test('an identity cannot be unlinked when the next address belongs to another account', async () => {
  const { auth } = await signedIn()
  const other = newAddress()
  const { data } = await auth.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } })
  await linkAtGoogle(data.url!, other)
  await db.sql(`insert into auth.users (email, email_confirmed_at) values ($1, now())`, [other])
  const { identities } = (await auth.getUserIdentities()).data!
  expect((await auth.unlinkIdentity(identities.find(({ provider: name }) => name === 'email')!)).error).toMatchObject({
    code: 'email_conflict_identity_not_deletable',
  })
})

const { token } = await signedIn()
const other = await signedIn()
const otherIdentityId = (await other.auth.getUserIdentities()).data!.identities[0]!.identity_id

type Scenario = { name: string; method: 'GET' | 'DELETE'; path: string; as?: string; status: number; contains: object }

// prettier-ignore
const scenarios: Scenario[] = [
  { name: 'linking as a visitor', method: 'GET', path: '/auth/v1/user/identities/authorize?provider=google', as: tokens.anonKey, status: 403, contains: { code: 'bad_jwt' } },
  { name: 'linking while manual linking is disabled', method: 'GET', path: '/closed/auth/v1/user/identities/authorize?provider=google', status: 404, contains: { code: 'manual_linking_disabled', message: 'Manual linking is disabled' } },
  { name: 'unlinking while manual linking is disabled', method: 'DELETE', path: `/closed/auth/v1/user/identities/${otherIdentityId}`, status: 404, contains: { code: 'manual_linking_disabled' } },
  { name: 'linking an unknown provider', method: 'GET', path: '/auth/v1/user/identities/authorize?provider=x', status: 400, contains: { code: 'validation_failed' } },
  { name: 'unlinking a malformed identity id', method: 'DELETE', path: '/auth/v1/user/identities/x', status: 404, contains: { code: 'validation_failed', message: 'identity_id must be an UUID' } },
  { name: 'unlinking the only identity', method: 'DELETE', path: `/auth/v1/user/identities/${otherIdentityId}`, status: 422, contains: { code: 'single_identity_not_deletable', message: 'User must have at least 1 identity after unlinking' } },
]

for (const { name, method, path, as = token, status, contains } of scenarios)
  test(`${name} is refused with ${status}`, async () => {
    const response = await call(method, path, undefined, as)
    expect(response.json()).toMatchObject(contains)
    expect(response.statusCode).toBe(status)
  })

test('an ID token links no identity while manual linking is disabled', async () => {
  const { auth, token: own } = await signedIn()
  const body = { provider: 'google', link_identity: true, id_token: await google.idToken(newAddress()) }
  const response = await call('POST', '/closed/auth/v1/token?grant_type=id_token', body, own)
  expect(response.json()).toMatchObject({ code: 'manual_linking_disabled', message: 'Manual linking is disabled' })
  expect(response.statusCode).toBe(404)
  expect((await auth.getUserIdentities()).data!.identities).toHaveLength(1)
})

test('an identity of another user cannot be unlinked', async () => {
  const { auth, token: own } = await signedIn()
  const { data } = await auth.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } })
  await linkAtGoogle(data.url!, newAddress())
  const response = await call('DELETE', `/auth/v1/user/identities/${otherIdentityId}`, undefined, own)
  expect(response.json()).toMatchObject({ code: 'identity_not_found', message: "Identity doesn't exist" })
})

test('without skip_http_redirect the response is a redirect', async () => {
  const response = await call('GET', '/auth/v1/user/identities/authorize?provider=google', undefined, token)
  expect(response.statusCode).toBe(302)
  expect(response.headers.location).toMatch(google.issuer)
})
