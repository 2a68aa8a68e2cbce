import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { testKernel } from '../../../../test/kernel-app.ts'

const db = await testDatabase()
const { app, tokens } = await testKernel(db, { auth: { autoconfirm: true, rates: { otp: 1000, token: 10_000 } } })

const post = (path: string, payload: object, remoteAddress: string) =>
  app.inject({
    method: 'POST',
    url: `/auth/v1${path}`,
    payload,
    remoteAddress,
    headers: { apikey: tokens.anonKey, 'x-supabase-api-version': '2024-01-01' },
  })

const home = '198.51.100.1'
let addresses = 0
const newAddress = () => `203.0.113.${++addresses}`
const right = 'a rather good one'

async function newAccount() {
  const email = `${crypto.randomUUID()}@example.com`
  expect((await post('/signup', { email, password: right }, home)).statusCode).toBe(200)
  return email
}

async function signIn(email: string, password: string, from: string) {
  const response = await post('/token?grant_type=password', { email, password }, from)
  return response.statusCode === 200 ? 'in' : response.json<{ code: string }>().code
}

async function guess(email: string, times: number, from: () => string) {
  const answers = new Set<string>()
  for (let n = 0; n < times; n++) answers.add(await signIn(email, 'a wrong one', from()))
  return [...answers]
}

test('an attacker with many IP addresses gets 30 attempts per hour, and the owner can sign in from a known network', async () => {
  const email = await newAccount()
  expect(await guess(email, 30, newAddress)).toEqual(['invalid_credentials'])
  expect(await signIn(email, right, newAddress())).toBe('over_request_rate_limit')
  expect(await signIn(email, right, home)).toBe('in')
  expect((await post('/recover', { email }, newAddress())).statusCode).toBe(200)
})

test('one client gets ten attempts per account, and can still sign in to another account', async () => {
  const [email, other] = [await newAccount(), await newAccount()]
  expect(await guess(email, 10, () => '198.51.100.7')).toEqual(['invalid_credentials'])
  expect(await signIn(email, right, '198.51.100.7')).toBe('over_request_rate_limit')
  expect(await signIn(other, right, '198.51.100.7')).toBe('in')
})

test('the limit per account also applies to clients without a distinguishable address', async () => {
  const email = await newAccount()
  expect(await guess(email, 31, () => '127.0.0.1')).toEqual(['invalid_credentials', 'over_request_rate_limit'])
  expect(await signIn(email, right, home)).toBe('in')
})

test('attempts for an unknown account are limited like those for an existing one', async () => {
  const email = 'unknown@example.com'
  expect(await guess(email, 30, newAddress)).toEqual(['invalid_credentials'])
  expect(await signIn(email, right, newAddress())).toBe('over_request_rate_limit')
})

test('successful sign-ins do not count towards the limits', async () => {
  const email = await newAccount()
  const answers = new Set<string>()
  for (let n = 0; n < 40; n++) answers.add(await signIn(email, right, newAddress()))
  expect([...answers]).toEqual(['in'])
})
