import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { testKernel } from '../../../test/kernel-app.ts'
import { openPool } from '../postgres/connection.ts'
import { pruneAuth } from './prune.ts'
import { authSettings } from './settings.ts'

const db = await testDatabase()
const { call } = await testKernel(db, {
  auth: { autoconfirm: true, anonymousUsers: true, secondsBetweenMails: 0, mailsPerHour: 1000 },
})
const pool = openPool(db.connect('supabase_auth_admin'), 1)
afterAll(() => pool.end())

type Session = { user: { id: string } }
const count = async (table: string) =>
  Number((await db.sql<{ count: string }>(`select count(*) from auth.${table}`))[0]!.count)
const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 's256' }

test('pruning deletes only expired rows', async () => {
  const email = 'noa@example.com'
  await call('POST', '/auth/v1/signup', { email, password: 'a good password' })
  await call('POST', '/auth/v1/otp', { email, ...challenge })
  expect(await pruneAuth(pool)).toBe(0)
  await db.sql(`update auth.flow_state set created_at = now() - interval '2 days'`)
  expect(await pruneAuth(pool)).toBe(0)
  await db.sql(`update auth.one_time_tokens set created_at = now() - interval '9 days'`)
  expect(await pruneAuth(pool)).toBe(2)
  expect([await count('flow_state'), await count('one_time_tokens'), await count('users')]).toEqual([0, 0, 1])

  await db.sql(`update auth.sessions set created_at = now() - interval '40 days'`)
  expect(await pruneAuth(pool)).toBe(0)
  expect(await pruneAuth(pool, authSettings({ sessions: { inactivitySeconds: 3600 } }))).toBe(1)
})

test('anonymous users are pruned after a month without activity, unless another table references them', async () => {
  const visit = async () => (await call('POST', '/auth/v1/signup', {})).json<Session>().user.id
  const [expired, back, referenced, fresh] = [await visit(), await visit(), await visit(), await visit()]
  await db.sql(`update auth.users set created_at = now() - interval '31 days' where id <> $1`, [fresh])
  await db.sql(`update auth.sessions set created_at = now() - interval '31 days'`)
  await db.sql('update auth.sessions set refreshed_at = now() where user_id = $1', [back])
  await db.sql('create table public.referenced (user_id uuid references auth.users (id))')
  await db.sql('insert into public.referenced values ($1)', [referenced])
  expect(await pruneAuth(pool)).toBe(1)
  const remaining = await db.sql<{ id: string }>('select id from auth.users where is_anonymous')
  expect(remaining.map(({ id }) => id).sort()).toEqual([back, referenced, fresh].sort())
  expect(remaining.map(({ id }) => id)).not.toContain(expired)
})
