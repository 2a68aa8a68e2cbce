import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { testKernel } from '../../../../test/kernel-app.ts'
import { fragmentOf, pressLink } from '../../../../test/mailed-link.ts'

const db = await testDatabase()
const often = { secondsBetweenMails: 0, mailsPerHour: 1000 }
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

test('a magic link signs in whoever has an account, and their password stays', async () => {
  const email = await confirmedUser()
  const answer = await otp({ email })
  expect([answer.statusCode, answer.json()]).toEqual([200, {}])
  const mail = await lastMail(email)
  expect(mail.purpose).toBe('magic_link')
  expect(mail.link.searchParams.get('type')).toBe('magiclink')
  expect(fragmentOf(await pressLink(app, mail.link))).toMatchObject({ type: 'magiclink', token_type: 'bearer' })
  expect((await signIn(email)).statusCode).toBe(200)
})

test('somebody new is confirmed by the mail, and is in without a password', async () => {
  const email = newAddress()
  await otp({ email, data: { name: 'נועה' } })
  const mail = await lastMail(email)
  expect(mail.purpose).toBe('confirm_signup')
  const session = (await verify({ type: 'email', email, token: mail.code })).json<Session>()
  expect(session.user.user_metadata).toMatchObject({ name: 'נועה', email_verified: true })
  expect((await signIn(email)).json()).toMatchObject({ code: 'invalid_credentials' })
})

test('where addresses count as confirmed, somebody new gets a magic link', async () => {
  const email = newAddress()
  await otp({ email }, '/at-once/v1')
  const mail = await lastMail(email)
  expect(mail.purpose).toBe('magic_link')
  expect(mail.link.pathname).toBe('/at-once/v1/verify')
  expect(fragmentOf(await pressLink(app, mail.link))).toMatchObject({ type: 'magiclink' })
})

test('nobody new is let in where that was not asked for, or sign-ups are closed', async () => {
  const known = await confirmedUser()
  const unknown = newAddress()
  const refused = await otp({ email: unknown, create_user: false })
  expect([refused.statusCode, refused.json()]).toMatchObject([
    422,
    { code: 'otp_disabled', message: 'Signups not allowed for otp' },
  ])
  expect((await otp({ email: known, create_user: false })).statusCode).toBe(200)
  expect((await otp({ email: unknown }, '/closed/v1')).json()).toMatchObject({ code: 'signup_disabled' })
  expect((await otp({ email: known }, '/closed/v1')).statusCode).toBe(200)
  expect(await db.sql('select from auth.users where email = $1', [unknown])).toEqual([])
})

test('a password that a stranger chose before the address was proven does not survive a way in by mail', async () => {
  for (const way of ['otp', 'recover']) {
    const email = newAddress()
    await call('POST', '/auth/v1/signup', { email, password: 'chosen by a stranger' })
    await call('POST', `/auth/v1/${way}`, { email })
    const { link } = await lastMail(email)
    expect(fragmentOf(await pressLink(app, link))).toHaveProperty('access_token')
    expect((await signIn(email, 'chosen by a stranger')).json()).toMatchObject({ code: 'invalid_credentials' })
  }
})

test('asking for a way in takes nothing from a sign-up that still waits: its own link keeps its password', async () => {
  const email = newAddress()
  await call('POST', '/auth/v1/signup', { email, password })
  const { hash } = await lastMail(email)
  await otp({ email, data: { name: 'a stranger' } })
  const confirmed = await verify({ type: 'signup', token_hash: hash })
  expect(confirmed.json<Session>().user.user_metadata).not.toHaveProperty('name')
  expect((await signIn(email)).statusCode).toBe(200)
})

test('a code is for its own address and purpose', async () => {
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

test('ten at once for one new address: one account', async () => {
  const email = newAddress()
  const answers = await Promise.all(Array.from({ length: 10 }, () => otp({ email })))
  for (const { statusCode } of answers) expect([200, 409]).toContain(statusCode)
  expect(await db.sql('select from auth.users where email = $1', [email])).toHaveLength(1)
})

test('the older name magiclink does the same', async () => {
  const email = await confirmedUser()
  const before = await mailsTo(email)
  expect((await call('POST', '/auth/v1/magiclink', { email })).json()).toEqual({})
  expect(await mailsTo(email)).toBe(before + 1)
})
