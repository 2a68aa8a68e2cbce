import { createHash, randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { startGoogle } from '#integrations/google.fake.ts'
import { testDatabase } from '../../../../test/database.ts'
import { testKernel } from '../../../../test/kernel-app.ts'

const siteUrl = 'http://localhost:3000'
const google = await startGoogle({ origins: [siteUrl] })
afterAll(() => google.stop())
const provider = {
  issuer: google.issuer,
  clientIds: [google.clientId, 'an-app-on-a-phone'],
  secret: google.clientSecret,
  redirectUri: undefined,
  skipNonceCheck: false,
}
const db = await testDatabase()
const { app, call, lastMail, tokens } = await testKernel(db, {
  auth: {
    secondsBetweenMails: 0,
    mailsPerHour: 1000,
    redirectAllowList: ['https://app.example.com/**'],
    providers: { google: provider, manualLinking: true },
  },
  moreAuth: [
    { path: '/closed/auth/v1', settings: { signupDisabled: true, providers: { google: provider } } },
    { path: '/without/auth/v1' },
  ],
})

const password = 'a good password'
const newAddress = () => `${crypto.randomUUID()}@example.com`
const landing = 'https://app.example.com/welcome?from=google'

/** Opens a URL as a browser does: without an API key and without cookies. */
const open = (url: string) => app.inject({ url })
const authorizeAddress = (query: Record<string, string> = {}, base = '/auth/v1') =>
  `${base}/authorize?${new URLSearchParams({ provider: 'google', redirect_to: landing, ...query })}`

async function begin(query: Record<string, string> = {}, base?: string): Promise<URL> {
  const response = await open(authorizeAddress(query, base))
  expect(response.statusCode).toBe(302)
  return new URL(response.headers.location!)
}

/** Signs in at Google and follows the callback. Returns the final redirect. */
async function signInAtGoogle(email: string | undefined, query: Record<string, string> = {}, base?: string) {
  return followCallback(await google.choose((await begin(query, base)).href, email))
}

async function followCallback(address: URL) {
  const response = await open(address.pathname + address.search)
  expect(response.statusCode).toBe(302)
  const to = new URL(response.headers.location!)
  return {
    to,
    fragment: Object.fromEntries(new URLSearchParams(to.hash.slice(1))),
    query: Object.fromEntries(to.searchParams),
  }
}

type User = {
  id: string
  email: string
  app_metadata: { provider: string; providers: string[] }
  user_metadata: Record<string, unknown>
  identities: { identity_id: string; id: string; provider: string; identity_data: Record<string, unknown> }[]
  is_anonymous: boolean
}
const me = async (token: string) => (await call('GET', '/auth/v1/user', undefined, token)).json<User>()
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>

async function pkce() {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  return { verifier, query: { code_challenge: challenge, code_challenge_method: 's256' } }
}
const redeem = (code: string, verifier: string) =>
  call('POST', '/auth/v1/token?grant_type=pkce', { auth_code: code, code_verifier: verifier })

/** A signed-in user with a password and a confirmed address. */
async function withPassword(email = newAddress()) {
  await call('POST', '/auth/v1/admin/users', { email, password, email_confirm: true }, tokens.serviceRoleKey)
  const response = await call('POST', '/auth/v1/token?grant_type=password', { email, password })
  return { email, ...response.json<{ access_token: string; user: User }>() }
}

test('the authorization request carries client id, state, nonce, PKCE and the client’s parameters', async () => {
  const address = await begin({
    scopes: 'https://www.googleapis.com/auth/calendar',
    access_type: 'offline',
    prompt: 'consent',
  })
  expect(address.origin).toBe(google.issuer)
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    client_id: google.clientId,
    redirect_uri: `${siteUrl}/auth/v1/callback`,
    response_type: 'code',
    scope: 'openid email profile https://www.googleapis.com/auth/calendar',
    state: expect.stringMatching(/^[0-9a-f-]{36}$/),
    nonce: expect.any(String),
    code_challenge_method: 'S256',
    access_type: 'offline',
    prompt: 'consent',
  })
})

test('the client’s parameters cannot override reserved ones', async () => {
  const address = await begin({
    client_id: 'another-client',
    redirect_uri: 'https://evil.example.com',
    response_type: 'token',
    response_mode: 'fragment',
    state: 'chosen',
    nonce: 'chosen',
    apikey: tokens.anonKey,
    skip_http_redirect: 'true',
  })
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    client_id: google.clientId,
    redirect_uri: `${siteUrl}/auth/v1/callback`,
    response_type: 'code',
  })
  expect(address.search).not.toMatch(/chosen|evil|apikey|skip_http|response_mode/)
})

test('a new user signs in by Google and gets an account with the Google profile', async () => {
  google.accounts.push({ email: 'ruth@example.com', name: 'רות בר', hd: 'example.com' })
  const { to, fragment } = await signInAtGoogle('ruth@example.com')
  expect(to.href).toMatch(/^https:\/\/app\.example\.com\/welcome\?from=google#/)
  expect(fragment).toMatchObject({
    token_type: 'bearer',
    expires_in: '3600',
    refresh_token: expect.any(String),
    provider_token: expect.stringMatching(/^ya29\./),
    sb: '',
  })
  expect(fragment).not.toHaveProperty('provider_refresh_token')
  const user = await me(fragment['access_token']!)
  expect(user).toMatchObject({
    email: 'ruth@example.com',
    email_confirmed_at: expect.any(String),
    app_metadata: { provider: 'google', providers: ['google'] },
    user_metadata: {
      iss: google.issuer,
      email: 'ruth@example.com',
      email_verified: true,
      phone_verified: false,
      full_name: 'רות בר',
      name: 'רות בר',
      avatar_url: expect.any(String),
      picture: expect.any(String),
      custom_claims: { hd: 'example.com' },
    },
    identities: [{ provider: 'google', email: 'ruth@example.com' }],
    is_anonymous: false,
  })
  expect(user.user_metadata['sub']).toBe(user.identities[0]!.id)
  expect(claimsOf(fragment['access_token']!)).toMatchObject({ aal: 'aal1', amr: [{ method: 'oauth' }] })
})

test('a returning Google user gets the same account, with the updated profile', async () => {
  google.accounts.push({ email: 'same@example.com', name: 'שם ישן' })
  const first = await me((await signInAtGoogle('same@example.com')).fragment['access_token']!)
  google.accounts.find(({ email }) => email === 'same@example.com')!.name = 'שם חדש'
  const second = await me((await signInAtGoogle('same@example.com')).fragment['access_token']!)
  expect(second).toMatchObject({ id: first.id, user_metadata: { full_name: 'שם חדש' } })
  expect(second.identities).toMatchObject([{ identity_data: { full_name: 'שם חדש' } }])
})

test('a PKCE client exchanges its code once for the session and Google’s tokens', async () => {
  const { verifier, query } = await pkce()
  const clientParams = { access_type: 'offline', prompt: 'consent' }
  const back = await signInAtGoogle('dana@example.com', { ...query, ...clientParams })
  expect(back.to.hash).toBe('')
  expect(back.query).toMatchObject({ from: 'google', code: expect.any(String) })
  const code = back.query['code']!
  expect((await redeem(code, 'x'.repeat(43))).json()).toMatchObject({ code: 'bad_code_verifier' })
  const response = await redeem(code, verifier)
  expect(response.json()).toMatchObject({
    user: { email: 'dana@example.com' },
    provider_token: expect.stringMatching(/^ya29\./),
    provider_refresh_token: expect.stringMatching(/^1\/\//),
  })
  expect((await redeem(code, verifier)).statusCode).toBe(404)
  expect(await db.sql('select from auth.flow_state where provider_access_token is not null')).toEqual([])
})

test('an account with the same confirmed address gets a Google identity', async () => {
  const { email, user } = await withPassword()
  const linked = await me((await signInAtGoogle(email)).fragment['access_token']!)
  expect(linked).toMatchObject({
    id: user.id,
    app_metadata: { provider: 'email', providers: ['email', 'google'] },
    identities: [{ provider: 'email' }, { provider: 'google' }],
  })
  expect(linked.user_metadata).toMatchObject({ email, email_verified: true })
  expect((await call('POST', '/auth/v1/token?grant_type=password', { email, password })).statusCode).toBe(200)
})

test('an unverified sign-up is discarded when the owner of the address signs in by Google', async () => {
  const email = newAddress()
  await call('POST', '/auth/v1/signup', { email, password, data: { name: 'an impostor' } })
  const { hash } = await lastMail(email)
  const owner = await me((await signInAtGoogle(email)).fragment['access_token']!)
  expect(owner).toMatchObject({ email, app_metadata: { providers: ['google'] }, identities: [{ provider: 'google' }] })
  expect(JSON.stringify(owner)).not.toContain('impostor')
  const signIn = await call('POST', '/auth/v1/token?grant_type=password', { email, password })
  expect(signIn.json()).toMatchObject({ code: 'invalid_credentials' })
  expect((await call('POST', '/auth/v1/verify', { type: 'signup', token_hash: hash })).statusCode).toBe(403)
})

test('an address that Google has not verified needs confirmation by mail', async () => {
  const email = newAddress()
  google.accounts.push({ email, name: 'לא מאומת', emailVerified: false })
  const first = await signInAtGoogle(email)
  expect(first.query).toMatchObject({ error: 'access_denied', error_code: 'provider_email_needs_verification' })
  expect(first.fragment).toMatchObject({
    error: 'access_denied',
    error_description: 'Unverified email with google. A confirmation email has been sent to your google email',
  })
  const { hash } = await lastMail(email)
  const session = await call('POST', '/auth/v1/verify', { type: 'signup', token_hash: hash })
  expect(session.json()).toMatchObject({ user: { email, app_metadata: { providers: ['google'] } } })
  expect((await signInAtGoogle(email)).fragment).toHaveProperty('access_token')
})

test('an address that Google has not verified does not match an existing account', async () => {
  const { email, user } = await withPassword()
  google.accounts.push({ email, name: 'impostor', emailVerified: false })
  expect((await signInAtGoogle(email)).fragment).toMatchObject({ error_code: 'provider_email_needs_verification' })
  const identities = await db.sql('select from auth.identities where user_id = $1', [user.id])
  expect(identities).toHaveLength(1)
})

test('an account with an unverified identity is not matched to the owner of its address', async () => {
  const victim = newAddress()
  const { user } = await withPassword()
  await db.sql(
    `insert into auth.identities (provider_id, user_id, provider, identity_data) values ('x', $1, 'other', $2)`,
    [user.id, { sub: 'x', email: victim, email_verified: false }],
  )
  const owner = await me((await signInAtGoogle(victim)).fragment['access_token']!)
  expect(owner.id).not.toBe(user.id)
})

test('with sign-ups disabled only existing users sign in by Google', async () => {
  const newcomer = await signInAtGoogle(newAddress(), {}, '/closed/auth/v1')
  expect(newcomer.fragment).toMatchObject({ error: 'access_denied', error_code: 'signup_disabled' })
  expect(newcomer.to.origin).toBe(siteUrl)
  const { email } = await withPassword()
  expect((await signInAtGoogle(email, {}, '/closed/auth/v1')).fragment).toHaveProperty('access_token')
})

test('a banned user gets the error at the end of the redirect', async () => {
  const { email, user } = await withPassword()
  await call('PUT', `/auth/v1/admin/users/${user.id}`, { ban_duration: '1h' }, tokens.serviceRoleKey)
  expect((await signInAtGoogle(email)).query).toMatchObject({ error: 'access_denied', error_code: 'user_banned' })
})

test('cancelling at Google redirects back with Google’s error', async () => {
  const back = await signInAtGoogle(undefined)
  expect(back.to.href).toMatch(/^https:\/\/app\.example\.com\/welcome\?from=google&error=access_denied/)
  expect(back.fragment).toMatchObject({ error: 'access_denied' })
})

test('a state is valid once, for five minutes, and only if we issued it', async () => {
  const invalid = { error: 'invalid_request', error_code: 'bad_oauth_state' }
  const back = await google.choose((await begin()).href, 'dana@example.com')
  expect((await followCallback(back)).fragment).toHaveProperty('access_token')
  expect((await followCallback(back)).query).toMatchObject(invalid)
  const late = await google.choose((await begin()).href, 'dana@example.com')
  await db.sql(`update auth.flow_state set created_at = now() - interval '301 seconds'`)
  expect((await followCallback(late)).fragment).toMatchObject(invalid)
  for (const state of ['', 'x', crypto.randomUUID(), "' or 1=1 --", 'x'.repeat(9000), '\0', '\ufffd']) {
    const response = await open(`/auth/v1/callback?code=x&state=${encodeURIComponent(state)}`)
    expect(response.statusCode).toBe(302)
    expect(response.headers.location).toMatch(/^http:\/\/localhost:3000\/\?error=invalid_request&error_code=bad_oauth_/)
  }
})

test('the flow id of a mailed link is not valid as a state', async () => {
  const email = newAddress()
  const { query } = await pkce()
  await call('POST', '/auth/v1/signup', { email, password, ...query })
  const [flow] = await db.sql<{ id: string }>('select id from auth.flow_state order by created_at desc limit 1')
  const response = await open(`/auth/v1/callback?code=x&state=${flow!.id}`)
  expect(response.headers.location).toContain('bad_oauth_state')
})

test('a forged code, or one of another flow, is not exchanged', async () => {
  const address = await google.choose((await begin()).href, 'dana@example.com')
  const other = await google.choose((await begin()).href, 'yossi@example.com')
  const swapped = new URL(address)
  swapped.searchParams.set('code', other.searchParams.get('code')!)
  expect((await followCallback(swapped)).fragment).toMatchObject({
    error: 'server_error',
    error_description: 'Unable to exchange external code',
  })
  const flow = await begin()
  const response = await open(`/auth/v1/callback?code=made-up&state=${flow.searchParams.get('state')}`)
  expect(response.headers.location).toContain('Unable+to+exchange+external+code')
  const without = await begin()
  const nothing = await open(`/auth/v1/callback?state=${without.searchParams.get('state')}`)
  expect(nothing.headers.location).toContain('bad_oauth_callback')
})

test('the callback accepts a form post', async () => {
  const address = await google.choose((await begin()).href, 'dana@example.com')
  const response = await app.inject({
    method: 'POST',
    url: '/auth/v1/callback',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: address.searchParams.toString(),
  })
  expect(response.headers.location).toContain('#access_token=')
})

test('concurrent first sign-ins of one Google user create one account', async () => {
  const email = newAddress()
  const addresses = await Promise.all([1, 2, 3].map(async () => google.choose((await begin()).href, email)))
  const ends = await Promise.all(addresses.map(followCallback))
  const users = await Promise.all(ends.map(({ fragment }) => me(fragment['access_token']!)))
  expect(new Set(users.map(({ id }) => id)).size).toBe(1)
})

const validation = (message: string) => ({ status: 400, contains: { code: 'validation_failed', message } })

test.each([
  ['an empty provider', { provider: '' }, validation('Unsupported provider: Provider  could not be found')],
  ['an unknown provider', { provider: 'foo' }, validation('Unsupported provider: Provider foo could not be found')],
  ['a disabled provider', { provider: 'github' }, validation('Unsupported provider: provider is not enabled')],
  [
    'an incomplete challenge',
    { code_challenge: 'x'.repeat(43) },
    validation('PKCE flow requires code_challenge_method and code_challenge'),
  ],
  [
    'a short challenge',
    { code_challenge: 'x', code_challenge_method: 's256' },
    { status: 400, contains: { code: 'validation_failed' } },
  ],
])('authorize with %s is refused', async (_, query, { status, contains }) => {
  const response = await call('GET', authorizeAddress(query as unknown as Record<string, string>))
  expect(response.json()).toMatchObject(contains)
  expect(response.statusCode).toBe(status)
})

test('without configuration Google is not enabled', async () => {
  const response = await call('GET', authorizeAddress({}, '/without/auth/v1'))
  expect(response.json()).toMatchObject({ message: 'Unsupported provider: provider is not enabled' })
})

test('repeated parameters and overlong URLs are refused', async () => {
  expect((await open(`${authorizeAddress()}&prompt=a&prompt=b`)).statusCode).toBe(400)
  expect((await open(`${authorizeAddress()}&redirect_to=b`)).statusCode).toBeLessThan(500)
})

test('SAML sign-on is not supported', async () => {
  const response = await call('POST', '/auth/v1/sso', { domain: 'example.com' })
  expect(response.statusCode).toBe(404)
  expect(response.json()).toMatchObject({ code: 'saml_provider_disabled', message: 'SAML 2.0 is disabled' })
})
