// Several instances over the same users in one process: each with its own path, issuer, settings and rate limits.
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { testKernel } from '../../../test/kernel-app.ts'

const db = await testDatabase()
const { app, call, tokens, lastMail } = await testKernel(db, {
  clientIpHeader: 'x-client',
  auth: { autoconfirm: true, passwordMinLength: 6, rates: { otp: 2, verify: 3, token: 10 } },
  moreAuth: [
    {
      path: '/a/b/staff-auth',
      settings: { signupDisabled: true, accessTokenSeconds: 60, redirectAllowList: ['https://staff.example.com/**'] },
    },
    { path: '/open/v1', settings: { anonymousUsers: true, passwordMinLength: 12 } },
  ],
})

type Session = { access_token: string; refresh_token: string; expires_in: number }
const noa = { email: 'noa@example.com', password: 'a good password' }
const session = (await call('POST', '/auth/v1/signup', noa)).json<Session>()

test('each instance has its own settings', async () => {
  const settings = async (at: string) => (await call('GET', `${at}/settings`)).json<Record<string, unknown>>()
  expect(await settings('/auth/v1')).toMatchObject({ disable_signup: false, mailer_autoconfirm: true })
  expect(await settings('/a/b/staff-auth')).toMatchObject({ disable_signup: true, mailer_autoconfirm: false })
  expect(await settings('/open/v1')).toMatchObject({ external: { anonymous_users: true, google: false, email: true } })
  expect((await call('POST', '/a/b/staff-auth/signup', noa)).json()).toMatchObject({ code: 'signup_disabled' })
  expect((await call('POST', '/open/v1/signup', { ...noa, password: '12345678' })).json()).toMatchObject({
    code: 'weak_password',
  })
})

test('each instance signs in the same users under its own issuer, and refreshes sessions of all instances', async () => {
  const staff = (await call('POST', '/a/b/staff-auth/token?grant_type=password', noa)).json<Session>()
  expect(staff.expires_in).toBe(60)
  expect((await tokens.verify(staff.access_token))['iss']).toBe('http://localhost:3000/a/b/staff-auth')
  expect((await tokens.verify(session.access_token))['iss']).toBe('http://localhost:3000/auth/v1')
  const { refresh_token } = staff
  const response = await call('POST', '/open/v1/token?grant_type=refresh_token', { refresh_token })
  expect((await tokens.verify(response.json<Session>().access_token))['iss']).toBe('http://localhost:3000/open/v1')
})

test('a mailed link points to its own instance and redirects by that instance’s allow list', async () => {
  const redirect = encodeURIComponent('https://staff.example.com/in')
  await call('POST', `/a/b/staff-auth/recover?redirect_to=${redirect}`, { email: noa.email })
  const { link } = await lastMail(noa.email)
  expect([link.pathname, link.searchParams.get('redirect_to')]).toEqual([
    '/a/b/staff-auth/verify',
    'https://staff.example.com/in',
  ])
  const page = await app.inject({ method: 'GET', url: link.pathname + link.search })
  expect(page.statusCode).toBe(200)
  await call('POST', `/open/v1/recover?redirect_to=${redirect}`, { email: noa.email })
  expect((await lastMail(noa.email)).link.searchParams.get('redirect_to')).toBe('http://localhost:3000')
})

const from = (client: string, path: string, body: object, method: 'POST' | 'PUT' | 'GET' = 'POST') =>
  app.inject({
    method,
    url: path,
    headers: { apikey: tokens.anonKey, authorization: `Bearer ${session.access_token}`, 'x-client': client },
    ...(method !== 'GET' && { payload: body }),
  })

const limited = [
  ['POST', '/signup', 2],
  ['POST', '/otp', 2],
  ['POST', '/magiclink', 2],
  ['POST', '/recover', 2],
  ['POST', '/resend', 2],
  ['PUT', '/user', 2],
  ['GET', '/reauthenticate', 2],
  ['POST', '/sso', 2],
  ['POST', '/verify', 3],
  ['POST', '/token?grant_type=password', 2],
] as const

test.each(limited)('%s %s is rate limited per client and instance', async (method, path, times) => {
  const client = `203.0.113.${limited.findIndex((row) => row[1] === path) + 1}`
  const ask = (at: string, instance = client) => from(instance, at + path, {}, method)
  for (let i = 0; i < times; i++) expect((await ask('/auth/v1')).json()).not.toMatchObject(tooOften)
  const refused = await ask('/auth/v1')
  expect([refused.statusCode, refused.json()]).toMatchObject([429, tooOften])
  expect((await ask('/auth/v1', `${client}9`)).json()).not.toMatchObject(tooOften)
  expect((await ask('/open/v1')).json()).not.toMatchObject(tooOften)
})

const tooOften = { error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' }
