// Somebody came first with an address that is not theirs and waits for its owner: by another party that has not proven it, or as a guest.
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

/** An address whose owner knows nothing yet, and a stranger who claims it at Google without proof. */
function claimed() {
  const email = `${crypto.randomUUID()}@example.com`
  google.accounts.push({ email, name: 'a stranger', emailVerified: false })
  return email
}

/** The owner proves the address at Google, by an account of their own. */
function ownerAtGoogle(email: string) {
  google.accounts.find((account) => account.email === email)!.email = `stranger.${email}`
  google.accounts.push({ email, name: 'the owner' })
}

async function comeBack(url: string, email: string) {
  const back = await google.choose(url, email)
  const answer = await app.inject({ url: back.pathname + back.search })
  return Object.fromEntries(new URLSearchParams(new URL(answer.headers.location!).hash.slice(1)))
}

const visit = async (email: string) =>
  comeBack((await app.inject({ url: '/auth/v1/authorize?provider=google' })).headers.location!, email)

const linkAddress = async (token: string) => {
  const path = '/auth/v1/user/identities/authorize?provider=google&skip_http_redirect=true'
  return (await call('GET', path, undefined, token)).json<{ url: string }>().url
}

const userOf = async (token: string | undefined) =>
  (await call('GET', '/auth/v1/user', undefined, token)).json<{ id?: string; code?: string }>()

/** Ways in which the owner comes, and what the mail then proves. */
const arrivals = {
  'signs up': { ask: (email: string) => post('signup', { email, password }), type: 'signup' },
  'asks for a link': { ask: (email: string) => post('otp', { email }), type: 'email' },
  'asks for a new password': { ask: (email: string) => post('recover', { email }), type: 'recovery' },
  'is invited': { ask: (email: string) => post('invite', { email }, tokens.serviceRoleKey), type: 'invite' },
}

const arrive = async (email: string, { ask, type }: (typeof arrivals)['signs up']) => {
  expect((await ask(email)).statusCode).toBe(200)
  const { hash } = await lastMail(email)
  return (await post('verify', { type, token_hash: hash })).json<Session>()
}

for (const [how, arrival] of Object.entries(arrivals)) {
  test(`who came first by an unproven Google account is not in the account of the owner who ${how}`, async () => {
    const email = claimed()
    expect(await visit(email)).toMatchObject({ error_code: 'provider_email_needs_verification' })
    const owner = await arrive(email, arrival)
    expect(owner.user).toMatchObject({ email, identities: [{ provider: 'email' }] })
    expect(owner.user).toMatchObject({ app_metadata: { provider: 'email', providers: ['email'] } })
    expect(await visit(email)).not.toHaveProperty('access_token')
  })

  test(`a guest who claimed an address without proof is out when its owner ${how}`, async () => {
    const email = claimed()
    const guest = (await post('signup', {})).json<Session>()
    await comeBack(await linkAddress(guest.access_token), email)
    const owner = await arrive(email, arrival)
    expect(await userOf(owner.access_token)).toMatchObject({ email })
    expect(await userOf(guest.access_token)).toMatchObject({ code: 'session_not_found' })
    expect(await visit(email)).not.toHaveProperty('access_token')
  })
}

test('what a stranger has under way at Google does not end in the account of the owner', async () => {
  const email = claimed()
  const guest = (await post('signup', {})).json<Session>()
  const underWay = await linkAddress(guest.access_token)
  await comeBack(await linkAddress(guest.access_token), email)
  ownerAtGoogle(email)
  const owner = await userOf((await visit(email))['access_token'])
  expect(owner).toMatchObject({ email })
  expect(await comeBack(underWay, `${crypto.randomUUID()}@example.com`)).toMatchObject({
    error_code: 'bad_oauth_state',
  })
})

test('an unproven address is added to an account with a proven number as a way in, and not as its address', async () => {
  const phone = '972500000077'
  await post('otp', { phone })
  const { otp: token } = (await hook.lastMessage(phone)).sms
  const noa = (await post('verify', { type: 'sms', phone, token })).json<Session>()
  const email = claimed()
  expect(await userOf((await comeBack(await linkAddress(noa.access_token), email))['access_token'])).toMatchObject({
    id: noa.user.id,
    email: '',
  })
  expect(await userOf((await visit(email))['access_token'])).toMatchObject({ id: noa.user.id, email: '' })
  const owner = await arrive(email, arrivals['asks for a link'])
  expect(owner.user.id).not.toBe(noa.user.id)
})

test('the owner of an unproven address takes no second factor from whoever has proven the number of the account', async () => {
  const email = claimed()
  const phone = '972500000078'
  const made = await post('admin/users', { email, phone, phone_confirm: true, password }, tokens.serviceRoleKey)
  const { id } = made.json<{ id: string }>()
  await db.sql(
    `insert into auth.mfa_factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', 'JBSWY3DP')`,
    [id],
  )
  ownerAtGoogle(email)
  expect(await userOf((await visit(email))['access_token'])).toMatchObject({
    id,
    phone,
    factors: [{ status: 'verified' }],
  })
})
