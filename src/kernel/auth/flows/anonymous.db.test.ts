import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { testKernel } from '../../../../test/kernel-app.ts'
import { fragmentOf, openMailedLink } from '../../../../test/open-mailed-link.ts'

const db = await testDatabase()
const often = { secondsBetweenMails: 0, mailsPerHour: 1000, anonymousUsers: true }
const { app, call, lastMail, tokens } = await testKernel(db, {
  auth: often,
  clientIpHeader: 'x-client',
  moreAuth: [
    { path: '/at-once/v1', settings: { ...often, autoconfirm: true } },
    { path: '/none/v1', settings: {} },
    { path: '/few/v1', settings: { ...often, rates: { anonymous: 2 } } },
  ],
})
const url = await app.listen({ port: 0, host: '127.0.0.1' })
const browser = () =>
  createClient(url, tokens.anonKey, { auth: { persistSession: false, autoRefreshToken: false } }).auth
const newAddress = () => `${crypto.randomUUID()}@example.com`

test('an anonymous sign-up creates an account without an address and sets is_anonymous in the token', async () => {
  const { data, error } = await browser().signInAnonymously({ options: { data: { theme: 'dark' } } })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({
    is_anonymous: true,
    email: '',
    phone: '',
    role: 'authenticated',
    identities: [],
    app_metadata: {},
    user_metadata: { theme: 'dark' },
  })
  expect(await tokens.verify(data.session!.access_token)).toMatchObject({
    is_anonymous: true,
    amr: [{ method: 'anonymous' }],
  })
})

test('identity and verification keys of the metadata are ignored', async () => {
  const claims = { sub: crypto.randomUUID(), email: 'owner@example.com', email_verified: true, phone_verified: true }
  const { data } = await browser().signInAnonymously({ options: { data: { ...claims, theme: 'dark' } } })
  expect((await tokens.verify(data.session!.access_token))['user_metadata']).toEqual({ theme: 'dark' })
})

test('the metadata limit is in bytes, so that tokens fit into a header in every language', async () => {
  const signUp = (name: string) => call('POST', '/auth/v1/signup', { data: { name } })
  expect((await signUp('漢'.repeat(3000))).json()).toMatchObject({ code: 'validation_failed' })
  const { access_token: token } = (await signUp('漢'.repeat(2600))).json<{ access_token: string }>()
  expect(token.length).toBeLessThan(16 * 1024)
})

test('a verified address makes an anonymous user permanent, with the same id', async () => {
  const auth = browser()
  const { data } = await auth.signInAnonymously()
  const email = newAddress()
  expect((await auth.updateUser({ password: 'too early for one' })).error).toMatchObject({ code: 'validation_failed' })
  expect((await auth.updateUser({ email })).data.user).toMatchObject({ is_anonymous: true, new_email: email })
  const first = await lastMail(email)
  expect((await auth.resend({ type: 'email_change', email })).error).toBeNull()
  expect((await lastMail(email)).hash).not.toBe(first.hash)
  const token = fragmentOf(await openMailedLink(app, (await lastMail(email)).link))['access_token']!
  expect(await tokens.verify(token)).toMatchObject({ sub: data.user!.id, is_anonymous: false, email })
  const user = (await auth.getUser()).data.user
  expect(user).toMatchObject({
    id: data.user!.id,
    email,
    is_anonymous: false,
    app_metadata: { provider: 'email', providers: ['email'] },
    identities: [{ provider: 'email', identity_data: { email, email_verified: true, sub: data.user!.id } }],
  })
  expect((await auth.updateUser({ password: 'a good password' })).error).toBeNull()
  expect((await browser().signInWithPassword({ email, password: 'a good password' })).data.user!.id).toBe(data.user!.id)
})

test('with autoconfirm an address makes an anonymous user permanent at once', async () => {
  const session = (await call('POST', '/at-once/v1/signup', {})).json<{ access_token: string }>()
  const email = newAddress()
  const response = await call('PUT', '/at-once/v1/user', { email }, session.access_token)
  expect(response.json()).toMatchObject({ email, is_anonymous: false, identities: [{ provider: 'email' }] })
})

test('an anonymous user cannot take the address of another user', async () => {
  const email = newAddress()
  await call('POST', '/at-once/v1/signup', { email, password: 'a good password' })
  const auth = browser()
  await auth.signInAnonymously()
  expect((await auth.updateUser({ email })).error).toMatchObject({ status: 422, code: 'email_exists' })
})

test('anonymous sign-ups are disabled by default and rate limited per client', async () => {
  const refused = await call('POST', '/none/v1/signup', {})
  expect([refused.statusCode, refused.json()]).toMatchObject([422, { code: 'anonymous_provider_disabled' }])
  const from = (client: string) =>
    app.inject({
      method: 'POST',
      url: '/few/v1/signup',
      headers: { apikey: tokens.anonKey, 'x-client': client },
      payload: {},
    })
  const statuses = [await from('203.0.113.1'), await from('203.0.113.1'), await from('203.0.113.1')]
  expect(statuses.map((response) => response.statusCode)).toEqual([200, 200, 429])
  expect((await from('203.0.113.2')).statusCode).toBe(200)
})
