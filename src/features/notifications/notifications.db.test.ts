import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const [mine] = await db.sql<{ id: string }>(
  `insert into notifications (user_id, type, title) values ($1, 'task', 'משימה') returning id`,
  [ids.sales],
)

const cases: [action: string, sql: string, actors: string][] = [
  ['see the notices of sales', `select from notifications where id = '${mine!.id}'`, 'sales'],
  ['mark them as read', `update notifications set is_read = true where id = '${mine!.id}' returning *`, 'sales'],
  ['delete them', `delete from notifications where id = '${mine!.id}' returning *`, 'sales'],
  ['change what they say', `update notifications set title = 'אחר' where id = '${mine!.id}' returning *`, 'no role'],
  [
    'insert a notice directly',
    `insert into notifications (user_id, type, title) values ('${ids.sales}', 'x', 'y') returning *`,
    'no role',
  ],
]
for (const [action, sql, actors] of cases)
  test(`roles that may ${action}: ${actors}`, async () => {
    expect(await whoMay(db, as, sql)).toBe(actors)
  })

test('a user with an authenticator app sees and changes no notifications after the password alone', async () => {
  await db.sql(`insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')`, [
    ids.coach,
  ])
  const [own] = await db.sql<{ id: string }>(
    `insert into notifications (user_id, type, title) values ($1, 'task', 'משימה') returning id`,
    [ids.coach],
  )
  const statements = [
    'select id from notifications',
    `update notifications set is_read = true where id = '${own!.id}' returning id`,
    `delete from notifications where id = '${own!.id}' returning id`,
  ]
  for (const sql of statements) {
    expect(await db.as({ ...as.coach, aal: 'aal1' }, sql)).toEqual([])
    expect(await db.as({ ...as.coach, aal: 'aal2' }, sql)).toEqual([own])
  }
})

test('deleting a user deletes their notifications', async () => {
  await db.sql('delete from auth.users where id = $1', [ids.sales])
  expect(await db.sql('select from notifications')).toEqual([])
})
