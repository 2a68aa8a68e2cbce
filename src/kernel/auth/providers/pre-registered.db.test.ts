// Pre-registration attacks: an attacker claims a victim's address first, by an unverified provider account or as an anonymous user.
import { afterAll, expect, test } from 'vitest'
import { startGoogle } from '#integrations/google.fake.ts'
import { testDatabase } from '../../../../test/database.ts'
import { testKernel } from '../../../../test/kernel-app.ts'
import { smsHook } from '../../../../test/sms-hook.ts'

const siteUrl = 'http://localhost:3000'
const google = await startGoogle({ origins: [siteUrl] })
afterAll(() => google.stop())
const hook = await smsHook()
const provider = {
  issuer: google.issuer,
  clientIds: [google.clientId],
  secret: google.clientSecret,
  redirectUri: undefined,
  skipNonceCheck: false,
}
const db = await testDatabase()
const { app, call, lastMail, tokens } = await testKernel(db, {
  auth: {
    secondsBetweenMails: 0,
    mailsPerHour: 1000,
    anonymousUsers: true,
    providers: { google: provider, manualLinking: true },
    phone: { ...hook.settings, enabled: true },
  },
})
const post = (path: string, body: object, token?: string) => call('POST', `/auth/v1/${path}`, body, token)
const password = 'a good password'

type Session = { access_token: string; user: { id: string } }

/** A victim's address that an attacker has at Google, unverified. */
function claimedAddress() {
  const email = `${crypto.randomUUID()}@example.com`
  google.accounts.push({ email, name: 'an attacker', emailVerified: false })
  return email
}

/** Creates the owner's Google account with the verified address. */
function ownerAtGoogle(email: string) {
  google.accounts.find((account) => account.email === email)!.email = `attacker.${email}`
  google.accounts.push({ email, name: 'the owner' })
}

async function followCallback(url: string, email: string) {
  const back = await google.choose(url, email)
  const response = await app.inject({ url: back.pathname + back.search })
  return Object.fromEntries(new URLSearchParams(new URL(response.headers.location!).hash.slice(1)))
}

const signInAtGoogle = async (email: string) =>
  followCallback((await app.inject({ url: '/auth/v1/authorize?provider=google' })).headers.location!, email)

const linkAddress = async (token: string) => {
  const path = '/auth/v1/user/identities/authorize?provider=google&skip_http_redirect=true'
  return (await call('GET', path, undefined, token)).json<{ url: string }>().url
}

const userOf = async (token: string | undefined) =>
  (await call('GET', '/auth/v1/user', undefined, token)).json<{ id?: string; code?: string }>()

/** Requests by which the owner gets a mail, with the type to verify. */
const ownerRequests = {
  'signs up': { ask: (email: string) => post('signup', { email, password }), type: 'signup' },
  'asks for a link': { ask: (email: string) => post('otp', { email }), type: 'email' },
  'asks for a new password': { ask: (email: string) => post('recover', { email }), type: 'recovery' },
  'is invited': { ask: (email: string) => post('invite', { email }, tokens.serviceRoleKey), type: 'invite' },
}

const verifyAsOwner = async (email: string, { ask, type }: (typeof ownerRequests)['signs up']) => {
  expect((await ask(email)).statusCode).toBe(200)
  const { hash } = await lastMail(email)
  return (await post('verify', { type, token_hash: hash })).json<Session>()
}

for (const [how, ownerRequest] of Object.entries(ownerRequests)) {
  test(`an unverified Google sign-up loses access when the owner of the address ${how}`, async () => {
    const email = claimedAddress()
    expect(await signInAtGoogle(email)).toMatchObject({ error_code: 'provider_email_needs_verification' })
    const owner = await verifyAsOwner(email, ownerRequest)
    expect(owner.user).toMatchObject({ email, identities: [{ provider: 'email' }] })
    expect(owner.user).toMatchObject({ app_metadata: { provider: 'email', providers: ['email'] } })
    expect(await signInAtGoogle(email)).not.toHaveProperty('access_token')
  })

  test(`an anonymous user with an unverified address loses it when its owner ${how}`, async () => {
    const email = claimedAddress()
    const guest = (await post('signup', {})).json<Session>()
    await followCallback(await linkAddress(guest.access_token), email)
    const owner = await verifyAsOwner(email, ownerRequest)
    expect(await userOf(owner.access_token)).toMatchObject({ email })
    expect(await userOf(guest.access_token)).toMatchObject({ code: 'session_not_found' })
    expect(await signInAtGoogle(email)).not.toHaveProperty('access_token')
  })
}

test('an attacker’s pending Google flow does not complete on the owner’s account', async () => {
  const email = claimedAddress()
  const guest = (await post('signup', {})).json<Session>()
  const pendingLink = await linkAddress(guest.access_token)
  await followCallback(await linkAddress(guest.access_token), email)
  ownerAtGoogle(email)
  const owner = await userOf((await signInAtGoogle(email))['access_token'])
  expect(owner).toMatchObject({ email })
  expect(await followCallback(pendingLink, `${crypto.randomUUID()}@example.com`)).toMatchObject({
    error_code: 'bad_oauth_state',
  })
})

test('linking an unverified address to an account with a verified number adds an identity, but no email', async () => {
  const phone = '972500000077'
  await post('otp', { phone })
  const { otp: token } = (await hook.lastMessage(phone)).sms
  const noa = (await post('verify', { type: 'sms', phone, token })).json<Session>()
  const email = claimedAddress()
  expect(
    await userOf((await followCallback(await linkAddress(noa.access_token), email))['access_token']),
  ).toMatchObject({
    id: noa.user.id,
    email: '',
  })
  expect(await userOf((await signInAtGoogle(email))['access_token'])).toMatchObject({ id: noa.user.id, email: '' })
  const owner = await verifyAsOwner(email, ownerRequests['asks for a link'])
  expect(owner.user.id).not.toBe(noa.user.id)
})

test('the owner of an unverified address does not remove second factors of the verified number’s owner', async () => {
  const email = claimedAddress()
  const phone = '972500000078'
  const created = await post('admin/users', { email, phone, phone_confirm: true, password }, tokens.serviceRoleKey)
  const { id } = created.json<{ id: string }>()
  await db.sql(
    `insert into auth.mfa_factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', 'JBSWY3DP')`,
    [id],
  )
  ownerAtGoogle(email)
  expect(await userOf((await signInAtGoogle(email))['access_token'])).toMatchObject({
    id,
    phone,
    factors: [{ status: 'verified' }],
  })
})
