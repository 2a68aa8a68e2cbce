// Ways in and changes of oneself that no browser is needed for: links, codes, PKCE over two nodes, what is off, both shapes of errors.
import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { lookBehind, newestMail, nobody } from './browser/people.ts'
import { address, loginOf, otherAddress, publicKey, signedIn, visitor } from './clients.ts'

const password = 'long-enough-1'

const linkTo = async (email: string) => new URL((await newestMail(email)).link)

/** Opens a link, presses the button of its page and answers where that leads. */
async function press(link: URL) {
  const page = await fetch(link, { redirect: 'manual' })
  if (page.status !== 200) return new URL(page.headers.get('location')!)
  const fields = [...(await page.text()).matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
    name!,
    value!.replaceAll('&amp;', '&'),
  ])
  const body = new URLSearchParams(fields)
  const response = await fetch(new URL(link.pathname, link), { method: 'POST', body, redirect: 'manual' })
  expect(response.status).toBe(303)
  return new URL(response.headers.get('location')!)
}

const ask = (path: string, body?: object, headers: Record<string, string> = {}) =>
  fetch(`${address}/auth/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { apikey: publicKey, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
const asNow = { 'x-supabase-api-version': '2024-01-01' }

async function newcomer() {
  const email = nobody()
  const { auth } = visitor()
  await auth.signUp({ email, password })
  await press(await linkTo(email))
  const { data } = await auth.signInWithPassword({ email, password })
  return { email, auth, session: data.session! }
}

test('a flow that begins at one node ends at the other, once, and only with its verifier', async () => {
  const email = nobody()
  const verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  const begun = await ask('/otp', { email, code_challenge, code_challenge_method: 's256' })
  expect([begun.status, await begun.json()]).toEqual([200, {}])
  const link = await linkTo(email)
  expect(link.searchParams.get('token')).toMatch(/^pkce_/)
  const code = (await press(link)).searchParams.get('code')!
  const exchange = (code_verifier: string, at: string) =>
    fetch(`${at}/auth/v1/token?grant_type=pkce`, {
      method: 'POST',
      headers: { apikey: publicKey, 'content-type': 'application/json', ...asNow },
      body: JSON.stringify({ auth_code: code, code_verifier }),
    })
  const wrong = await exchange(randomBytes(32).toString('base64url'), otherAddress)
  expect([wrong.status, await wrong.json()]).toMatchObject([400, { code: 'bad_code_verifier' }])
  const right = await exchange(verifier, otherAddress)
  expect([right.status, await right.json()]).toMatchObject([200, { token_type: 'bearer', user: { email } }])
  const again = await exchange(verifier, address)
  expect([again.status, await again.json()]).toMatchObject([404, { code: 'flow_state_not_found' }])
})

test('a magic link shows a page to whatever opens it, and its button signs in', async () => {
  const { email } = await newcomer()
  expect((await visitor().auth.signInWithOtp({ email, options: { shouldCreateUser: false } })).error).toBeNull()
  const link = await linkTo(email)
  for (const method of ['HEAD', 'GET', 'GET']) expect((await fetch(link, { method })).status).toBe(200)
  const to = await press(link)
  expect(Object.fromEntries(new URLSearchParams(to.hash.slice(1)))).toMatchObject({
    type: 'magiclink',
    token_type: 'bearer',
    expires_in: '3600',
    sb: '',
  })
  expect(Object.fromEntries(new URLSearchParams((await press(link)).hash.slice(1)))).toEqual({
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Email link is invalid or has expired',
    sb: '',
  })
})

test('a link leads home when it was asked to lead somewhere that is not allowed', async () => {
  const email = nobody()
  await visitor().auth.signInWithOtp({ email, options: { emailRedirectTo: 'https://evil.example.org/' } })
  const link = await linkTo(email)
  expect(new URL(link.searchParams.get('redirect_to')!).origin).toBe(new URL(address).origin)
})

test('nobody is let in by a code who was not asked for, and a second mail waits its minute', async () => {
  const email = nobody()
  // Both of one process: each counts for itself.
  const { error } = await visitor(otherAddress).auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
  expect(error).toMatchObject({ status: 422, code: 'otp_disabled' })
  const again = await visitor(otherAddress).auth.signInWithOtp({ email })
  expect(again.error).toMatchObject({
    status: 429,
    code: 'over_email_send_rate_limit',
    message: expect.stringMatching(/^For security purposes, you can only request this after \d+ seconds\.$/) as string,
  })
})

test('an address changes when both sides have said so', async () => {
  const { email, auth } = await newcomer()
  const next = nobody()
  expect((await auth.updateUser({ email: next })).data.user).toMatchObject({ email, new_email: next })
  const half = await press(await linkTo(email))
  expect(new URLSearchParams(half.hash.slice(1)).get('message')).toBe(
    'Confirmation link accepted. Please proceed to confirm link sent to the other email',
  )
  await press(await linkTo(next))
  expect((await visitor().auth.signInWithPassword({ email: next, password })).error).toBeNull()
  expect((await visitor().auth.signInWithPassword({ email, password })).error).not.toBeNull()
})

test('a new password is another one, ends the other devices, and keeps this one', async () => {
  const { email, auth } = await newcomer()
  const elsewhere = visitor().auth
  await elsewhere.signInWithPassword({ email, password })
  expect((await auth.updateUser({ password })).error).toMatchObject({ status: 422, code: 'same_password' })
  expect((await auth.updateUser({ password: 'another-long-one-2' })).error).toBeNull()
  expect((await auth.refreshSession()).error).toBeNull()
  expect((await elsewhere.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
})

test('whoever is signed in may ask for a code to prove it once more', async () => {
  const { email, auth } = await newcomer()
  expect(await auth.reauthenticate()).toMatchObject({ error: null })
  const [mail] = await lookBehind<{ purpose: string; text: string }>(
    'select purpose, text from mail.outbox where to_address = $1 order by created_at desc limit 1',
    [email],
  )
  expect(mail).toMatchObject({ purpose: 'reauthenticate', text: expect.stringMatching(/\b\d{6}\b/) as string })
})

test('resending says the same to everybody', async () => {
  const { auth } = visitor()
  for (const email of [nobody(), loginOf('owner').email])
    expect((await auth.resend({ type: 'signup', email })).error).toBeNull()
})

const off: [what: string, path: string, body: object, status: number, code: string, message: string][] = [
  ['phones', '/otp', { phone: '972500000001' }, 400, 'phone_provider_disabled', 'Unsupported phone provider'],
  [
    'phones',
    '/signup',
    { phone: '972500000001', password },
    400,
    'phone_provider_disabled',
    'Phone signups are disabled',
  ],
  [
    'phones',
    '/resend',
    { type: 'sms', phone: '972500000001' },
    400,
    'phone_provider_disabled',
    'Phone logins are disabled',
  ],
  ['anonymous users', '/signup', {}, 422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'],
  ['wallets', '/token?grant_type=web3', {}, 422, 'web3_provider_disabled', 'Web3 provider is disabled'],
  ['grants unknown to us', '/token?grant_type=x', {}, 400, 'invalid_credentials', 'unsupported_grant_type'],
]

test.each(off)('%s are not there, and %s says so', async (_what, path, body, status, code, message) => {
  const response = await ask(path, body, asNow)
  expect([response.status, await response.json()]).toEqual([status, { code, message }])
})

test('errors have the shape of the version that the client names, and their code in a header', async () => {
  const asked = { type: 'email', email: nobody(), token: '000000' }
  const now = await ask('/verify', asked, asNow)
  expect(now.headers.get('x-supabase-api-version')).toBe('2024-01-01')
  expect(await now.json()).toEqual({ code: 'otp_expired', message: 'Token has expired or is invalid' })
  const before = await ask('/verify', asked)
  expect(await before.json()).toEqual({ code: 403, error_code: 'otp_expired', msg: 'Token has expired or is invalid' })
  for (const response of [now, before]) expect(response.headers.get('x-sb-error-code')).toBe('otp_expired')
  const oldest = await ask('/token?grant_type=refresh_token', {})
  expect([oldest.status, await oldest.json()]).toEqual([
    400,
    { error: 'invalid_request', error_description: 'refresh_token required' },
  ])
})

test('the settings and the health of the surface are told to whoever asks', async () => {
  expect(await (await ask('/settings')).json()).toMatchObject({
    external: { email: true, phone: false, anonymous_users: false, apple: false },
    disable_signup: false,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    saml_enabled: false,
  })
  expect(await (await fetch(`${address}/auth/v1/health`)).json()).toMatchObject({ name: 'GoTrue' })
})

test('signing out here leaves the other devices signed in', async () => {
  const [here, there] = [await signedIn('content'), await signedIn('content')]
  expect((await here.auth.signOut({ scope: 'local' })).error).toBeNull()
  expect((await there.auth.getUser()).error).toBeNull()
})
