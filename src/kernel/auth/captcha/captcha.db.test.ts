// Tests against a fake captcha provider, which implements the protocol of hCaptcha and Turnstile.
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { testKernel } from '../../../../test/kernel-app.ts'

const requests: Record<string, string>[] = []
async function respond(request: IncomingMessage, response: ServerResponse) {
  const form = Object.fromEntries(new URLSearchParams(await text(request)))
  requests.push(form)
  if (form['response'] === 'broken') return response.end('<html>')
  const success = form['response'] === 'solved' && form['secret'] === 'the secret'
  return response.end(JSON.stringify({ success, ...(!success && { 'error-codes': ['invalid-input-response'] }) }))
}
const provider = createServer((request, response) => void respond(request, response)).listen(0, '127.0.0.1')
await once(provider, 'listening')
afterAll(() => {
  provider.closeAllConnections()
  provider.close()
})

const db = await testDatabase()
const { port } = provider.address() as { port: number }
const { call, tokens } = await testKernel(db, {
  auth: {
    secondsBetweenMails: 0,
    mailsPerHour: 1000,
    captcha: { provider: 'turnstile', secret: 'the secret', verifyUrl: `http://127.0.0.1:${port}/siteverify` },
  },
})
const email = 'noa@example.com'
const password = 'a good password'
const solved = (body: object, captcha_token = 'solved') => ({ ...body, gotrue_meta_security: { captcha_token } })

const protectedEndpoints = [
  ['/signup', { email, password }],
  ['/otp', { email }],
  ['/magiclink', { email }],
  ['/recover', { email }],
  ['/resend', { type: 'signup', email }],
  ['/token?grant_type=password', { email, password }],
] as const

test.each(protectedEndpoints)('%s requires a captcha', async (path, body) => {
  const at = (sent: object, token?: string) => call('POST', `/auth/v1${path}`, sent, token)
  const refused = (reason: string) => ({
    code: 'captcha_failed',
    message: `captcha protection: request disallowed (${reason})`,
  })
  const without = await at(body)
  expect([without.statusCode, without.json()]).toEqual([400, refused('no captcha_token found')])
  expect((await at({ ...body, gotrue_meta_security: 'solved' })).json()).toEqual(refused('no captcha_token found'))
  expect((await at({ ...body, gotrue_meta_security: null })).json()).toEqual(refused('no captcha_token found'))
  expect((await at(solved(body, 'guessed'))).json()).toEqual(refused('invalid-input-response'))
  expect((await at(solved(body))).json()).not.toMatchObject({ code: 'captcha_failed' })
  expect((await at(body, tokens.serviceRoleKey)).json()).not.toMatchObject({ code: 'captcha_failed' })
})

test('the provider receives the client address, and a request is refused when the provider fails', async () => {
  const response = await call('POST', '/auth/v1/recover', solved({ email }, 'broken'))
  expect([response.statusCode, response.json()]).toEqual([
    500,
    { code: 'unexpected_failure', message: 'captcha verification process failed' },
  ])
  expect(requests.at(-1)).toEqual({ secret: 'the secret', response: 'broken', remoteip: '127.0.0.1' })
})

test('refresh and code verification need no captcha', async () => {
  const before = requests.length
  await call('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: 'x' })
  await call('POST', '/auth/v1/token?grant_type=pkce', { auth_code: 'x', code_verifier: 'y' })
  await call('POST', '/auth/v1/verify', { type: 'email', email, token: '123456' })
  expect(requests.length).toBe(before)
})
