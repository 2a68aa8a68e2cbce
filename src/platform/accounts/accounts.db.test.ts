import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)

const cases: [action: string, sql: string, values: unknown[], actors: string][] = [
  ['read the role of the coach', 'select from user_roles where user_id = $1', [ids.coach], 'owner admin coach'],
  ['read the role of the client', 'select from user_roles where user_id = $1', [ids.client], 'owner admin client'],
  [
    'grant the role coach',
    `insert into user_roles (user_id, role) values ($1, 'coach') returning role`,
    [ids.stranger],
    'owner admin',
  ],
  [
    'grant the role owner',
    `insert into user_roles (user_id, role) values ($1, 'owner') returning role`,
    [ids.stranger],
    'owner',
  ],
  [
    'deactivate the coach',
    'update user_roles set is_active = false where user_id = $1 returning role',
    [ids.coach],
    'owner admin',
  ],
  [
    'promote the admin to owner',
    `update user_roles set role = 'owner' where user_id = $1 returning role`,
    [ids.admin],
    'owner',
  ],
  ['revoke the role sales', 'delete from user_roles where user_id = $1 returning role', [ids.sales], 'owner admin'],
  ['read the names of colleagues', 'select from staff_members()', [], 'owner admin coach sales content'],
]
for (const [action, sql, values, actors] of cases)
  test(`roles that may ${action}: ${actors}`, async () => {
    expect(await whoMay(db, as, sql, values)).toBe(actors)
  })

test('users cannot grant roles to themselves', async () => {
  for (const actor of ['stranger', 'client', 'coach', 'sales', 'content'] as const)
    await expect(
      db.as(as[actor], `insert into user_roles (user_id, role) values ($1, 'admin')`, [ids[actor]]),
    ).rejects.toMatchObject({ code: '42501' })
})

test('a deactivated role grants no rights', async () => {
  await db.sql('update user_roles set is_active = false where user_id = $1', [ids.content])
  expect(await db.as(as.content, 'select has_role($1), is_staff()', ['content'])).toEqual([
    { has_role: false, is_staff: false },
  ])
})

test('the last owner cannot be removed, deactivated or given another role', async () => {
  for (const change of [
    'delete from user_roles where user_id = $1',
    'update user_roles set is_active = false where user_id = $1',
    `update user_roles set role = 'admin' where user_id = $1`,
  ])
    await expect(db.as(as.owner, change, [ids.owner])).rejects.toMatchObject({ code: 'PT409', message: 'last_owner' })
})

test('the list of staff names does not include clients', async () => {
  const names = await db.as<{ name: string }>(as.coach, 'select name from staff_members()')
  expect(names.map((row) => row.name)).toEqual(['admin', 'coach', 'owner', 'sales'])
})

test('signed-in users may subscribe to change channels, and no client may broadcast on them', async () => {
  const may = (role: string) =>
    db.sql(`select may_listen, may_send from realtime.topic_rights('changes:contacts:1', array['broadcast'], $1, $2)`, [
      role,
      JSON.stringify({ role }),
    ])
  expect(await may('authenticated')).toEqual([{ may_listen: true, may_send: false }])
  expect(await may('anon')).toEqual([{ may_listen: false, may_send: false }])
})

test('a user with a verified second factor has staff rights only at aal2; an unverified factor does not affect their rights', async () => {
  const [app] = await db.sql<{ id: string }>(
    `insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'unverified') returning id`,
    [ids.sales],
  )
  const isStaff = async (aal?: string) =>
    (await db.as<{ is: boolean }>({ ...as.sales, ...(aal && { aal }) }, 'select is_staff() as is'))[0]!.is
  expect(await isStaff('aal1')).toBe(true)
  await db.sql(`update auth.mfa_factors set status = 'verified' where id = $1`, [app!.id])
  expect([await isStaff(), await isStaff('aal1'), await isStaff('aal2')]).toEqual([false, false, true])
  expect(await whoMay(db, as, 'select from contacts')).not.toContain('sales')
  await db.sql('delete from auth.mfa_factors where id = $1', [app!.id])
  expect(await isStaff('aal1')).toBe(true)
})

test('users see their own sessions and no others', async () => {
  const open = async (userId: string, ended = false) =>
    (
      await db.sql<{ id: string }>(
        `insert into auth.sessions (user_id, user_agent, not_after) values ($1, 'Firefox/1', $2) returning id`,
        [userId, ended ? new Date(0) : null],
      )
    )[0]!.id
  const here = await open(ids.coach)
  const there = await open(ids.coach)
  await open(ids.coach, true)
  await open(ids.owner)
  const seen = await db.as<{ id: string; is_current: boolean }>(
    { ...as.coach, session_id: here },
    'select id, is_current from my_sessions()',
  )
  expect(seen).toEqual([
    { id: here, is_current: true },
    { id: there, is_current: false },
  ])
  await expect(db.as(as.visitor, 'select * from my_sessions()')).rejects.toMatchObject({ code: '42501' })
})
