// Auth flows without a browser: links, codes, PKCE over two nodes, account changes, disabled features, both error shapes.
import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { queryDatabase, newestMail, newAddress } from './browser/accounts.ts'
import { address, loginOf, otherAddress, publicKey, signedIn, visitor } from './clients.ts'

const password = 'long-enough-1'

const linkTo = async (email: string) => new URL((await newestMail(email)).link)

/** Opens a link, submits the form of its page and returns the redirect. */
async function submitLink(link: URL) {
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

async function confirmedUser() {
  const email = newAddress()
  const { auth } = visitor()
  await auth.signUp({ email, password })
  await submitLink(await linkTo(email))
  const { data } = await auth.signInWithPassword({ email, password })
  return { email, auth, session: data.session! }
}

test('a PKCE flow started on one node can be completed on the other, only once and only with its verifier', async () => {
  const email = newAddress()
  const verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  const first = await ask('/otp', { email, code_challenge, code_challenge_method: 's256' })
  expect([first.status, await first.json()]).toEqual([200, {}])
  const link = await linkTo(email)
  expect(link.searchParams.get('token')).toMatch(/^pkce_/)
  const code = (await submitLink(link)).searchParams.get('code')!
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

test('opening a magic link shows a page, and its button signs in', async () => {
  const { email } = await confirmedUser()
  expect((await visitor().auth.signInWithOtp({ email, options: { shouldCreateUser: false } })).error).toBeNull()
  const link = await linkTo(email)
  for (const method of ['HEAD', 'GET', 'GET']) expect((await fetch(link, { method })).status).toBe(200)
  const to = await submitLink(link)
  expect(Object.fromEntries(new URLSearchParams(to.hash.slice(1)))).toMatchObject({
    type: 'magiclink',
    token_type: 'bearer',
    expires_in: '3600',
    sb: '',
  })
  expect(Object.fromEntries(new URLSearchParams((await submitLink(link)).hash.slice(1)))).toEqual({
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Email link is invalid or has expired',
    sb: '',
  })
})

test('a link redirects to the site when the requested address is not allowed', async () => {
  const email = newAddress()
  await visitor().auth.signInWithOtp({ email, options: { emailRedirectTo: 'https://evil.example.org/' } })
  const link = await linkTo(email)
  expect(new URL(link.searchParams.get('redirect_to')!).origin).toBe(new URL(address).origin)
})

test('otp without create_user creates no account, and a second mail is refused within a minute', async () => {
  const email = newAddress()
  // Both requests go to one node, because each process counts separately.
  const { error } = await visitor(otherAddress).auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
  expect(error).toMatchObject({ status: 422, code: 'otp_disabled' })
  const again = await visitor(otherAddress).auth.signInWithOtp({ email })
  expect(again.error).toMatchObject({
    status: 429,
    code: 'over_email_send_rate_limit',
    message: expect.stringMatching(/^For security purposes, you can only request this after \d+ seconds\.$/) as string,
  })
})

test('an address change takes effect when both addresses confirm', async () => {
  const { email, auth } = await confirmedUser()
  const next = newAddress()
  expect((await auth.updateUser({ email: next })).data.user).toMatchObject({ email, new_email: next })
  const half = await submitLink(await linkTo(email))
  expect(new URLSearchParams(half.hash.slice(1)).get('message')).toBe(
    'Confirmation link accepted. Please proceed to confirm link sent to the other email',
  )
  await submitLink(await linkTo(next))
  expect((await visitor().auth.signInWithPassword({ email: next, password })).error).toBeNull()
  expect((await visitor().auth.signInWithPassword({ email, password })).error).not.toBeNull()
})

test('a password change requires a different password, ends the other sessions but not the current one', async () => {
  const { email, auth } = await confirmedUser()
  const elsewhere = visitor().auth
  await elsewhere.signInWithPassword({ email, password })
  expect((await auth.updateUser({ password })).error).toMatchObject({ status: 422, code: 'same_password' })
  expect((await auth.updateUser({ password: 'another-long-one-2' })).error).toBeNull()
  expect((await auth.refreshSession()).error).toBeNull()
  expect((await elsewhere.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
})

test('a signed-in user can request a reauthentication code', async () => {
  const { email, auth } = await confirmedUser()
  expect(await auth.reauthenticate()).toMatchObject({ error: null })
  const [mail] = await queryDatabase<{ purpose: string; text: string }>(
    'select purpose, text from mail.outbox where to_address = $1 order by created_at desc limit 1',
    [email],
  )
  expect(mail).toMatchObject({ purpose: 'reauthenticate', text: expect.stringMatching(/\b\d{6}\b/) as string })
})

test('resend responds the same for every address', async () => {
  const { auth } = visitor()
  for (const email of [newAddress(), loginOf('owner').email])
    expect((await auth.resend({ type: 'signup', email })).error).toBeNull()
})

const off: [what: string, path: string, body: object, status: number, code: string, message: string][] = [
  ['sign-in by phone', '/otp', { phone: '972500000001' }, 400, 'phone_provider_disabled', 'Unsupported phone provider'],
  [
    'sign-in by phone',
    '/signup',
    { phone: '972500000001', password },
    400,
    'phone_provider_disabled',
    'Phone signups are disabled',
  ],
  [
    'sign-in by phone',
    '/resend',
    { type: 'sms', phone: '972500000001' },
    400,
    'phone_provider_disabled',
    'Phone logins are disabled',
  ],
  ['anonymous sign-in', '/signup', {}, 422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'],
  ['sign-in by wallet', '/token?grant_type=web3', {}, 422, 'web3_provider_disabled', 'Web3 provider is disabled'],
  ['an unknown grant', '/token?grant_type=x', {}, 400, 'invalid_credentials', 'unsupported_grant_type'],
]

test.each(off)('%s is disabled, and %s refuses it', async (_what, path, body, status, code, message) => {
  const response = await ask(path, body, asNow)
  expect([response.status, await response.json()]).toEqual([status, { code, message }])
})

test('errors have the shape of the client’s API version, and their code in a header', async () => {
  const request = { type: 'email', email: newAddress(), token: '000000' }
  const now = await ask('/verify', request, asNow)
  expect(now.headers.get('x-supabase-api-version')).toBe('2024-01-01')
  expect(await now.json()).toEqual({ code: 'otp_expired', message: 'Token has expired or is invalid' })
  const before = await ask('/verify', request)
  expect(await before.json()).toEqual({ code: 403, error_code: 'otp_expired', msg: 'Token has expired or is invalid' })
  for (const response of [now, before]) expect(response.headers.get('x-sb-error-code')).toBe('otp_expired')
  const oldest = await ask('/token?grant_type=refresh_token', {})
  expect([oldest.status, await oldest.json()]).toEqual([
    400,
    { error: 'invalid_request', error_description: 'refresh_token required' },
  ])
})

test('settings and health are public', async () => {
  expect(await (await ask('/settings')).json()).toMatchObject({
    external: { email: true, phone: false, anonymous_users: false, apple: false },
    disable_signup: false,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    saml_enabled: false,
  })
  expect(await (await fetch(`${address}/auth/v1/health`)).json()).toMatchObject({ name: 'GoTrue' })
})

test('sign-out with scope local does not end other sessions', async () => {
  const [here, there] = [await signedIn('content'), await signedIn('content')]
  expect((await here.auth.signOut({ scope: 'local' })).error).toBeNull()
  expect((await there.auth.getUser()).error).toBeNull()
})
