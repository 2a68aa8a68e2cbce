import { afterAll, expect, test } from 'vitest'
import { startGoogle } from './google.fake.ts'

const back = 'http://localhost:3000/auth/google/callback'
const google = await startGoogle({ origins: ['http://localhost:3000'] })
afterAll(() => google.stop())

const question = (more: Record<string, string> = {}) =>
  `${google.issuer}/o/oauth2/v2/auth?${new URLSearchParams({
    client_id: google.clientId,
    redirect_uri: back,
    response_type: 'code',
    scope: 'openid email https://www.googleapis.com/auth/calendar',
    state: 'a state',
    ...more,
  })}`

type Tokens = Record<'access_token' | 'refresh_token' | 'id_token' | 'scope' | 'error', string>
async function ask(values: Record<string, string>) {
  const body = new URLSearchParams({ client_id: google.clientId, client_secret: google.clientSecret, ...values })
  const answer = await fetch(`${google.issuer}/token`, { method: 'POST', body })
  return { status: answer.status, ...((await answer.json()) as Tokens) }
}
async function agree(email: string, more: Record<string, string> = {}) {
  const code = (await google.choose(question(more), email)).searchParams.get('code')!
  return ask({ grant_type: 'authorization_code', code, redirect_uri: back })
}
const whoIs = (token: string) =>
  fetch(`${google.issuer}/v1/userinfo`, { headers: { authorization: `Bearer ${token}` } })

test('the page lists the accounts, and its form carries the request parameters', async () => {
  const page = await (await fetch(question({ nonce: '"><script>' }))).text()
  expect(page).toContain('dana@example.com')
  expect(page).toContain('name="state" value="a state"')
  expect(page).not.toContain('<script>')
  const values = [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!])
  const body = new URLSearchParams(values.filter(([name]) => name !== 'account'))
  body.set('account', 'dana@example.com')
  const answer = await fetch(`${google.issuer}/o/oauth2/v2/auth`, { method: 'POST', body, redirect: 'manual' })
  expect(answer.headers.get('location')).toMatch(`${back}?state=a+state&code=`)
})

test('offline access yields a refresh token at the first consent and at every prompted one', async () => {
  const first = await agree('lasting@example.com', { access_type: 'offline' })
  expect(first).toMatchObject({ status: 200, refresh_token: expect.any(String), id_token: expect.any(String) })
  expect(await agree('lasting@example.com', { access_type: 'offline' })).not.toHaveProperty('refresh_token')
  const again = await agree('lasting@example.com', { access_type: 'offline', prompt: 'consent' })
  expect(again).toHaveProperty('refresh_token')
  const renewed = await ask({ grant_type: 'refresh_token', refresh_token: first.refresh_token })
  expect(await (await whoIs(renewed.access_token)).json()).toMatchObject({ email: 'lasting@example.com' })
})

test('a grant can be revoked', async () => {
  const { refresh_token, access_token } = await agree('revoked@example.com', { access_type: 'offline' })
  const revoke = () =>
    fetch(`${google.issuer}/revoke`, { method: 'POST', body: new URLSearchParams({ token: refresh_token }) })
  expect((await revoke()).status).toBe(200)
  expect((await revoke()).status).toBe(400)
  expect((await whoIs(access_token)).status).toBe(401)
  expect(await ask({ grant_type: 'refresh_token', refresh_token })).toMatchObject({
    status: 400,
    error: 'invalid_grant',
  })
})

test.each([
  ['another client', { client_id: 'x' }],
  ['an unregistered redirect URI', { redirect_uri: 'https://evil.example.com' }],
  ['the implicit flow', { response_type: 'token' }],
  ['an empty scope', { scope: '' }],
])('an authorization request with %s is not redirected', async (_, more) => {
  const answer = await fetch(question(more), { redirect: 'manual' })
  expect(answer.status).toBe(400)
})

test('a code is valid once, for its client and with its verifier', async () => {
  const code_verifier = 'v'.repeat(43)
  const code_challenge = Buffer.from(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code_verifier)),
  ).toString('base64url')
  const begin = async () =>
    (
      await google.choose(question({ code_challenge, code_challenge_method: 'S256' }), 'dana@example.com')
    ).searchParams.get('code')!
  const grant = { grant_type: 'authorization_code', redirect_uri: back }
  expect(await ask({ ...grant, code: await begin() })).toMatchObject({ status: 400, error: 'invalid_grant' })
  expect(await ask({ ...grant, code: await begin(), code_verifier, client_secret: 'x' })).toMatchObject({ status: 401 })
  const code = await begin()
  expect(await ask({ ...grant, code, code_verifier })).toMatchObject({ status: 200 })
  expect(await ask({ ...grant, code, code_verifier })).toMatchObject({ status: 400, error: 'invalid_grant' })
  expect(await ask({ grant_type: 'password' })).toMatchObject({ status: 400, error: 'unsupported_grant_type' })
})
