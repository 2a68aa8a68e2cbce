import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { testKernel } from '../../../../test/kernel-app.ts'

const db = await testDatabase()
const { app, call, lastMail, tokens, siteUrl } = await testKernel(db, {
  auth: { secondsBetweenMails: 0, mailsPerHour: 1000, redirectAllowList: ['https://app.example.com/**'] },
  moreAuth: [{ path: '/simple/auth/v1', settings: { confirmEmailChangeTwice: false, signupDisabled: true } }],
})
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as { port: number }
const options = { auth: { persistSession: false, autoRefreshToken: false } }
const { admin } = createClient(`http://127.0.0.1:${port}`, tokens.serviceRoleKey, options).auth
const visitor = () => createClient(`http://127.0.0.1:${port}`, tokens.anonKey, options).auth

const password = 'a good password'
const redirectTo = 'https://app.example.com/welcome'
const newAddress = () => `${crypto.randomUUID()}@example.com`
async function newUser(more: object = {}) {
  const { data } = await admin.createUser({ email: newAddress(), password, email_confirm: true, ...more })
  return { ...data.user!, email: data.user!.email! }
}
const mailsTo = (email: string) => db.sql('select from mail.outbox where to_address = $1', [email])

test('a generated sign-up link creates the account without a mail, and both code and hash verify it', async () => {
  const email = newAddress()
  const { data, error } = await admin.generateLink({
    type: 'signup',
    email: email.toUpperCase(),
    password,
    options: { data: { name: 'נועה' }, redirectTo },
  })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email, user_metadata: { name: 'נועה' }, confirmation_sent_at: expect.any(String) })
  expect(data.properties).toMatchObject({
    email_otp: expect.stringMatching(/^\d{6}$/),
    verification_type: 'signup',
    redirect_to: redirectTo,
  })
  const link = new URL(data.properties!.action_link)
  expect(`${link.origin}${link.pathname}`).toBe(`${siteUrl}/auth/v1/verify`)
  expect(Object.fromEntries(link.searchParams)).toEqual({
    token: data.properties!.hashed_token,
    type: 'signup',
    redirect_to: redirectTo,
  })
  expect(await mailsTo(email)).toEqual([])
  const opened = await visitor().verifyOtp({ email, token: data.properties!.email_otp, type: 'signup' })
  expect(opened.data.user).toMatchObject({ email, email_confirmed_at: expect.any(String) })
  expect((await visitor().signInWithPassword({ email, password })).error).toBeNull()
})

test.each(['magiclink', 'recovery'] as const)('a generated %s link signs in an existing user', async (type) => {
  const { email, id } = await newUser()
  const { data } = await admin.generateLink({ type, email })
  expect(data.properties).toMatchObject({ verification_type: type, redirect_to: siteUrl })
  const opened = await visitor().verifyOtp({ type, token_hash: data.properties!.hashed_token })
  expect(opened.data.user?.id).toBe(id)
  expect((await visitor().verifyOtp({ type, token_hash: data.properties!.hashed_token })).error).toMatchObject({
    code: 'otp_expired',
  })
})

test('a generated magic link for an unknown address is a sign-up link', async () => {
  const email = newAddress()
  const { data } = await admin.generateLink({ type: 'magiclink', email })
  expect(data.properties).toMatchObject({ verification_type: 'signup' })
  const opened = await visitor().verifyOtp({ type: 'signup', token_hash: data.properties!.hashed_token })
  expect(opened.data.session).toMatchObject({ user: { email } })
})

test('an address change takes effect after both generated links are verified', async () => {
  const { email } = await newUser()
  const newEmail = newAddress()
  const current = await admin.generateLink({ type: 'email_change_current', email, newEmail })
  const next = await admin.generateLink({ type: 'email_change_new', email, newEmail })
  expect(next.data.user).toMatchObject({ email, new_email: newEmail })
  expect(new URL(next.data.properties!.action_link).searchParams.get('type')).toBe('email_change')
  const first = await visitor().verifyOtp({ type: 'email_change', token_hash: current.data.properties!.hashed_token })
  expect(first.data).toMatchObject({ user: null, session: null })
  const second = await visitor().verifyOtp({ type: 'email_change', token_hash: next.data.properties!.hashed_token })
  expect(second.data.user).toMatchObject({ email: newEmail })
})

test('an invitation is mailed, and its link signs in', async () => {
  const email = newAddress()
  const { data, error } = await admin.inviteUserByEmail(email, { data: { name: 'נועה' }, redirectTo })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({
    email,
    invited_at: expect.any(String),
    confirmation_sent_at: expect.any(String),
    user_metadata: { name: 'נועה' },
  })
  const mail = await lastMail(email)
  expect(Object.fromEntries(mail.link.searchParams)).toMatchObject({ type: 'invite', redirect_to: redirectTo })
  const opened = await visitor().verifyOtp({ type: 'invite', token_hash: mail.hash })
  expect(opened.data.user).toMatchObject({ email, email_confirmed_at: expect.any(String) })
  expect((await admin.inviteUserByEmail(email)).error).toMatchObject({ status: 422, code: 'email_exists' })
})

test('a generated invitation link sends no mail, and can be generated again before it is used', async () => {
  const email = newAddress()
  const first = await admin.generateLink({ type: 'invite', email })
  const second = await admin.generateLink({ type: 'invite', email })
  expect(second.data.user?.id).toBe(first.data.user?.id)
  expect(await mailsTo(email)).toEqual([])
  const old = await visitor().verifyOtp({ type: 'invite', token_hash: first.data.properties!.hashed_token })
  expect(old.error).toMatchObject({ code: 'otp_expired' })
  const opened = await visitor().verifyOtp({ type: 'invite', token_hash: second.data.properties!.hashed_token })
  expect(opened.error).toBeNull()
})

test('an invitation removes the password of an earlier unverified sign-up', async () => {
  const email = newAddress()
  await visitor().signUp({ email, password: 'the attacker’s password' })
  await admin.inviteUserByEmail(email)
  await visitor().verifyOtp({ type: 'invite', token_hash: (await lastMail(email)).hash })
  const attacker = await visitor().signInWithPassword({ email, password: 'the attacker’s password' })
  expect(attacker.error).toMatchObject({ code: 'invalid_credentials' })
})

test('an administrator can invite while sign-ups are disabled', async () => {
  const response = await call('POST', '/simple/auth/v1/invite', { email: newAddress() }, tokens.serviceRoleKey)
  expect(response.statusCode).toBe(200)
})

const taken = await newUser()
const waiting = newAddress()
await admin.generateLink({ type: 'invite', email: waiting })
const validation = (message: string) => ({ status: 400, contains: { code: 'validation_failed', message } })

type Scenario = { name: string; path?: string; body: unknown; token?: string; status: number; contains: object }

// prettier-ignore
const scenarios: Scenario[] = [
  { name: 'a link requested with the anon key', body: { type: 'recovery', email: taken.email }, token: tokens.anonKey, status: 403, contains: { code: 'not_admin' } },
  { name: 'an invitation requested with the anon key', path: 'invite', body: { email: newAddress() }, token: tokens.anonKey, status: 403, contains: { code: 'not_admin' } },
  { name: 'a link without a type', body: { email: taken.email }, ...validation('Invalid email action link type requested: ') },
  { name: 'a link of an unknown type', body: { type: 'toString', email: taken.email }, ...validation('Invalid email action link type requested: toString') },
  { name: 'a link for a phone', body: { type: 'phone_change', email: taken.email }, ...validation('Invalid email action link type requested: phone_change') },
  { name: 'a link without an address', body: { type: 'recovery' }, ...validation('Unable to validate email address: invalid format') },
  { name: 'a recovery link for an unknown address', body: { type: 'recovery', email: newAddress() }, status: 404, contains: { code: 'user_not_found', message: 'User with this email not found' } },
  { name: 'an address change of an unknown user', body: { type: 'email_change_new', email: newAddress(), new_email: newAddress() }, status: 404, contains: { code: 'user_not_found' } },
  { name: 'an address change without a new address', body: { type: 'email_change_new', email: taken.email }, ...validation('Unable to validate email address: invalid format') },
  { name: 'an address change to a taken address', body: { type: 'email_change_new', email: taken.email, new_email: waiting }, status: 422, contains: { code: 'email_exists' } },
  { name: 'a sign-up link for a confirmed address', body: { type: 'signup', email: taken.email, password }, status: 422, contains: { code: 'email_exists' } },
  { name: 'a sign-up without a password', body: { type: 'signup', email: newAddress() }, ...validation('Signup requires a valid password') },
  { name: 'a sign-up with a short password', body: { type: 'signup', email: newAddress(), password: 'abc' }, status: 422, contains: { code: 'weak_password' } },
  { name: 'an invitation for a confirmed address', body: { type: 'invite', email: taken.email }, status: 422, contains: { code: 'email_exists' } },
  { name: 'a link for the current address without confirmEmailChangeTwice', path: '../../simple/auth/v1/admin/generate_link', body: { type: 'email_change_current', email: taken.email, new_email: newAddress() }, ...validation('Enable secure email change to generate link for current email') },
  { name: 'data that is a list', body: { type: 'invite', email: newAddress(), data: [] }, status: 400, contains: { code: 'validation_failed' } },
  { name: 'too much data', path: 'invite', body: { email: newAddress(), data: { a: 'x'.repeat(9000) } }, status: 400, contains: { code: 'validation_failed' } },
  { name: 'an invitation without an address', path: 'invite', body: {}, ...validation('Unable to validate email address: invalid format') },
  { name: 'an invitation that is not JSON', path: 'invite', body: '{', status: 400, contains: { code: 'bad_json' } },
]

for (const { name, path = 'admin/generate_link', body, token = tokens.serviceRoleKey, status, contains } of scenarios)
  test(`${name} is refused with ${status}`, async () => {
    const url = new URL(path, 'http://localhost/auth/v1/').pathname
    const response = await call('POST', url, body, token)
    expect(response.json()).toMatchObject(contains)
    expect(response.statusCode).toBe(status)
  })
