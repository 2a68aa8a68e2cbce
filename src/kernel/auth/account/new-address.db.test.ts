// An account moves to another address: who has to agree, and what ends the move.
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { testKernel } from '../../../../test/kernel-app.ts'

const open = { secondsBetweenMails: 0, mailsPerHour: 1000 }
const { call, lastMail, tokens } = await testKernel(await testDatabase(), {
  auth: open,
  moreAuth: [{ path: '/once/auth/v1', settings: { ...open, confirmEmailChangeTwice: false } }],
})
const password = 'a good password'
const newAddress = () => `${crypto.randomUUID()}@example.com`

async function somebody() {
  const email = newAddress()
  const wanted = { email, password, email_confirm: true }
  const made = await call('POST', '/auth/v1/admin/users', wanted, tokens.serviceRoleKey)
  const signIn = async () => {
    const answer = await call('POST', '/auth/v1/token?grant_type=password', { email, password })
    return answer.json<{ access_token: string }>().access_token
  }
  return { email, id: made.json<{ id: string }>().id, signIn, token: await signIn() }
}

const agree = async (email: string, at = '/auth/v1') =>
  call('POST', `${at}/verify`, { type: 'email_change', token_hash: (await lastMail(email)).hash })
const addressOf = async (id: string) =>
  (await call('GET', `/auth/v1/admin/users/${id}`, undefined, tokens.serviceRoleKey)).json<{ email: string }>().email

test('the old address alone moves no account to one that nobody has proven, at whichever instance it agrees', async () => {
  const { email, id, token } = await somebody()
  const victim = newAddress()
  await call('PUT', '/auth/v1/user', { email: victim }, token)
  expect((await agree(email, '/once/auth/v1')).json()).not.toHaveProperty('access_token')
  expect(await addressOf(id)).toBe(email)
  expect((await agree(victim)).json()).toMatchObject({ user: { id, email: victim } })
})

test('after an administrator moved the account, what its old address was asked is worth nothing', async () => {
  const { email, id, token } = await somebody()
  const [theirs, safe] = [newAddress(), newAddress()]
  await call('PUT', '/auth/v1/user', { email: theirs }, token)
  await agree(email)
  await call('PUT', `/auth/v1/admin/users/${id}`, { email: safe }, tokens.serviceRoleKey)
  expect((await agree(theirs)).json()).toMatchObject({ code: 'otp_expired' })
  expect(await addressOf(id)).toBe(safe)
})

test('an administrator who writes the same address again leaves what was mailed', async () => {
  const { email, id, token } = await somebody()
  const next = newAddress()
  await call('PUT', '/auth/v1/user', { email: next }, token)
  await call('PUT', `/auth/v1/admin/users/${id}`, { email }, tokens.serviceRoleKey)
  await agree(email)
  expect((await agree(next)).json()).toMatchObject({ user: { id, email: next } })
})

test('a new password ends a move that the new address alone would have made', async () => {
  const { email, id, signIn, token } = await somebody()
  const theirs = newAddress()
  await call('PUT', '/once/auth/v1/user', { email: theirs }, await signIn())
  await call('PUT', '/once/auth/v1/user', { password: 'another good one' }, token)
  expect((await agree(theirs, '/once/auth/v1')).json()).toMatchObject({ code: 'otp_expired' })
  expect(await addressOf(id)).toBe(email)
})
