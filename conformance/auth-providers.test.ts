import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { address, publicKey, service, visitor } from './clients.ts'

const password = 'a good password'
const newAddress = () => `${crypto.randomUUID()}@example.com`
const redirectTo = `${address}/crm`

/** A minimal browser with cookies: follows redirects and chooses an account at the provider, or cancels without one. */
function browser(email: string | undefined) {
  const jar = new Map<string, string>()
  async function open(url: string, form?: Record<string, string>) {
    const { host } = new URL(url)
    const cookies = [...jar].filter(([name]) => name.startsWith(host)).map(([, cookie]) => cookie)
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: cookies.join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair] = cookie.split(';')
      jar.set(`${host} ${pair!.split('=')[0]}`, pair!)
    }
    const next = response.headers.get('location')
    if (!next) throw new Error(`No redirect at ${url}: ${await response.text()}`)
    return new URL(next, url).href
  }
  /** Follows redirects until `isThere`, submitting the account chooser on the way. Returns the final URL. */
  return async function go(from: string, isThere: (url: string) => boolean): Promise<URL> {
    let at = from
    for (let steps = 0; steps < 12; steps++) {
      if (isThere(at)) return new URL(at)
      const asksWho = new URL(at).pathname.startsWith('/choose/')
      at = await open(at, asksWho ? (email ? { email } : { no: '1' }) : undefined)
    }
    throw new Error(`No end from ${from}`)
  }
}

const isBack = (url: string) => url.startsWith(redirectTo) || url.startsWith(`${address}/?`)
const fragmentOf = (url: URL) => Object.fromEntries(new URLSearchParams(url.hash.slice(1)))

async function startSignIn(auth = visitor().auth, options: object = {}) {
  const { data, error } = await auth.signInWithOAuth({
    provider: 'google',
    options: { redirectTo, skipBrowserRedirect: true, ...options },
  })
  expect(error).toBeNull()
  return data.url!
}

async function withPassword() {
  const email = newAddress()
  const { data } = await service().auth.admin.createUser({ email, password, email_confirm: true })
  const { auth } = visitor()
  await auth.signInWithPassword({ email, password })
  return { auth, email, id: data.user!.id }
}

test('a new user returns from the provider with a session in the fragment', async () => {
  const email = newAddress()
  const fragment = fragmentOf(await browser(email)(await startSignIn(), isBack))
  expect(fragment).toMatchObject({
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    provider_token: expect.any(String),
    token_type: 'bearer',
    expires_in: '3600',
    sb: '',
  })
  const { auth } = visitor()
  const { access_token = '', refresh_token = '' } = fragment
  const { data } = await auth.setSession({ access_token, refresh_token })
  expect(data.user).toMatchObject({ email, app_metadata: { provider: 'google', providers: ['google'] } })
})

test('a user with a confirmed address signs in to their existing account', async () => {
  const { email, id } = await withPassword()
  const { access_token } = fragmentOf(await browser(email)(await startSignIn(), isBack))
  expect((await visitor().auth.getUser(access_token)).data.user).toMatchObject({
    id,
    app_metadata: { provider: 'email', providers: ['email', 'google'] },
  })
})

test('an address that the provider has not verified does not sign in', async () => {
  const end = await browser(`unverified-${newAddress()}`)(await startSignIn(), isBack)
  const refused = { error: 'access_denied', error_code: 'provider_email_needs_verification' }
  expect(fragmentOf(end)).toMatchObject(refused)
  expect(Object.fromEntries(end.searchParams)).toMatchObject(refused)
})

test('cancelling at the provider redirects with the error in query and fragment', async () => {
  const end = await browser(undefined)(await startSignIn(), isBack)
  const refused = { error: 'access_denied', error_description: 'The user cancelled' }
  expect(fragmentOf(end)).toMatchObject(refused)
  expect(Object.fromEntries(end.searchParams)).toMatchObject(refused)
})

test('a redirect address that is not allowed is replaced by the site', async () => {
  const url = await startSignIn(visitor().auth, { redirectTo: 'https://evil.example.com/' })
  const end = await browser(newAddress())(url, (at) => at.includes('#access_token'))
  expect(end.origin).toBe(new URL(address).origin)
})

test('an ID token of a mobile app signs in only with its nonce and a valid signature', async () => {
  const [verifier, nonce] = [randomBytes(32).toString('base64url'), randomBytes(16).toString('hex')]
  const hash = createHash('sha256')
  const question = await fetch(await startSignIn(), { redirect: 'manual' })
  const issuer = new URL(question.headers.get('location')!).origin
  const back = 'http://127.0.0.1:9/app'
  const request = new URLSearchParams({
    client_id: 'conformance-app',
    redirect_uri: back,
    response_type: 'code',
    scope: 'openid email profile',
    nonce: hash.copy().update(nonce).digest('hex'),
    code_challenge: hash.copy().update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const email = newAddress()
  const end = await browser(email)(`${issuer}/auth?${request}`, (url) => url.startsWith(back))
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'conformance-app',
      redirect_uri: back,
      code: end.searchParams.get('code')!,
      code_verifier: verifier,
    }),
  })
  const { id_token: token, access_token } = (await response.json()) as { id_token: string; access_token: string }

  const { data, error } = await visitor().auth.signInWithIdToken({ provider: 'google', token, access_token, nonce })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email, identities: [{ provider: 'google' }] })
  const refusals = [
    await visitor().auth.signInWithIdToken({ provider: 'google', token, nonce: 'another' }),
    await visitor().auth.signInWithIdToken({ provider: 'google', token }),
    await visitor().auth.signInWithIdToken({ provider: 'google', token: `${token.slice(0, -6)}AAAAAA`, nonce }),
  ]
  for (const refusal of refusals) expect(refusal.error).toMatchObject({ status: 400 })
})

test('a Google identity is linked, and unlinked while another identity remains', async () => {
  const { auth, id } = await withPassword()
  const { data } = await auth.linkIdentity({ provider: 'google', options: { redirectTo, skipBrowserRedirect: true } })
  await browser(newAddress())(data.url!, isBack)
  const { identities } = (await auth.getUserIdentities()).data!
  expect(identities.map(({ provider, user_id }) => [provider, user_id])).toEqual([
    ['email', id],
    ['google', id],
  ])
  expect((await auth.unlinkIdentity(identities[1]!)).error).toBeNull()
  expect((await auth.unlinkIdentity(identities[0]!)).error).toMatchObject({
    status: 422,
    code: 'single_identity_not_deletable',
  })
})

test('other providers, SAML and unknown states are refused with their error codes', async () => {
  const open = (path: string) => fetch(`${address}/auth/v1/${path}`, { redirect: 'manual' })
  const github = await open('authorize?provider=github')
  expect(github.status).toBe(400)
  expect(await github.json()).toMatchObject({ msg: 'Unsupported provider: provider is not enabled' })
  expect((await visitor().auth.signInWithSSO({ domain: 'example.com' })).error).toMatchObject({
    status: 404,
    code: 'saml_provider_disabled',
  })
  for (const state of ['', 'x', crypto.randomUUID(), '%00', '../../etc']) {
    const response = await open(`callback?code=x&state=${state}`)
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toMatch(/error=invalid_request&error_code=bad_oauth_/)
  }
  const settings = await fetch(`${address}/auth/v1/settings`, { headers: { apikey: publicKey } })
  expect(await settings.json()).toMatchObject({ external: { google: true, github: false }, saml_enabled: false })
})
