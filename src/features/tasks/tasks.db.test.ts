import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)

const id = async (sql: string, values?: unknown[]) => (await db.sql<{ id: string }>(sql, values))[0]!.id
const coachContact = await id(`insert into contacts (first_name, owner_id) values ('נועה', $1) returning id`, [
  ids.coach,
])
const other = await id(`insert into contacts (first_name) values ('איתי') returning id`)
const card = await id(`insert into opportunities (name, contact_id) values ('ליווי', $1) returning id`, [coachContact])
const withContact = await id(`insert into tasks (name, contact_id) values ('להתקשר', $1) returning id`, [coachContact])
const withOther = await id(`insert into tasks (name, contact_id) values ('להתקשר', $1) returning id`, [other])
const contentTask = await id(`insert into tasks (name, user_id) values ('לעדכן שעות', $1) returning id`, [ids.content])
const clientTask = await id(`insert into tasks (name, user_id) values ('למלא שאלון', $1) returning id`, [ids.client])

const make = (userId: string, contactId: string | null) =>
  `insert into tasks (name, user_id, contact_id) values ('משימה', '${userId}', ${contactId ? `'${contactId}'` : 'null'}) returning *`
const cases: [action: string, sql: string, actors: string][] = [
  ['see a task about the coach’s contact', `select from tasks where id = '${withContact}'`, 'owner admin coach sales'],
  ['see a task about another contact', `select from tasks where id = '${withOther}'`, 'owner admin sales'],
  ['see a task of the content staff', `select from tasks where id = '${contentTask}'`, 'owner admin content'],
  ['see a task of the client', `select from tasks where id = '${clientTask}'`, 'owner admin'],
  ['make a task about the coach’s contact', make(ids.coach, coachContact), 'owner admin coach sales'],
  ['make a task about another contact', make(ids.sales, other), 'owner admin sales'],
  ['make a task for a colleague', make(ids.content, null), 'owner admin coach sales content'],
  ['make a task for a stranger', make(ids.stranger, null), 'owner admin'],
  [
    'complete a task about the coach’s contact',
    `update tasks set status = 'Done' where id = '${withContact}' returning *`,
    'owner admin coach sales',
  ],
  [
    'complete a task of the content staff',
    `update tasks set status = 'Done' where id = '${contentTask}' returning *`,
    'owner admin content',
  ],
  [
    'complete a task of the client',
    `update tasks set status = 'Done' where id = '${clientTask}' returning *`,
    'owner admin',
  ],
  ['delete a task', `delete from tasks where id = '${withContact}' returning *`, 'owner admin'],
]
for (const [action, sql, actors] of cases)
  test(`roles that may ${action}: ${actors}`, async () => {
    expect(await whoMay(db, as, sql)).toBe(actors)
  })

test('the next step of an opportunity is its earliest open task, and is updated with the tasks', async () => {
  const nextStep = async () =>
    (
      await db.sql(
        'select t.name as task, o.next_step_at is not null as is_dated, o.version from opportunities o left join tasks t on t.id = o.next_step_task_id where o.id = $1',
        [card],
      )
    )[0]
  expect(await nextStep()).toEqual({ task: null, is_dated: false, version: 1 })
  const later = await id(
    `insert into tasks (name, opportunity_id, due_date) values ('מאוחרת', $1, current_date + 5) returning id`,
    [card],
  )
  const sooner = await id(
    `insert into tasks (name, opportunity_id, due_date) values ('קרובה', $1, current_date + 1) returning id`,
    [card],
  )
  expect(await nextStep()).toMatchObject({ task: 'קרובה', is_dated: true })
  await db.sql(`update tasks set status = 'Done' where id = $1`, [sooner])
  expect(await nextStep()).toMatchObject({ task: 'מאוחרת' })
  await db.sql('delete from tasks where id = $1', [later])
  expect(await nextStep()).toEqual({ task: null, is_dated: false, version: 1 })
})

test("a task of an opportunity is also on its contact's list, and logged on both timelines", async () => {
  const task = await id(`insert into tasks (name, opportunity_id) values ('לשלוח סיכום', $1) returning id`, [card])
  await db.as(as.coach, `update tasks set status = 'Done' where id = $1`, [task])
  const activities = await db.sql(
    'select type, actor_kind, contact_id, opportunity_id, title_cache from activities where related_id = $1 order by happened_at',
    [task],
  )
  const line = { contact_id: coachContact, opportunity_id: card, title_cache: 'לשלוח סיכום' }
  expect(activities).toEqual([
    { type: 'task.created', actor_kind: 'system', ...line },
    { type: 'task.done', actor_kind: 'user', ...line },
  ])
})

test('a task’s contact must match its opportunity’s, and follows when the opportunity’s contact changes', async () => {
  await expect(
    db.as(as.sales, `insert into tasks (name, opportunity_id, contact_id) values ('x', $1, $2)`, [card, other]),
  ).rejects.toMatchObject({ message: 'opportunity_of_another_contact' })
  await expect(
    db.as(as.sales, `insert into activities (type, opportunity_id, contact_id) values ('note', $1, $2)`, [card, other]),
  ).rejects.toMatchObject({ message: 'opportunity_of_another_contact' })
  const task = await id(`insert into tasks (name, opportunity_id) values ('עוברת', $1) returning id`, [card])
  await db.as(as.sales, 'update opportunities set contact_id = $2 where id = $1', [card, other])
  expect(await db.as(as.sales, `update tasks set status = 'Done' where id = $1 returning contact_id`, [task])).toEqual([
    { contact_id: other },
  ])
})

test('completing a task sets its time, and reopening clears it', async () => {
  const state = (status: string) =>
    db.sql<{ is_done: boolean }>(
      'update tasks set status = $2 where id = $1 returning completed_at is not null as is_done',
      [withOther, status],
    )
  expect(await state('Done')).toEqual([{ is_done: true }])
  expect(await state('To Do')).toEqual([{ is_done: false }])
  await expect(state('Later')).rejects.toMatchObject({ constraint: 'unknown_status' })
})

test('a task with a time has the date of that time in Israel; one without is due at the end of its date', async () => {
  const [row] = await db.sql(
    `insert into tasks (name, due_at) values ('פגישה', '2026-07-01T21:30:00Z') returning due_date::text`,
  )
  expect(row).toEqual({ due_date: '2026-07-02' })
  expect(
    await db.sql(`select task_due('2026-07-01', null) at time zone 'UTC' = '2026-07-01 20:59:59' as is_summer_time`),
  ).toEqual([{ is_summer_time: true }])
  expect(
    await db.sql(`select task_due('2026-12-01', null) at time zone 'UTC' = '2026-12-01 21:59:59' as is_winter_time`),
  ).toEqual([{ is_winter_time: true }])
})

test('a user with an authenticator app sees no tasks in a session without the second factor', async () => {
  const [app] = await db.sql<{ id: string }>(
    `insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified') returning id`,
    [ids.content],
  )
  const seen = (aal: string) =>
    db.as({ ...as.content, aal }, 'select id from tasks where user_id = $1 and id = $2', [ids.content, contentTask])
  expect([await seen('aal1'), await seen('aal2')]).toEqual([[], [{ id: contentTask }]])
  await db.sql('delete from auth.mfa_factors where id = $1', [app!.id])
})
