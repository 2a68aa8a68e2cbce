// PKCE with the official client: every link ends with an auth code that only the client with the verifier can exchange.
import { type SupportedStorage, createClient } from '@supabase/supabase-js'
import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { testKernel } from '../../../../test/kernel-app.ts'
import { fragmentOf, openMailedLink } from '../../../../test/open-mailed-link.ts'

const db = await testDatabase()
const { app, call, lastMail, tokens, siteUrl } = await testKernel(db, {
  auth: { secondsBetweenMails: 0, mailsPerHour: 1000 },
})
const url = await app.listen({ port: 0, host: '127.0.0.1' })
const password = 'a good password'
const newAddress = () => `${crypto.randomUUID()}@example.com`

/** A client with its own storage. */
function browser() {
  const store = new Map<string, string>()
  const storage: SupportedStorage = {
    getItem: (key) => store.get(key) ?? null,
    setItem: (key, value) => void store.set(key, value),
    removeItem: (key) => void store.delete(key),
  }
  return createClient(url, tokens.anonKey, {
    auth: { flowType: 'pkce', storage, persistSession: true, autoRefreshToken: false },
  }).auth
}

const codeBehind = async (email: string) => {
  const to = await openMailedLink(app, (await lastMail(email)).link)
  expect(to.hash).toBe('')
  return to.searchParams.get('code')!
}
const methodsOf = async (token: string) =>
  ((await tokens.verify(token))['amr'] as { method: string }[]).map(({ method }) => method)

async function confirmedUser() {
  const email = newAddress()
  const auth = browser()
  await auth.signUp({ email, password })
  const { data } = await auth.exchangeCodeForSession(await codeBehind(email))
  return { email, auth, session: data.session! }
}

test('sign-up, magic link and recovery each return an auth code, and amr names the method', async () => {
  const email = newAddress()
  const auth = browser()
  expect((await auth.signUp({ email, password, options: { emailRedirectTo: `${siteUrl}/in?x=1` } })).error).toBeNull()
  const to = await openMailedLink(app, (await lastMail(email)).link)
  expect(to.href).toMatch(/^http:\/\/localhost:3000\/in\?x=1&code=[0-9a-f-]{36}$/)
  const signedUp = await auth.exchangeCodeForSession(to.searchParams.get('code')!)
  expect(signedUp).toMatchObject({ error: null, data: { user: { email, user_metadata: { email_verified: true } } } })
  expect(await methodsOf(signedUp.data.session!.access_token)).toEqual(['email/signup'])

  expect((await auth.signInWithOtp({ email })).error).toBeNull()
  const linked = await auth.exchangeCodeForSession(await codeBehind(email))
  expect(await methodsOf(linked.data.session!.access_token)).toEqual(['magiclink'])

  expect((await auth.resetPasswordForEmail(email)).error).toBeNull()
  const recovered = await auth.exchangeCodeForSession(await codeBehind(email))
  expect(recovered.data).toMatchObject({ redirectType: 'recovery' })
  expect(await methodsOf(recovered.data.session!.access_token)).toEqual(['recovery'])
})

test('in a PKCE address change the first confirmation gets a message, the second the auth code', async () => {
  const { email, auth } = await confirmedUser()
  const next = newAddress()
  expect((await auth.updateUser({ email: next })).error).toBeNull()
  const half = await openMailedLink(app, (await lastMail(email)).link)
  expect(half.searchParams.get('message')).toContain('other email')
  expect(fragmentOf(half)).toMatchObject({ message: half.searchParams.get('message') })
  const done = await auth.exchangeCodeForSession(await codeBehind(next))
  expect(done).toMatchObject({ error: null, data: { user: { email: next } } })
})

test('an auth code is useless without its verifier, and stays valid for its own client', async () => {
  const { email, auth } = await confirmedUser()
  await auth.signInWithOtp({ email })
  const code = await codeBehind(email)
  const other = browser()
  await other.signInWithOtp({ email: newAddress() })
  expect((await other.exchangeCodeForSession(code)).error).toMatchObject({ status: 400, code: 'bad_code_verifier' })
  expect((await auth.exchangeCodeForSession(code)).error).toBeNull()
})

test('the token hash or code of a PKCE mail is exchanged directly for a session', async () => {
  const { email, auth } = await confirmedUser()
  await auth.signInWithOtp({ email })
  const { hash } = await lastMail(email)
  expect(hash).toMatch(/^pkce_[0-9a-f]{56}$/)
  expect((await browser().verifyOtp({ type: 'magiclink', token_hash: hash })).data.session).not.toBeNull()
  await auth.signInWithOtp({ email })
  const { code } = await lastMail(email)
  expect((await browser().verifyOtp({ type: 'email', email, token: code })).data.session).not.toBeNull()
})

const verifier = randomBytes(32).toString('base64url')
const challenge = createHash('sha256').update(verifier).digest('base64url')
const exchange = (auth_code: string, code_verifier: string) =>
  call('POST', '/auth/v1/token?grant_type=pkce', { auth_code, code_verifier })

async function codeFor(method: string, sent = challenge) {
  const { email } = await confirmedUser()
  await call('POST', '/auth/v1/otp', { email, code_challenge: sent, code_challenge_method: method })
  return codeBehind(email)
}

test('an auth code is valid once, for five minutes, and only with its verifier', async () => {
  const code = await codeFor('s256')
  expect((await exchange(code, verifier.replace(/.$/, '_'))).json()).toMatchObject({
    code: 'bad_code_verifier',
    message: 'code challenge does not match previously saved code verifier',
  })
  expect((await exchange(code, verifier)).json()).toMatchObject({ token_type: 'bearer' })
  const again = await exchange(code, verifier)
  expect([again.statusCode, again.json()]).toMatchObject([404, { code: 'flow_state_not_found' }])
  const late = await codeFor('s256')
  await db.sql(`update auth.flow_state set auth_code_issued_at = now() - interval '301 seconds'`)
  const response = await exchange(late, verifier)
  expect([response.statusCode, response.json()]).toMatchObject([422, { code: 'flow_state_expired' }])
})

test('of twenty concurrent exchanges of one code one succeeds', async () => {
  const code = await codeFor('s256')
  const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(code, verifier)))
  expect(answers.filter((response) => response.statusCode === 200)).toHaveLength(1)
})

test('with the challenge method plain the verifier equals the challenge', async () => {
  expect((await exchange(await codeFor('plain', verifier), verifier)).statusCode).toBe(200)
})

test('a non-ASCII verifier of equal length is refused with bad_code_verifier', async () => {
  const { email } = await confirmedUser()
  const plain = { code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' }
  await call('POST', '/auth/v1/otp', { email, ...plain })
  const wrong = { auth_code: await codeBehind(email), code_verifier: 'é'.repeat(43) }
  const response = await call('POST', '/auth/v1/token?grant_type=pkce', wrong)
  expect([response.statusCode, response.json()]).toMatchObject([400, { code: 'bad_code_verifier' }])
})

test('an invalid link of a PKCE flow puts the error into query and fragment', async () => {
  const { email, auth } = await confirmedUser()
  await auth.signInWithOtp({ email })
  const { link } = await lastMail(email)
  await openMailedLink(app, link)
  const again = await openMailedLink(app, link)
  const expected = {
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Email link is invalid or has expired',
  }
  expect(Object.fromEntries(again.searchParams)).toEqual(expected)
  expect(fragmentOf(again)).toEqual({ ...expected, sb: '' })
})

test('a banned user gets no session for an earlier auth code', async () => {
  const { email, auth } = await confirmedUser()
  await auth.signInWithOtp({ email })
  const code = await codeBehind(email)
  await db.sql(`update auth.users set banned_until = now() + interval '1 day' where email = $1`, [email])
  expect((await auth.exchangeCodeForSession(code)).error).toMatchObject({ code: 'user_banned' })
})
