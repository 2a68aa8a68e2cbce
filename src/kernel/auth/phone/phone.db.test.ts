// Accounts by phone. The SMS hook is a fake that verifies our signature.
import { createClient } from '@supabase/supabase-js'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { testKernel } from '../../../../test/kernel-app.ts'
import { smsHook } from '../../../../test/sms-hook.ts'

const db = await testDatabase()
const hook = await smsHook()
const phone = { enabled: true, secondsBetween: 0, messagesPerHour: 1000, ...hook.settings }
const { app, call, tokens } = await testKernel(db, {
  auth: { phone, secondsBetweenMails: 0, mailsPerHour: 1000, reauthenticateForPassword: true },
  moreAuth: [
    { path: '/at-once/v1', settings: { phone: { ...phone, autoconfirm: true } } },
    { path: '/strict/v1', settings: { phone: { ...phone, secondsBetween: 60, messagesPerHour: 2 } } },
    { path: '/deaf/v1', settings: { phone: { ...phone, hookUrl: 'http://127.0.0.1:9/' } } },
    { path: '/forged/v1', settings: { phone: { ...phone, hookSecrets: ['v1,whsec_Zm9yZ2Vk'] } } },
  ],
})
const url = await app.listen({ port: 0, host: '127.0.0.1' })
const browser = () =>
  createClient(url, tokens.anonKey, { auth: { persistSession: false, autoRefreshToken: false } }).auth

beforeEach(() => void hook.forget())

type Session = { access_token: string; user: Record<string, unknown> }
const password = 'a good password'
let numbers = 100
const newNumber = () => `97250000${String(numbers++).padStart(4, '0')}`
const otherCode = (code: string) => (code === '000000' ? '000001' : '000000')

async function someUser() {
  const number = newNumber()
  const auth = browser()
  await auth.signInWithOtp({ phone: number })
  const token = (await hook.lastMessage(number)).sms.otp
  const { data } = await auth.verifyOtp({ type: 'sms', phone: number, token })
  hook.forget()
  return { number, auth, session: data.session! }
}

test('a sign-up by phone is confirmed by the sent code, once', async () => {
  const number = newNumber()
  const auth = browser()
  const signedUp = await auth.signUp({ phone: `+${number}`, password, options: { data: { name: 'נועה' } } })
  expect(signedUp).toMatchObject({ error: null, data: { session: null, user: { phone: number, email: '' } } })
  expect(signedUp.data.user!.identities).toMatchObject([{ provider: 'phone' }])
  expect((await auth.signInWithPassword({ phone: number, password })).error).toMatchObject({
    status: 400,
    code: 'phone_not_confirmed',
  })

  const { user, sms } = await hook.lastMessage(number)
  expect(user).toMatchObject({ id: signedUp.data.user!.id, phone: number })
  expect(sms).toMatchObject({ channel: 'sms', otp: expect.stringMatching(/^\d{6}$/) as string })
  const verify = (token: string) => auth.verifyOtp({ type: 'sms', phone: number, token })
  expect((await verify(otherCode(sms.otp))).error).toMatchObject({ code: 'otp_expired' })
  expect((await verify(sms.otp)).data.user).toMatchObject({
    phone: number,
    phone_confirmed_at: expect.any(String) as string,
    user_metadata: { name: 'נועה', phone_verified: true },
    app_metadata: { provider: 'phone', providers: ['phone'] },
  })
  expect((await verify(sms.otp)).error).toMatchObject({ code: 'otp_expired' })
  expect((await auth.signInWithPassword({ phone: `+972 ${number.slice(3)}`, password })).error).toBeNull()
})

test('a sent code signs in existing and new users', async () => {
  const { number, session } = await someUser()
  const again = browser()
  expect(await again.signInWithOtp({ phone: number, options: { channel: 'whatsapp' } })).toMatchObject({ error: null })
  const { sms } = await hook.lastMessage(number)
  expect(sms.channel).toBe('whatsapp')
  const { data } = await again.verifyOtp({ type: 'sms', phone: number, token: sms.otp })
  expect(data.user!.id).toBe(session.user.id)
  const refused = await again.signInWithOtp({ phone: newNumber(), options: { shouldCreateUser: false } })
  expect(refused.error).toMatchObject({ status: 422, code: 'otp_disabled' })
})

test('a code expires after a minute, or after ten wrong codes', async () => {
  const { number, auth } = await someUser()
  await auth.signInWithOtp({ phone: number })
  const { otp } = (await hook.lastMessage(number)).sms
  await db.sql(`update auth.one_time_tokens set created_at = now() - interval '61 seconds' where relates_to = $1`, [
    number,
  ])
  const verify = (token: string) => auth.verifyOtp({ type: 'sms', phone: number, token })
  expect((await verify(otp)).error).toMatchObject({ code: 'otp_expired' })
  hook.forget()
  await auth.signInWithOtp({ phone: number })
  const next = (await hook.lastMessage(number)).sms.otp
  for (let i = 0; i < 10; i++) await verify(otherCode(next))
  expect((await verify(next)).error).toMatchObject({ code: 'otp_expired' })
})

test('a sign-up with a taken number gets the same response as a new one, without a message or a change', async () => {
  const { number, session } = await someUser()
  const known = await call('POST', '/auth/v1/signup', { phone: number, password })
  const fresh = await call('POST', '/auth/v1/signup', { phone: newNumber(), password })
  expect(Object.keys(known.json<object>()).sort()).toEqual(Object.keys(fresh.json<object>()).sort())
  expect(known.json()).not.toMatchObject({ id: session.user.id })
  expect(hook.messages.filter(({ sms }) => sms.phone === number)).toEqual([])
  expect((await browser().signInWithPassword({ phone: number, password })).error).not.toBeNull()
})

test('a changed number takes effect once its code is verified', async () => {
  const { number, auth, session } = await someUser()
  const next = newNumber()
  expect((await auth.updateUser({ phone: next })).data.user).toMatchObject({ phone: number, new_phone: next })
  const first = (await hook.lastMessage(next)).sms.otp
  hook.forget()
  expect((await auth.resend({ type: 'phone_change', phone: number })).error).toBeNull()
  const second = (await hook.lastMessage(next)).sms.otp
  if (first !== second)
    expect((await auth.verifyOtp({ type: 'phone_change', phone: next, token: first })).error).not.toBeNull()
  const { data } = await auth.verifyOtp({ type: 'phone_change', phone: next, token: second })
  expect(data.user).toMatchObject({
    id: session.user.id,
    phone: next,
    identities: [{ identity_data: { phone: next } }],
  })
  expect(data.user).not.toHaveProperty('new_phone')
  const other = await someUser()
  expect((await other.auth.updateUser({ phone: next })).error).toMatchObject({ status: 422, code: 'phone_exists' })
})

test('resend reaches only unconfirmed numbers', async () => {
  const number = newNumber()
  await call('POST', '/auth/v1/signup', { phone: number, password })
  await hook.lastMessage(number)
  hook.forget()
  const resend = (to: string) => call('POST', '/auth/v1/resend', { type: 'sms', phone: to })
  expect((await resend(number)).json()).toEqual({})
  const { otp } = (await hook.lastMessage(number)).sms
  expect((await resend(newNumber())).json()).toEqual({})
  expect((await call('POST', '/auth/v1/verify', { type: 'sms', phone: number, token: otp })).statusCode).toBe(200)
  hook.forget()
  expect((await resend(number)).json()).toEqual({})
  // Messages are sent in order, so a message to this number would arrive before that of the next user.
  const last = newNumber()
  await call('POST', '/auth/v1/otp', { phone: last })
  expect(hook.messages.map(({ sms }) => sms.phone)).toEqual([last])
})

test('a session older than a day needs a code by phone to change the password', async () => {
  const { number, auth, session } = await someUser()
  await db.sql(`update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1`, [
    session.user.id,
  ])
  expect((await auth.updateUser({ password })).error).toMatchObject({ status: 400, code: 'reauthentication_needed' })
  expect((await auth.reauthenticate()).error).toBeNull()
  const nonce = (await hook.lastMessage(number)).sms.otp
  expect((await auth.updateUser({ password, nonce: otherCode(nonce) })).error).toMatchObject({
    status: 422,
    code: 'reauthentication_not_valid',
  })
  expect((await auth.updateUser({ password, nonce })).error).toBeNull()
  expect((await browser().signInWithPassword({ phone: number, password })).error).toBeNull()
})

test('with phone autoconfirm no message is needed', async () => {
  const number = newNumber()
  const signUp = () => call('POST', '/at-once/v1/signup', { phone: number, password })
  const session = (await signUp()).json<Session>()
  expect(session).toMatchObject({ token_type: 'bearer', user: { phone: number } })
  expect((await signUp()).json()).toMatchObject({ code: 'user_already_exists' })
  const next = newNumber()
  const changed = await call('PUT', '/at-once/v1/user', { phone: next }, session.access_token)
  expect(changed.json()).toMatchObject({ phone: next })
})

test('text messages are rate limited', async () => {
  const otp = (number: string) => call('POST', '/strict/v1/otp', { phone: number })
  const number = newNumber()
  expect((await otp(number)).statusCode).toBe(200)
  expect((await otp(number)).json()).toMatchObject({
    code: 'over_sms_send_rate_limit',
    message: expect.stringMatching(/^For security purposes, you can only request this after \d+ seconds\.$/) as string,
  })
  expect((await otp(newNumber())).statusCode).toBe(200)
  expect((await otp(newNumber())).json()).toMatchObject({ message: 'SMS rate limit exceeded' })
})

test('a busy SMS hook is retried; one that refuses or is unreachable fails the request', async () => {
  const otp = (at = '/auth/v1') => call('POST', `${at}/otp`, { phone: newNumber() })
  hook.answers.push({ status: 503 }, { status: 429 })
  expect((await otp()).statusCode).toBe(200)
  const failed = { code: 'sms_send_failed', message: 'Error sending SMS' }
  hook.answers.push({ status: 500, body: '{"error":{"message":"our secret reason"}}' })
  expect((await otp()).json()).toEqual(failed)
  hook.answers.push({ status: 200, body: '{"error":{"http_code":400,"message":"no such number"}}' })
  expect((await otp()).json()).toEqual(failed)
  expect((await otp('/deaf/v1')).json()).toEqual(failed)
  expect((await otp('/forged/v1')).json()).toEqual(failed)
})

test('malformed numbers are refused', async () => {
  for (const odd of ['12-34', '05', 'abc', '9725000000011223344', '٠٥٠', '97250\u0000', '+'])
    expect((await call('POST', '/auth/v1/otp', { phone: odd })).json()).toMatchObject({
      code: 'validation_failed',
      message: 'Invalid phone number format (E.164 required)',
    })
})
