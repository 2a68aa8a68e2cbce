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

/** As a browser: no key, no memory. */
const open = (url: string) => app.inject({ url })
const authorizeAddress = (query: Record<string, string> = {}, base = '/auth/v1') =>
  `${base}/authorize?${new URLSearchParams({ provider: 'google', redirect_to: landing, ...query })}`

async function begin(query: Record<string, string> = {}, base?: string): Promise<URL> {
  const answer = await open(authorizeAddress(query, base))
  expect(answer.statusCode).toBe(302)
  return new URL(answer.headers.location!)
}

/** Off to Google and back. Answers where the browser ends. */
async function visit(email: string | undefined, query: Record<string, string> = {}, base?: string) {
  return comeBack(await google.choose((await begin(query, base)).href, email))
}

async function comeBack(address: URL) {
  const answer = await open(address.pathname + address.search)
  expect(answer.statusCode).toBe(302)
  const to = new URL(answer.headers.location!)
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

/** An account with a password whose address is confirmed, signed in. */
async function withPassword(email = newAddress()) {
  await call('POST', '/auth/v1/admin/users', { email, password, email_confirm: true }, tokens.serviceRoleKey)
  const answer = await call('POST', '/auth/v1/token?grant_type=password', { email, password })
  return { email, ...answer.json<{ access_token: string; user: User }>() }
}

test('the question to Google names us, is bound to this browser and carries the wishes of the client', async () => {
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

test('what the client asks for cannot change who asks, for whom, or where the answer goes', async () => {
  const address = await begin({
    client_id: 'somebody-else',
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

test('somebody new signs in by Google and has an account with what Google says of them', async () => {
  google.accounts.push({ email: 'ruth@example.com', name: 'רות בר', hd: 'example.com' })
  const { to, fragment } = await visit('ruth@example.com')
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

test('the same person comes back to the same account, with what Google says today', async () => {
  google.accounts.push({ email: 'same@example.com', name: 'שם ישן' })
  const first = await me((await visit('same@example.com')).fragment['access_token']!)
  google.accounts.find(({ email }) => email === 'same@example.com')!.name = 'שם חדש'
  const second = await me((await visit('same@example.com')).fragment['access_token']!)
  expect(second).toMatchObject({ id: first.id, user_metadata: { full_name: 'שם חדש' } })
  expect(second.identities).toMatchObject([{ identity_data: { full_name: 'שם חדש' } }])
})

test('a client with a verifier gets a code, and with it the session and the tokens of Google, once', async () => {
  const { verifier, query } = await pkce()
  const passthroughParams = { access_type: 'offline', prompt: 'consent' }
  const back = await visit('dana@example.com', { ...query, ...passthroughParams })
  expect(back.to.hash).toBe('')
  expect(back.query).toMatchObject({ from: 'google', code: expect.any(String) })
  const code = back.query['code']!
  expect((await redeem(code, 'x'.repeat(43))).json()).toMatchObject({ code: 'bad_code_verifier' })
  const answer = await redeem(code, verifier)
  expect(answer.json()).toMatchObject({
    user: { email: 'dana@example.com' },
    provider_token: expect.stringMatching(/^ya29\./),
    provider_refresh_token: expect.stringMatching(/^1\/\//),
  })
  expect((await redeem(code, verifier)).statusCode).toBe(404)
  expect(await db.sql('select from auth.flow_state where provider_access_token is not null')).toEqual([])
})

test('an account with the same confirmed address gets Google as a second way in', async () => {
  const { email, user } = await withPassword()
  const linked = await me((await visit(email)).fragment['access_token']!)
  expect(linked).toMatchObject({
    id: user.id,
    app_metadata: { provider: 'email', providers: ['email', 'google'] },
    identities: [{ provider: 'email' }, { provider: 'google' }],
  })
  expect(linked.user_metadata).toMatchObject({ sub: user.id, email, email_verified: true })
  expect((await call('POST', '/auth/v1/token?grant_type=password', { email, password })).statusCode).toBe(200)
})

test('somebody who signed up with a stranger’s address and waits gets nothing when its owner comes by Google', async () => {
  const email = newAddress()
  await call('POST', '/auth/v1/signup', { email, password, data: { name: 'an impostor' } })
  const { hash } = await lastMail(email)
  const owner = await me((await visit(email)).fragment['access_token']!)
  expect(owner).toMatchObject({ email, app_metadata: { providers: ['google'] }, identities: [{ provider: 'google' }] })
  expect(JSON.stringify(owner)).not.toContain('impostor')
  const signIn = await call('POST', '/auth/v1/token?grant_type=password', { email, password })
  expect(signIn.json()).toMatchObject({ code: 'invalid_credentials' })
  expect((await call('POST', '/auth/v1/verify', { type: 'signup', token_hash: hash })).statusCode).toBe(403)
})

test('an address that Google has not proven is nobody’s until its mail is answered', async () => {
  const email = newAddress()
  google.accounts.push({ email, name: 'לא מאומת', emailVerified: false })
  const first = await visit(email)
  expect(first.query).toMatchObject({ error: 'access_denied', error_code: 'provider_email_needs_verification' })
  expect(first.fragment).toMatchObject({
    error: 'access_denied',
    error_description: 'Unverified email with google. A confirmation email has been sent to your google email',
  })
  const { hash } = await lastMail(email)
  const session = await call('POST', '/auth/v1/verify', { type: 'signup', token_hash: hash })
  expect(session.json()).toMatchObject({ user: { email, app_metadata: { providers: ['google'] } } })
  expect((await visit(email)).fragment).toHaveProperty('access_token')
})

test('an address that Google has not proven does not open the account that has it', async () => {
  const { email, user } = await withPassword()
  google.accounts.push({ email, name: 'impostor', emailVerified: false })
  expect((await visit(email)).fragment).toMatchObject({ error_code: 'provider_email_needs_verification' })
  const identities = await db.sql('select from auth.identities where user_id = $1', [user.id])
  expect(identities).toHaveLength(1)
})

test('an unproven address of another way in does not draw its owner into a stranger’s account', async () => {
  const victim = newAddress()
  const { user } = await withPassword()
  await db.sql(
    `insert into auth.identities (provider_id, user_id, provider, identity_data) values ('x', $1, 'other', $2)`,
    [user.id, { sub: 'x', email: victim, email_verified: false }],
  )
  const owner = await me((await visit(victim)).fragment['access_token']!)
  expect(owner.id).not.toBe(user.id)
})

test('where sign-up is closed only those who have an account come in by Google', async () => {
  const stranger = await visit(newAddress(), {}, '/closed/auth/v1')
  expect(stranger.fragment).toMatchObject({ error: 'access_denied', error_code: 'signup_disabled' })
  expect(stranger.to.origin).toBe(siteUrl)
  const { email } = await withPassword()
  expect((await visit(email, {}, '/closed/auth/v1')).fragment).toHaveProperty('access_token')
})

test('somebody who is banned is told so at the end', async () => {
  const { email, user } = await withPassword()
  await call('PUT', `/auth/v1/admin/users/${user.id}`, { ban_duration: '1h' }, tokens.serviceRoleKey)
  expect((await visit(email)).query).toMatchObject({ error: 'access_denied', error_code: 'user_banned' })
})

test('whoever turns back at Google ends where they began, with Google’s words', async () => {
  const back = await visit(undefined)
  expect(back.to.href).toMatch(/^https:\/\/app\.example\.com\/welcome\?from=google&error=access_denied/)
  expect(back.fragment).toMatchObject({ error: 'access_denied' })
})

test('a state is good once, for five minutes, and only if it is ours', async () => {
  const invalid = { error: 'invalid_request', error_code: 'bad_oauth_state' }
  const back = await google.choose((await begin()).href, 'dana@example.com')
  expect((await comeBack(back)).fragment).toHaveProperty('access_token')
  expect((await comeBack(back)).query).toMatchObject(invalid)
  const late = await google.choose((await begin()).href, 'dana@example.com')
  await db.sql(`update auth.flow_state set created_at = now() - interval '301 seconds'`)
  expect((await comeBack(late)).fragment).toMatchObject(invalid)
  for (const state of ['', 'x', crypto.randomUUID(), "' or 1=1 --", 'x'.repeat(9000), '\0', '\ufffd']) {
    const answer = await open(`/auth/v1/callback?code=x&state=${encodeURIComponent(state)}`)
    expect(answer.statusCode).toBe(302)
    expect(answer.headers.location).toMatch(/^http:\/\/localhost:3000\/\?error=invalid_request&error_code=bad_oauth_/)
  }
})

test('the state of a mailed link opens nothing', async () => {
  const email = newAddress()
  const { query } = await pkce()
  await call('POST', '/auth/v1/signup', { email, password, ...query })
  const [flow] = await db.sql<{ id: string }>('select id from auth.flow_state order by created_at desc limit 1')
  const answer = await open(`/auth/v1/callback?code=x&state=${flow!.id}`)
  expect(answer.headers.location).toContain('bad_oauth_state')
})

test('a code that Google did not give, or that was meant for another browser, is not exchanged', async () => {
  const address = await google.choose((await begin()).href, 'dana@example.com')
  const other = await google.choose((await begin()).href, 'yossi@example.com')
  const swapped = new URL(address)
  swapped.searchParams.set('code', other.searchParams.get('code')!)
  expect((await comeBack(swapped)).fragment).toMatchObject({
    error: 'server_error',
    error_description: 'Unable to exchange external code',
  })
  const made = await begin()
  const answer = await open(`/auth/v1/callback?code=made-up&state=${made.searchParams.get('state')}`)
  expect(answer.headers.location).toContain('Unable+to+exchange+external+code')
  const without = await begin()
  const nothing = await open(`/auth/v1/callback?state=${without.searchParams.get('state')}`)
  expect(nothing.headers.location).toContain('bad_oauth_callback')
})

test('Google may answer by a form', async () => {
  const address = await google.choose((await begin()).href, 'dana@example.com')
  const answer = await app.inject({
    method: 'POST',
    url: '/auth/v1/callback',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: address.searchParams.toString(),
  })
  expect(answer.headers.location).toContain('#access_token=')
})

test('two browsers of somebody new at the same moment make one account', async () => {
  const email = newAddress()
  const addresses = await Promise.all([1, 2, 3].map(async () => google.choose((await begin()).href, email)))
  const ends = await Promise.all(addresses.map(comeBack))
  const users = await Promise.all(ends.map(({ fragment }) => me(fragment['access_token']!)))
  expect(new Set(users.map(({ id }) => id)).size).toBe(1)
})

const validation = (message: string) => ({ status: 400, contains: { code: 'validation_failed', message } })

test.each([
  ['nobody', { provider: '' }, validation('Unsupported provider: Provider  could not be found')],
  ['an unknown one', { provider: 'foo' }, validation('Unsupported provider: Provider foo could not be found')],
  ['one that is switched off', { provider: 'github' }, validation('Unsupported provider: provider is not enabled')],
  [
    'half a challenge',
    { code_challenge: 'x'.repeat(43) },
    validation('PKCE flow requires code_challenge_method and code_challenge'),
  ],
  [
    'a short challenge',
    { code_challenge: 'x', code_challenge_method: 's256' },
    { status: 400, contains: { code: 'validation_failed' } },
  ],
])('a question about %s is refused', async (_, query, { status, contains }) => {
  const answer = await call('GET', authorizeAddress(query as unknown as Record<string, string>))
  expect(answer.json()).toMatchObject(contains)
  expect(answer.statusCode).toBe(status)
})

test('where Google is not set up it is not enabled', async () => {
  const answer = await call('GET', authorizeAddress({}, '/without/auth/v1'))
  expect(answer.json()).toMatchObject({ message: 'Unsupported provider: provider is not enabled' })
})

test('a wish that stands there twice is refused, an endless address too', async () => {
  expect((await open(`${authorizeAddress()}&prompt=a&prompt=b`)).statusCode).toBe(400)
  expect((await open(`${authorizeAddress()}&redirect_to=b`)).statusCode).toBeLessThan(500)
})

test('sign-on by companies is not there', async () => {
  const answer = await call('POST', '/auth/v1/sso', { domain: 'example.com' })
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ code: 'saml_provider_disabled', message: 'SAML 2.0 is disabled' })
})
