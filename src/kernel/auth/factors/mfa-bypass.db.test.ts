// Whoever knows only the password of somebody with a second factor, and looks for a way around it.
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

async function somebody() {
  const email = `${crypto.randomUUID()}@example.com`
  await call('POST', '/auth/v1/admin/users', { email, password, email_confirm: true }, tokens.serviceRoleKey)
  return async () => {
    const answer = await call('POST', '/auth/v1/token?grant_type=password', { email, password })
    return answer.json<Session>().access_token
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

test('a phone that was begun before there was a factor does not become one by the password alone', async () => {
  const signIn = await somebody()
  const begun = { factor_type: 'phone', phone: '+972500000001', friendly_name: 'of the thief' }
  const { id } = (await call('POST', '/auth/v1/factors', begun, await signIn())).json<{ id: string }>()
  await addApp(await signIn())
  const thief = await signIn()
  const challengeId = await challenge(thief, id)
  const { otp } = (await hook.lastMessage('972500000001')).sms
  const answer = await verify(thief, id, challengeId, otp)
  expect(answer.json()).toMatchObject({ code: 'insufficient_aal' })
  expect(answer.statusCode).toBe(403)
})

test('whoever showed a factor adds another one', async () => {
  const signIn = await somebody()
  const raised = await addApp(await signIn())
  const begun = { factor_type: 'phone', phone: '+972500000002', friendly_name: 'a phone' }
  const { id } = (await call('POST', '/auth/v1/factors', begun, raised)).json<{ id: string }>()
  const challengeId = await challenge(raised, id)
  const { otp } = (await hook.lastMessage('972500000002')).sms
  expect((await verify(raised, id, challengeId, otp)).statusCode).toBe(200)
})

test('ways in are added and taken away only by whoever showed the factor', async () => {
  const signIn = await somebody()
  const first = await signIn()
  const id_token = await google.idToken(`${crypto.randomUUID()}@example.com`)
  const addByToken = { provider: 'google', link_identity: true, id_token }
  await call('POST', '/auth/v1/token?grant_type=id_token', addByToken, first)
  const raised = await addApp(first)
  const thief = await signIn()
  const me = (await call('GET', '/auth/v1/user', undefined, raised)).json<{ identities: { identity_id: string }[] }>()
  const takeAway = `/auth/v1/user/identities/${me.identities[0]!.identity_id}`
  const another = { ...addByToken, id_token: await google.idToken(`${crypto.randomUUID()}@example.com`) }
  const ask = (token: string) => [
    () => call('GET', linkAddress, undefined, token),
    () => call('POST', '/auth/v1/token?grant_type=id_token', another, token),
    () => call('DELETE', takeAway, undefined, token),
  ]
  for (const attempt of ask(thief)) expect((await attempt()).json()).toMatchObject({ code: 'insufficient_aal' })
  for (const attempt of ask(raised)) expect((await attempt()).statusCode).toBe(200)
})
