import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { testKernel } from '../../../../test/kernel-app.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { openPool } from '../../postgres/connection.ts'
import { createUser, deleteUser } from '../users.ts'
import { readRefreshToken } from './refresh-token.ts'

const db = await testDatabase()
const { call, tokens } = await testKernel(db)
const pool = openPool(db.connect('supabase_auth_admin'), 1)
afterAll(() => pool.end())

type Session = { access_token: string; refresh_token: string; user: { id: string } }

const password = 'a good password'
async function someUser() {
  const email = `${crypto.randomUUID()}@example.com`
  const id = await inTransaction(pool, undefined, (tx) => createUser(tx, { email, password }))
  return {
    id,
    email,
    signIn: async () => (await call('POST', '/auth/v1/token?grant_type=password', { email, password })).json<Session>(),
  }
}
const refresh = (refresh_token: string) => call('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token })
const userOf = (session: Session) => call('GET', '/auth/v1/user', undefined, session.access_token)
const ageSession = () => db.sql(`update auth.sessions set refreshed_at = refreshed_at - interval '1 minute'`)
const alreadyUsed = { code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' }

test('a refresh returns the next refresh token of the same session', async () => {
  const session = await (await someUser()).signIn()
  const response = await refresh(session.refresh_token)
  expect(response.statusCode).toBe(200)
  const next = response.json<Session>()
  expect(next.refresh_token).not.toBe(session.refresh_token)
  const [before, after] = await Promise.all([tokens.verify(session.access_token), tokens.verify(next.access_token)])
  expect(after).toMatchObject({ session_id: before['session_id'], aal: 'aal1', amr: [{ method: 'password' }] })
  expect(after['amr']).toEqual(before['amr'])
})

test('five tabs that refresh concurrently stay signed in', async () => {
  const session = await (await someUser()).signIn()
  const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(session.refresh_token)))
  expect(answers.map((response) => response.statusCode)).toEqual([200, 200, 200, 200, 200])
  const refreshTokens = new Set(answers.map((response) => response.json<Session>().refresh_token))
  expect(refreshTokens.size).toBe(1)
  await ageSession()
  expect((await refresh([...refreshTokens][0]!)).statusCode).toBe(200)
})

test('a client that lost the response may retry, however late', async () => {
  const session = await (await someUser()).signIn()
  const lost = (await refresh(session.refresh_token)).json<Session>()
  await ageSession()
  expect((await refresh(session.refresh_token)).json<Session>().refresh_token).toBe(lost.refresh_token)
})

test('a refresh token older than its parent ends the session', async () => {
  const session = await (await someUser()).signIn()
  const second = (await refresh(session.refresh_token)).json<Session>()
  const third = (await refresh(second.refresh_token)).json<Session>()
  // Within the reuse interval the token may come from a slow tab.
  expect((await refresh(session.refresh_token)).json<Session>().refresh_token).toBe(third.refresh_token)
  await ageSession()
  const theft = await refresh(session.refresh_token)
  expect(theft.statusCode).toBe(400)
  expect(theft.json()).toEqual(alreadyUsed)
  expect((await refresh(third.refresh_token)).json()).toMatchObject({ code: 'refresh_token_not_found' })
  expect((await userOf(third)).json()).toMatchObject({ code: 'session_not_found' })
})

test('forged, changed and foreign refresh tokens are refused', async () => {
  const { refresh_token: token } = await (await someUser()).signIn()
  const foreign = await (await someUser()).signIn()
  await db.sql('update auth.sessions set refresh_token_hmac_key = $1 where id = $2', [
    Buffer.alloc(32, 7).toString('base64'),
    readRefreshToken(foreign.refresh_token)!.sessionId,
  ])
  // Changes a character in the middle, because only two bits of the last base64url character are significant.
  const changed = `${token.slice(0, 30)}${token[30] === 'A' ? 'B' : 'A'}${token.slice(31)}`
  expect((await refresh(changed)).json()).toMatchObject({ code: 'validation_failed' })
  expect((await refresh(token.slice(0, 20))).json()).toMatchObject({ code: 'validation_failed' })
  expect((await refresh(foreign.refresh_token)).json()).toEqual({
    code: 'refresh_token_not_found',
    message: 'Invalid Refresh Token: Refresh Token Not Found',
  })
  expect((await refresh(token)).statusCode).toBe(200)
})

test('an expired session, a banned and a deleted user cannot refresh', async () => {
  const [late, banned, deletedUser] = [await someUser(), await someUser(), await someUser()]
  const sessions = [await late.signIn(), await banned.signIn(), await deletedUser.signIn()] as const
  await db.sql('update auth.sessions set not_after = now() where user_id = $1', [late.id])
  await db.sql(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [banned.id])
  expect(await inTransaction(pool, undefined, (tx) => deleteUser(tx, deletedUser.id))).toBe(true)
  expect((await refresh(sessions[0].refresh_token)).json()).toMatchObject({ code: 'session_expired' })
  expect((await refresh(sessions[1].refresh_token)).json()).toMatchObject({ code: 'user_banned' })
  expect((await refresh(sessions[2].refresh_token)).json()).toMatchObject({ code: 'refresh_token_not_found' })
  expect((await userOf(sessions[2])).json()).toMatchObject({ code: 'user_not_found' })
})

test('sign-out ends this session, the others, or all', async () => {
  const user = await someUser()
  const signOut = (session: Session, scope: string) =>
    call('POST', `/auth/v1/logout?scope=${scope}`, {}, session.access_token)
  const [phone, laptop, tablet] = [await user.signIn(), await user.signIn(), await user.signIn()]
  const response = await signOut(phone, 'local')
  expect([response.statusCode, response.body]).toEqual([204, ''])
  expect((await userOf(phone)).json()).toMatchObject({ code: 'session_not_found' })
  expect((await signOut(laptop, 'others')).statusCode).toBe(204)
  expect((await refresh(tablet.refresh_token)).json()).toMatchObject({ code: 'refresh_token_not_found' })
  expect((await userOf(laptop)).statusCode).toBe(200)
  expect((await call('POST', '/auth/v1/logout', {}, laptop.access_token)).statusCode).toBe(204)
  expect((await refresh(laptop.refresh_token)).statusCode).toBe(400)
})

test('a password change ends the other sessions and keeps this one', async () => {
  const user = await someUser()
  const [here, elsewhere] = [await user.signIn(), await user.signIn()]
  expect((await call('PUT', '/auth/v1/user', { password: 'another good one' }, here.access_token)).statusCode).toBe(200)
  expect((await refresh(here.refresh_token)).statusCode).toBe(200)
  expect((await refresh(elsewhere.refresh_token)).json()).toMatchObject({ code: 'refresh_token_not_found' })
  expect(await user.signIn()).toMatchObject({ code: 'invalid_credentials' })
})
