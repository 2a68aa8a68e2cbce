// Email address changes: required confirmations, and the cancellation of a pending change.
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

async function newUser() {
  const email = newAddress()
  const input = { email, password, email_confirm: true }
  const created = await call('POST', '/auth/v1/admin/users', input, tokens.serviceRoleKey)
  const signIn = async () => {
    const response = await call('POST', '/auth/v1/token?grant_type=password', { email, password })
    return response.json<{ access_token: string }>().access_token
  }
  return { email, id: created.json<{ id: string }>().id, signIn, token: await signIn() }
}

const agree = async (email: string, at = '/auth/v1') =>
  call('POST', `${at}/verify`, { type: 'email_change', token_hash: (await lastMail(email)).hash })
const addressOf = async (id: string) =>
  (await call('GET', `/auth/v1/admin/users/${id}`, undefined, tokens.serviceRoleKey)).json<{ email: string }>().email

test('the old address alone cannot confirm a change to an unverified address, on any instance', async () => {
  const { email, id, token } = await newUser()
  const victim = newAddress()
  await call('PUT', '/auth/v1/user', { email: victim }, token)
  expect((await agree(email, '/once/auth/v1')).json()).not.toHaveProperty('access_token')
  expect(await addressOf(id)).toBe(email)
  expect((await agree(victim)).json()).toMatchObject({ user: { id, email: victim } })
})

test('an address change by an administrator invalidates links mailed to the old address', async () => {
  const { email, id, token } = await newUser()
  const [theirs, safe] = [newAddress(), newAddress()]
  await call('PUT', '/auth/v1/user', { email: theirs }, token)
  await agree(email)
  await call('PUT', `/auth/v1/admin/users/${id}`, { email: safe }, tokens.serviceRoleKey)
  expect((await agree(theirs)).json()).toMatchObject({ code: 'otp_expired' })
  expect(await addressOf(id)).toBe(safe)
})

test('an administrator who sets the same address again does not invalidate mailed links', async () => {
  const { email, id, token } = await newUser()
  const next = newAddress()
  await call('PUT', '/auth/v1/user', { email: next }, token)
  await call('PUT', `/auth/v1/admin/users/${id}`, { email }, tokens.serviceRoleKey)
  await agree(email)
  expect((await agree(next)).json()).toMatchObject({ user: { id, email: next } })
})

test('a password change cancels a pending address change that needs only the new address', async () => {
  const { email, id, signIn, token } = await newUser()
  const theirs = newAddress()
  await call('PUT', '/once/auth/v1/user', { email: theirs }, await signIn())
  await call('PUT', '/once/auth/v1/user', { password: 'another good one' }, token)
  expect((await agree(theirs, '/once/auth/v1')).json()).toMatchObject({ code: 'otp_expired' })
  expect(await addressOf(id)).toBe(email)
})
