import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const type = 'contact_request.received'
await db.as(
  as.sales,
  'insert into notification_preferences (user_id, type, in_app, digest) values ($1, $2, false, false)',
  [ids.sales, type],
)

const ofSales = `where user_id = '${ids.sales}'`
const cases: [action: string, sql: string, actors: string][] = [
  ['see the notification preferences of sales', `select from notification_preferences ${ofSales}`, 'sales'],
  ['switch it on again', `update notification_preferences set in_app = true ${ofSales} returning *`, 'sales'],
  [
    'set a preference for sales',
    `insert into notification_preferences (user_id, type, in_app) values ('${ids.sales}', 'task.overdue', false) returning *`,
    'sales',
  ],
  [
    'move a preference to another user',
    `update notification_preferences set user_id = '${ids.owner}' ${ofSales} returning *`,
    'no role',
  ],
]
for (const [action, sql, actors] of cases)
  test(`roles that may ${action}: ${actors}`, async () => {
    expect(await whoMay(db, as, sql)).toBe(actors)
  })

test('a muted type is not stored for that user, regardless of the inserting role, unless it is critical', async () => {
  const write = (severity: string) =>
    db.sql(
      `insert into notifications (user_id, type, title, severity) select id, $2, 'פנייה', $3 from unnest($1::uuid[]) id`,
      [[ids.sales, ids.owner], type, severity],
    )
  await write('high')
  const written = () =>
    db.sql('select user_id, severity from notifications order by severity, user_id = $1', [ids.sales])
  expect(await written()).toEqual([{ user_id: ids.owner, severity: 'high' }])
  await write('critical')
  expect(await written()).toEqual([
    { user_id: ids.owner, severity: 'critical' },
    { user_id: ids.sales, severity: 'critical' },
    { user_id: ids.owner, severity: 'high' },
  ])
  await db.as(as.sales, `update notification_preferences set in_app = true`)
  await write('low')
  expect((await written()).filter((row) => row['user_id'] === ids.sales)).toHaveLength(2)
})

test('a notification type disabled in the message plan reaches no user, unless it is critical', async () => {
  await db.sql('delete from notifications')
  await db.as(as.owner, `update message_rules set is_active = false where template_key = 'stage.late'`)
  const write = (severity: string) =>
    db.sql(`insert into notifications (user_id, type, title, severity) values ($1, 'stage.late', 'שלב', $2)`, [
      ids.owner,
      severity,
    ])
  await write('medium')
  expect(await db.sql('select from notifications')).toHaveLength(0)
  await write('critical')
  expect(await db.sql('select from notifications')).toHaveLength(1)
})

test('a preference for an unknown notification type is refused', async () => {
  for (const wrong of ['', 'לא טיפוס', 'a b', `x${'.y'.repeat(50)}`])
    await expect(
      db.as(as.owner, 'insert into notification_preferences (user_id, type, in_app) values ($1, $2, false)', [
        ids.owner,
        wrong,
      ]),
    ).rejects.toMatchObject({ code: '23514' })
})

test('an account without a role writes up to 200 preferences, and may still change one of them', async () => {
  const add = `insert into notification_preferences (user_id, type, in_app)
    select $1::uuid, 'a' || repeat('.b', n % 20) || repeat('c', n / 20), true from generate_series($2::integer, $3::integer) n
    on conflict (user_id, type) do update set in_app = false`
  const stranger = (from: number, to: number) => db.as(as.stranger, add, [ids.stranger, from, to])
  await expect(stranger(1, 201)).rejects.toMatchObject({ code: '42501', message: 'too_many_preferences' })
  await stranger(1, 200)
  await stranger(200, 200)
  await expect(stranger(201, 201)).rejects.toMatchObject({ message: 'too_many_preferences' })
})
