// Attempts to bypass a second factor with the password alone.
import { afterAll, expect, test } from 'vitest'
import { TOTP } from 'otpauth'
import { startGoogle } from '#integrations/google.fake.ts'
import { testDatabase } from '../../../../test/database.ts'
import { testKernel } from '../../../../test/kernel-app.ts'
import { smsHook } from '../../../../test/sms-hook.ts'

const google = await startGoogle({ origins: ['http://localhost:3000'] })
afterAll(() => google.stop())
const hook = await smsHook()
const provider = {
  issuer: google.issuer,
  clientIds: [google.clientId],
  secret: google.clientSecret,
  redirectUri: undefined,
  skipNonceCheck: false,
}
const { call, tokens } = await testKernel(await testDatabase(), {
  auth: {
    providers: { google: provider, manualLinking: true },
    mfa: { phoneEnroll: true, phoneVerify: true },
    phone: hook.settings,
  },
})

const password = 'a good password'
type Session = { access_token: string }
type App = { id: string; totp: { secret: string } }

async function newUser() {
  const email = `${crypto.randomUUID()}@example.com`
  await call('POST', '/auth/v1/admin/users', { email, password, email_confirm: true }, tokens.serviceRoleKey)
  return async () => {
    const response = await call('POST', '/auth/v1/token?grant_type=password', { email, password })
    return response.json<Session>().access_token
  }
}

const challenge = async (token: string, id: string) =>
  (await call('POST', `/auth/v1/factors/${id}/challenge`, {}, token)).json<{ id: string }>().id
const verify = (token: string, id: string, challenge_id: string, code: string) =>
  call('POST', `/auth/v1/factors/${id}/verify`, { challenge_id, code }, token)

async function addApp(token: string) {
  const app = (await call('POST', '/auth/v1/factors', { factor_type: 'totp', friendly_name: 'app' }, token)).json<App>()
  const code = new TOTP({ secret: app.totp.secret }).generate()
  return (await verify(token, app.id, await challenge(token, app.id), code)).json<Session>().access_token
}

const linkAddress = '/auth/v1/user/identities/authorize?provider=google&skip_http_redirect=true'

test('a phone enrolled before the first verified factor cannot be verified at aal1', async () => {
  const signIn = await newUser()
  const enrolment = { factor_type: 'phone', phone: '+972500000001', friendly_name: 'of the thief' }
  const { id } = (await call('POST', '/auth/v1/factors', enrolment, await signIn())).json<{ id: string }>()
  await addApp(await signIn())
  const thief = await signIn()
  const challengeId = await challenge(thief, id)
  const { otp } = (await hook.lastMessage('972500000001')).sms
  const response = await verify(thief, id, challengeId, otp)
  expect(response.json()).toMatchObject({ code: 'insufficient_aal' })
  expect(response.statusCode).toBe(403)
})

test('an aal2 session can enroll another factor', async () => {
  const signIn = await newUser()
  const raised = await addApp(await signIn())
  const enrolment = { factor_type: 'phone', phone: '+972500000002', friendly_name: 'a phone' }
  const { id } = (await call('POST', '/auth/v1/factors', enrolment, raised)).json<{ id: string }>()
  const challengeId = await challenge(raised, id)
  const { otp } = (await hook.lastMessage('972500000002')).sms
  expect((await verify(raised, id, challengeId, otp)).statusCode).toBe(200)
})

test('linking and unlinking identities requires aal2', async () => {
  const signIn = await newUser()
  const first = await signIn()
  const id_token = await google.idToken(`${crypto.randomUUID()}@example.com`)
  const addByToken = { provider: 'google', link_identity: true, id_token }
  await call('POST', '/auth/v1/token?grant_type=id_token', addByToken, first)
  const raised = await addApp(first)
  const thief = await signIn()
  const me = (await call('GET', '/auth/v1/user', undefined, raised)).json<{ identities: { identity_id: string }[] }>()
  const identityPath = `/auth/v1/user/identities/${me.identities[0]!.identity_id}`
  const another = { ...addByToken, id_token: await google.idToken(`${crypto.randomUUID()}@example.com`) }
  const ask = (token: string) => [
    () => call('GET', linkAddress, undefined, token),
    () => call('POST', '/auth/v1/token?grant_type=id_token', another, token),
    () => call('DELETE', identityPath, undefined, token),
  ]
  for (const attempt of ask(thief)) expect((await attempt()).json()).toMatchObject({ code: 'insufficient_aal' })
  for (const attempt of ask(raised)) expect((await attempt()).statusCode).toBe(200)
})
