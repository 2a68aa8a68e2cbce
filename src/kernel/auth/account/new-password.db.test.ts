import { expect, test } from 'vitest'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { testDatabase } from '../../../../test/database.ts'
import { testKernel } from '../../../../test/kernel-app.ts'

const db = await testDatabase()
const often = { secondsBetweenMails: 0, mailsPerHour: 1000 }
const { call, lastMail } = await testKernel(db, {
  auth: { ...often, reauthenticateForPassword: true },
  moreAuth: [
    { path: '/careful/v1', settings: { ...often, currentPasswordForPassword: true } },
    { path: '/strict/v1', settings: { ...often, passwordMinLength: 10, passwordCharacters: ['abc', '123'] } },
    { path: '/phones/v1', settings: { ...often, emailEnabled: false } },
  ],
})

type Session = { access_token: string; user: { id: string } }
const password = 'a good password'
const next = 'a newer password'
const newAddress = () => `${crypto.randomUUID()}@example.com`
const signIn = (email: string, word: string, at = '/auth/v1') =>
  call('POST', `${at}/token?grant_type=password`, { email, password: word })

async function someUser() {
  const email = newAddress()
  await call('POST', '/auth/v1/signup', { email, password })
  await call('POST', '/auth/v1/verify', { type: 'signup', token_hash: (await lastMail(email)).hash })
  const session = (await signIn(email, password)).json<Session>()
  const change = (body: object, at = '/auth/v1') => call('PUT', `${at}/user`, body, session.access_token)
  const ageSession = () =>
    db.sql(`update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1`, [session.user.id])
  return { email, session, change, ageSession }
}

test('only a session older than a day needs a mailed code to change the password', async () => {
  const { email, session, change, ageSession } = await someUser()
  expect((await change({ password: next })).statusCode).toBe(200)
  await ageSession()
  const needed = await change({ password })
  expect([needed.statusCode, needed.json()]).toEqual([
    400,
    { code: 'reauthentication_needed', message: 'Password update requires reauthentication' },
  ])
  const response = await call('GET', '/auth/v1/reauthenticate', undefined, session.access_token)
  expect([response.statusCode, response.json()]).toEqual([200, {}])
  const mail = await db.sql<{ text: string; purpose: string }>(
    'select text, purpose from mail.outbox where to_address = $1 order by created_at desc limit 1',
    [email],
  )
  expect(mail).toMatchObject([{ purpose: 'reauthenticate' }])
  expect(mail[0]!.text).not.toContain('http')
  const nonce = /\b\d{6}$/.exec(mail[0]!.text)![0]
  const wrong = await change({ password, nonce: nonce === '000000' ? '000001' : '000000' })
  expect([wrong.statusCode, wrong.json()]).toEqual([
    422,
    { code: 'reauthentication_not_valid', message: 'Nonce has expired or is invalid' },
  ])
  expect((await call('POST', '/auth/v1/verify', { type: 'email', email, token: nonce })).statusCode).toBe(403)
  expect((await change({ password, nonce })).statusCode).toBe(200)
  expect((await change({ password: next, nonce })).json()).toMatchObject({ code: 'reauthentication_not_valid' })
  expect((await signIn(email, password)).statusCode).toBe(200)
})

test('after ten wrong codes the correct code is refused', async () => {
  const { email, session, change, ageSession } = await someUser()
  await ageSession()
  await call('GET', '/auth/v1/reauthenticate', undefined, session.access_token)
  const [mail] = await db.sql<{ text: string }>(
    'select text from mail.outbox where to_address = $1 order by created_at desc limit 1',
    [email],
  )
  const nonce = /\b\d{6}$/.exec(mail!.text)![0]
  const wrong = nonce === '000000' ? '000001' : '000000'
  for (let i = 0; i < 10; i++) await change({ password: next, nonce: wrong })
  expect((await change({ password: next, nonce })).json()).toMatchObject({ code: 'reauthentication_not_valid' })
})

test('with currentPasswordForPassword only a session started by mail may omit the current password', async () => {
  const { email, change } = await someUser()
  const at = '/careful/v1'
  expect((await change({ password: next }, at)).json()).toMatchObject({ code: 'current_password_required' })
  expect((await change({ password: next, current_password: 'wrong' }, at)).json()).toMatchObject({
    code: 'current_password_mismatch',
  })
  expect((await change({ password: next, current_password: password }, at)).statusCode).toBe(200)
  await call('POST', `${at}/recover`, { email })
  const { hash } = await lastMail(email)
  const recovered = (await call('POST', `${at}/verify`, { type: 'recovery', token_hash: hash })).json<Session>()
  expect((await call('PUT', `${at}/user`, { password }, recovered.access_token)).statusCode).toBe(200)
})

test('an existing weak password signs in with a warning; a new one is refused', async () => {
  const { email, change } = await someUser()
  const response = await signIn(email, password, '/strict/v1')
  expect(response.json()).toMatchObject({ token_type: 'bearer', weak_password: { reasons: ['characters'] } })
  const refused = await change({ password: 'ab' }, '/strict/v1')
  expect([refused.statusCode, refused.json()]).toMatchObject([
    422,
    { code: 'weak_password', weak_password: { reasons: ['length', 'characters'] } },
  ])
  expect((await change({ password: 'long enough: c3' }, '/strict/v1')).statusCode).toBe(200)
})

test('a sign-in with an imported bcrypt hash rehashes the password with argon2id', async () => {
  const { email } = await someUser()
  const stored = async () =>
    (await db.sql<{ hash: string }>('select encrypted_password as hash from auth.users where email = $1', [email]))[0]!
      .hash
  await db.sql('update auth.users set encrypted_password = $2 where email = $1', [
    email,
    await bcrypt('from elsewhere', 4),
  ])
  expect((await signIn(email, 'wrong')).json()).toMatchObject({ code: 'invalid_credentials' })
  expect(await stored()).toMatch(/^\$2y\$/)
  expect((await signIn(email, 'from elsewhere')).statusCode).toBe(200)
  expect(await stored()).toMatch(/^\$argon2id\$/)
  expect((await signIn(email, 'from elsewhere')).statusCode).toBe(200)
})

test('with the email provider disabled no address signs in', async () => {
  const { email } = await someUser()
  const at = '/phones/v1'
  const disabled = { code: 'email_provider_disabled' }
  expect((await call('POST', `${at}/signup`, { email: newAddress(), password })).json()).toMatchObject({
    ...disabled,
    message: 'Email signups are disabled',
  })
  expect((await signIn(email, password, at)).json()).toMatchObject({
    ...disabled,
    message: 'Email logins are disabled',
  })
  expect((await call('POST', `${at}/otp`, { email })).json()).toMatchObject(disabled)
})
