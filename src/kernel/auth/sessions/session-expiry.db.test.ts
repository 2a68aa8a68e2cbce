import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { testKernel } from '../../../../test/kernel-app.ts'

const db = await testDatabase()
const hour = 3600
const { call } = await testKernel(db, {
  auth: { autoconfirm: true },
  moreAuth: [
    { path: '/day/v1', settings: { sessions: { timeboxSeconds: 24 * hour } } },
    { path: '/idle/v1', settings: { sessions: { inactivitySeconds: hour } } },
    { path: '/single/v1', settings: { sessions: { singlePerUser: true } } },
  ],
})

type Session = { refresh_token: string; user: { id: string } }
const login = () => ({ email: `${crypto.randomUUID()}@example.com`, password: 'a good password' })
const signUp = async (credentials = login()) => (await call('POST', '/auth/v1/signup', credentials)).json<Session>()
const refresh = (at: string, { refresh_token }: Session) =>
  call('POST', `${at}/token?grant_type=refresh_token`, { refresh_token })
const move = ({ user }: Session, column: 'created_at' | 'refreshed_at', hours: number) =>
  db.sql(`update auth.sessions set ${column} = now() - make_interval(hours => $2) where user_id = $1`, [user.id, hours])
const expired = (reason = '') => ({
  code: 'session_expired',
  message: `Invalid Refresh Token: Session Expired${reason}`,
})

test('a session ends after its timebox, even if active', async () => {
  const session = await signUp()
  await move(session, 'created_at', 23)
  const next = (await refresh('/day/v1', session)).json<Session>()
  await move(session, 'created_at', 25)
  const response = await refresh('/day/v1', next)
  expect([response.statusCode, response.json()]).toEqual([400, expired()])
  expect((await refresh('/auth/v1', next)).statusCode).toBe(200)
})

test('an inactive session ends; an active one continues', async () => {
  const session = await signUp()
  await move(session, 'created_at', 30)
  expect((await refresh('/idle/v1', session)).json()).toEqual(expired(' (Inactivity)'))
  await move(session, 'refreshed_at', 0)
  const next = (await refresh('/idle/v1', session)).json<Session>()
  await move(session, 'refreshed_at', 2)
  expect((await refresh('/idle/v1', next)).json()).toEqual(expired(' (Inactivity)'))
})

test('with singlePerUser only the newest session continues', async () => {
  const credentials = login()
  const first = await signUp(credentials)
  expect((await refresh('/single/v1', first)).statusCode).toBe(200)
  const second = (await call('POST', '/auth/v1/token?grant_type=password', credentials)).json<Session>()
  expect((await refresh('/single/v1', first)).json()).toEqual(expired(' (Revoked by Newer Login)'))
  expect((await refresh('/single/v1', second)).statusCode).toBe(200)
})
