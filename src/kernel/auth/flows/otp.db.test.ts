import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { testKernel } from '../../../../test/kernel-app.ts'
import { fragmentOf, openMailedLink } from '../../../../test/open-mailed-link.ts'

const db = await testDatabase()
const often = { secondsBetweenMails: 0, mailsPerHour: 1000, mailsPerMailbox: 1000 }
const { app, call, lastMail } = await testKernel(db, {
  auth: often,
  moreAuth: [
    { path: '/at-once/v1', settings: { ...often, autoconfirm: true } },
    { path: '/closed/v1', settings: { ...often, signupDisabled: true } },
  ],
})

type Session = { access_token: string; user: { id: string; user_metadata: object } }
const password = 'a good password'
const newAddress = () => `${crypto.randomUUID()}@example.com`
const otp = (body: object, at = '/auth/v1') => call('POST', `${at}/otp`, body)
const verify = (body: object) => call('POST', '/auth/v1/verify', body)
const signIn = (email: string, word = password) =>
  call('POST', '/auth/v1/token?grant_type=password', { email, password: word })
const mailsTo = async (email: string) => (await db.sql('select from mail.outbox where to_address = $1', [email])).length

async function confirmedUser() {
  const email = newAddress()
  await call('POST', '/auth/v1/signup', { email, password })
  await verify({ type: 'signup', token_hash: (await lastMail(email)).hash })
  return email
}

test('a magic link signs in an existing user and keeps the password', async () => {
  const email = await confirmedUser()
  const response = await otp({ email })
  expect([response.statusCode, response.json()]).toEqual([200, {}])
  const mail = await lastMail(email)
  expect(mail.purpose).toBe('magic_link')
  expect(mail.link.searchParams.get('type')).toBe('magiclink')
  expect(fragmentOf(await openMailedLink(app, mail.link))).toMatchObject({ type: 'magiclink', token_type: 'bearer' })
  expect((await signIn(email)).statusCode).toBe(200)
})

test('a new user is confirmed by the mail and signed in without a password', async () => {
  const email = newAddress()
  await otp({ email, data: { name: 'נועה' } })
  const mail = await lastMail(email)
  expect(mail.purpose).toBe('confirm_signup')
  const session = (await verify({ type: 'email', email, token: mail.code })).json<Session>()
  expect(session.user.user_metadata).toMatchObject({ name: 'נועה', email_verified: true })
  expect((await signIn(email)).json()).toMatchObject({ code: 'invalid_credentials' })
})

test('with autoconfirm a new user gets a magic link', async () => {
  const email = newAddress()
  await otp({ email }, '/at-once/v1')
  const mail = await lastMail(email)
  expect(mail.purpose).toBe('magic_link')
  expect(mail.link.pathname).toBe('/at-once/v1/verify')
  expect(fragmentOf(await openMailedLink(app, mail.link))).toMatchObject({ type: 'magiclink' })
})

test('no account is created with create_user false, or while sign-ups are disabled', async () => {
  const existing = await confirmedUser()
  const unknown = newAddress()
  const refused = await otp({ email: unknown, create_user: false })
  expect([refused.statusCode, refused.json()]).toMatchObject([
    422,
    { code: 'otp_disabled', message: 'Signups not allowed for otp' },
  ])
  expect((await otp({ email: existing, create_user: false })).statusCode).toBe(200)
  expect((await otp({ email: unknown }, '/closed/v1')).json()).toMatchObject({ code: 'signup_disabled' })
  expect((await otp({ email: existing }, '/closed/v1')).statusCode).toBe(200)
  expect(await db.sql('select from auth.users where email = $1', [unknown])).toEqual([])
})

test('a password set before verification is removed by a mailed sign-in', async () => {
  for (const way of ['otp', 'recover']) {
    const email = newAddress()
    await call('POST', '/auth/v1/signup', { email, password: 'chosen by an attacker' })
    await call('POST', `/auth/v1/${way}`, { email })
    const { link } = await lastMail(email)
    expect(fragmentOf(await openMailedLink(app, link))).toHaveProperty('access_token')
    expect((await signIn(email, 'chosen by an attacker')).json()).toMatchObject({ code: 'invalid_credentials' })
  }
})

test('requesting a magic link does not affect a pending sign-up, whose own link keeps the password', async () => {
  const email = newAddress()
  await call('POST', '/auth/v1/signup', { email, password })
  const { hash } = await lastMail(email)
  await otp({ email, data: { name: 'an attacker' } })
  const confirmed = await verify({ type: 'signup', token_hash: hash })
  expect(confirmed.json<Session>().user.user_metadata).not.toHaveProperty('name')
  expect((await signIn(email)).statusCode).toBe(200)
})

test('a code is valid only for its own address and type', async () => {
  const [one, other] = [await confirmedUser(), await confirmedUser()]
  await otp({ email: one })
  const { code, hash } = await lastMail(one)
  for (const body of [
    { type: 'email', email: other, token: code },
    { type: 'signup', email: one, token: code },
    { type: 'email_change', email: one, token: code },
    { type: 'sms', phone: '972500000001', token: code },
    { type: 'signup', token_hash: hash },
    { type: 'sms', token_hash: hash },
  ])
    expect((await verify(body)).json()).toMatchObject({ code: 'otp_expired' })
  expect((await verify({ type: 'magiclink', email: one, token: code })).statusCode).toBe(200)
})

test('ten concurrent requests for one new address create one account', async () => {
  const email = newAddress()
  const answers = await Promise.all(Array.from({ length: 10 }, () => otp({ email })))
  for (const { statusCode } of answers) expect([200, 409]).toContain(statusCode)
  expect(await db.sql('select from auth.users where email = $1', [email])).toHaveLength(1)
})

test('the older endpoint magiclink behaves like otp', async () => {
  const email = await confirmedUser()
  const before = await mailsTo(email)
  expect((await call('POST', '/auth/v1/magiclink', { email })).json()).toEqual({})
  expect(await mailsTo(email)).toBe(before + 1)
})
