import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { testKernel } from '../../../../test/kernel-app.ts'

const db = await testDatabase()
const { app, call, lastMail, siteUrl } = await testKernel(db, {
  auth: { secondsBetweenMails: 0, mailsPerHour: 1000, redirectAllowList: ['https://app.example.com/**'] },
})

type Session = { access_token: string; refresh_token: string; user: Record<string, unknown> }
const password = 'a good password'
const newAddress = () => `${crypto.randomUUID()}@example.com`
const signUp = (email: string, more: object = {}) => call('POST', '/auth/v1/signup', { email, password, ...more })
const signIn = (email: string, word = password) =>
  call('POST', '/auth/v1/token?grant_type=password', { email, password: word })
const verify = (body: object) => call('POST', '/auth/v1/verify', body)
const expired = { code: 'otp_expired' }

async function confirmedUser() {
  const email = newAddress()
  await signUp(email)
  const session = (await verify({ type: 'signup', token_hash: (await lastMail(email)).hash })).json<Session>()
  return { email, session }
}

/** Opens a link without an API key, as a browser does. */
async function openLink(link: URL, method: 'GET' | 'HEAD' = 'GET') {
  return app.inject({ method, url: link.pathname + link.search })
}
async function submitPage(link: URL) {
  const page = await openLink(link)
  const values = [...page.body.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
    name!,
    value!.replaceAll('&amp;', '&'),
  ])
  const payload = new URLSearchParams(values).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const response = await app.inject({ method: 'POST', url: '/auth/v1/verify', headers, payload })
  return { status: response.statusCode, to: new URL(response.headers.location!) }
}
const fragment = (url: URL) => Object.fromEntries(new URLSearchParams(url.hash.slice(1)))

test('a sign-up is confirmed by the mailed code, once', async () => {
  const email = newAddress()
  const response = await signUp(email, { data: { name: 'נועה' } })
  expect(response.statusCode).toBe(200)
  expect(response.json()).toMatchObject({
    email,
    user_metadata: { name: 'נועה', email_verified: false },
    identities: [{ provider: 'email' }],
  })
  expect(response.json()).not.toHaveProperty('access_token')
  expect((await signIn(email)).json()).toMatchObject({ code: 'email_not_confirmed' })

  const { code } = await lastMail(email)
  expect(
    (await verify({ type: 'signup', email, token: code === '000000' ? '000001' : '000000' })).json(),
  ).toMatchObject(expired)
  const confirmed = await verify({ type: 'email', email, token: code })
  expect(confirmed.json()).toMatchObject({
    token_type: 'bearer',
    user: { email, user_metadata: { email_verified: true } },
  })
  expect((await verify({ type: 'email', email, token: code })).json()).toMatchObject(expired)
  expect((await signIn(email)).statusCode).toBe(200)
})

test('after ten wrong codes only the link still works', async () => {
  const email = newAddress()
  await signUp(email)
  const { code, hash } = await lastMail(email)
  const wrong = code === '000000' ? '000001' : '000000'
  for (let i = 0; i < 10; i++) await verify({ type: 'signup', email, token: wrong })
  expect((await verify({ type: 'signup', email, token: code })).json()).toMatchObject(expired)
  expect((await verify({ type: 'signup', token_hash: hash })).statusCode).toBe(200)
})

test('a GET of a mailed link does not consume the token, only the button of its page does', async () => {
  const email = newAddress()
  await signUp(email)
  const { link } = await lastMail(email)
  for (let i = 0; i < 3; i++) expect((await openLink(link, 'HEAD')).statusCode).toBe(200)
  const page = await openLink(link)
  expect(page.statusCode).toBe(200)
  expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  expect(page.headers['content-security-policy']).toContain(`default-src 'none'; style-src 'self'`)
  expect(page.body).toContain('dir="rtl"')
  expect(page.body).not.toMatch(/<script|<style| style=| on\w+=/)
  expect((await signIn(email)).json()).toMatchObject({ code: 'email_not_confirmed' })

  const pressed = await submitPage(link)
  expect(pressed.status).toBe(303)
  expect(pressed.to.origin).toBe(siteUrl)
  expect(fragment(pressed.to)).toMatchObject({ type: 'signup', token_type: 'bearer', expires_in: '3600', sb: '' })
  expect((await call('GET', '/auth/v1/user', undefined, fragment(pressed.to)['access_token'])).json()).toMatchObject({
    email,
  })

  const again = await openLink(link)
  expect(again.statusCode).toBe(303)
  expect(fragment(new URL(again.headers.location!))).toEqual({
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Email link is invalid or has expired',
    sb: '',
  })
})

test('a link redirects to the requested address if it is allowed, else to the site', async () => {
  const targets = [
    ['https://app.example.com/welcome?x=1', 'https://app.example.com/welcome?x=1'],
    [`${siteUrl}/crm`, `${siteUrl}/crm`],
    ['https://evil.example.org/', siteUrl],
    ['javascript:alert(1)', siteUrl],
    ['https://app.example.com@evil.example.org/', siteUrl],
  ] as const
  for (const [redirectTo, expected] of targets) {
    const email = newAddress()
    await call('POST', `/auth/v1/signup?redirect_to=${encodeURIComponent(redirectTo)}`, { email, password })
    const { to } = await submitPage((await lastMail(email)).link)
    expect(to.href.split('#')[0]).toBe(new URL(expected).href)
  }
})

test('parameters of a link are escaped in its page', async () => {
  const email = newAddress()
  await call('POST', `/auth/v1/signup?redirect_to=${encodeURIComponent(`${siteUrl}/"><script>alert(1)</script>`)}`, {
    email,
    password,
  })
  const page = await openLink((await lastMail(email)).link)
  expect(page.body).not.toContain('<script')
})

test('a sign-up with a taken address gets the same response as a new one, without a mail or a change', async () => {
  const { email } = await confirmedUser()
  const mailsTo = () => db.sql('select from mail.outbox where to_address = $1', [email])
  const before = (await mailsTo()).length
  const existing = await signUp(email, { password: 'an attacker chose this' })
  const fresh = await signUp(newAddress())
  expect(existing.statusCode).toBe(fresh.statusCode)
  const keys = (body: object) => Object.keys(body).sort()
  expect(keys(existing.json())).toEqual(keys(fresh.json()))
  const [row] = await db.sql<{ id: string }>('select id from auth.users where email = $1', [email])
  expect(existing.json<{ id: string }>().id).not.toBe(row!.id)
  expect((await mailsTo()).length).toBe(before)
  expect((await signIn(email)).statusCode).toBe(200)
})

test('concurrent sign-ups of one address create one account and reveal nothing', async () => {
  const email = newAddress()
  const answers = await Promise.all([signUp(email), signUp(email)])
  for (const response of answers) expect([200, 409]).toContain(response.statusCode)
  expect(await db.sql('select from auth.users where email = $1', [email])).toHaveLength(1)
})

test('after two unconfirmed sign-ups with different passwords neither password signs in', async () => {
  for (const passwords of [
    ['the attacker first', 'the owner second'],
    ['the owner first', 'the attacker second'],
  ]) {
    const email = newAddress()
    for (const word of passwords) await signUp(email, { password: word })
    const { to } = await submitPage((await lastMail(email)).link)
    for (const word of passwords)
      expect((await signIn(email, word)).json()).toMatchObject({ code: 'invalid_credentials' })
    const token = fragment(to)['access_token']
    expect((await call('PUT', '/auth/v1/user', { password: 'chosen by the mailbox owner' }, token)).statusCode).toBe(
      200,
    )
    expect((await signIn(email, 'chosen by the mailbox owner')).statusCode).toBe(200)
  }
})

test('repeating an unconfirmed sign-up keeps the password', async () => {
  const email = newAddress()
  await signUp(email)
  await signUp(email)
  await submitPage((await lastMail(email)).link)
  expect((await signIn(email)).statusCode).toBe(200)
})

test.each(['a\u0007b@example.com', 'a\u202eb@example.com', 'a\u001b[2Jb@example.com'])(
  'an address with invisible characters is refused: %j',
  async (email) => {
    expect((await signUp(email)).json()).toMatchObject({ code: 'validation_failed' })
  },
)

test('password recovery: the link signs in, and the new password replaces the old one', async () => {
  const { email } = await confirmedUser()
  expect((await call('POST', '/auth/v1/recover', { email })).json()).toEqual({})
  const { link, purpose } = await lastMail(email)
  expect(purpose).toBe('recover_password')
  const { to } = await submitPage(link)
  expect(fragment(to)).toMatchObject({ type: 'recovery' })
  const token = fragment(to)['access_token']
  expect((await call('PUT', '/auth/v1/user', { password: 'a newer password' }, token)).statusCode).toBe(200)
  expect((await signIn(email)).statusCode).toBe(400)
  expect((await signIn(email, 'a newer password')).statusCode).toBe(200)
})

test('a newer mail invalidates the older link, and every link expires', async () => {
  const { email } = await confirmedUser()
  await call('POST', '/auth/v1/recover', { email })
  const older = await lastMail(email)
  await call('POST', '/auth/v1/recover', { email })
  const newer = await lastMail(email)
  expect((await verify({ type: 'recovery', token_hash: older.hash })).json()).toMatchObject(expired)
  await db.sql(`update auth.one_time_tokens set created_at = now() - interval '25 hours'`)
  expect((await verify({ type: 'recovery', token_hash: newer.hash })).json()).toMatchObject(expired)
  expect((await verify({ type: 'recovery', email, token: newer.code })).json()).toMatchObject(expired)
})

test('an address change takes effect when both addresses confirm', async () => {
  const { email, session } = await confirmedUser()
  const next = newAddress()
  const response = await call('PUT', '/auth/v1/user', { email: next }, session.access_token)
  expect(response.json()).toMatchObject({ email, new_email: next })
  const half = await verify({ type: 'email_change', token_hash: (await lastMail(email)).hash })
  expect(half.json()).toEqual({
    msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
    code: '200',
  })
  expect((await signIn(next)).statusCode).toBe(400)
  const done = await verify({ type: 'email_change', email: next, token: (await lastMail(next)).code })
  expect(done.json()).toMatchObject({
    user: { email: next, user_metadata: { email: next }, identities: [{ email: next }] },
  })
  expect(done.json<Session>().user).not.toHaveProperty('new_email')
  expect((await signIn(next)).statusCode).toBe(200)
  expect((await signIn(email)).statusCode).toBe(400)
})

test('repeated confirmations by the new address alone do not change the address', async () => {
  const { email, session } = await confirmedUser()
  const next = newAddress()
  await call('PUT', '/auth/v1/user', { email: next }, session.access_token)
  const agree = async () => verify({ type: 'email_change', token_hash: (await lastMail(next)).hash })
  expect((await agree()).json()).toMatchObject({ code: '200' })
  await call('POST', '/auth/v1/resend', { type: 'email_change', email })
  expect((await agree()).json()).toMatchObject(expired)
  await call('PUT', '/auth/v1/user', { email: next }, session.access_token)
  expect((await agree()).json()).toMatchObject({ code: '200' })
  expect((await signIn(next)).statusCode).toBe(400)
  expect((await verify({ type: 'email_change', token_hash: (await lastMail(email)).hash })).statusCode).toBe(200)
  expect((await signIn(next)).statusCode).toBe(200)
})

test('resend mails a new link to an unconfirmed user', async () => {
  const email = newAddress()
  await signUp(email)
  const first = await lastMail(email)
  expect((await call('POST', '/auth/v1/resend', { type: 'signup', email })).json()).toEqual({})
  const second = await lastMail(email)
  expect(second.hash).not.toBe(first.hash)
  expect((await verify({ type: 'signup', token_hash: second.hash })).statusCode).toBe(200)
  await call('POST', '/auth/v1/resend', { type: 'signup', email })
  expect((await lastMail(email)).hash).toBe(second.hash)
})
