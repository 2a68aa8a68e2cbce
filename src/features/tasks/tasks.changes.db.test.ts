import { beforeEach, expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
await db.sql(`update auth.users set raw_user_meta_data = '{"full_name": "דנה"}' where id = $1`, [ids.sales])
const [other] = await db.sql<{ id: string }>(`insert into contacts (first_name) values ('איתי') returning id`)

beforeEach(() => db.sql('delete from notifications'))

const make = async (by: keyof typeof ids, what: Record<string, string | null> = {}) => {
  const row = { name: 'להתקשר', ...what }
  const names = Object.keys(row)
  const [task] = await db.as<{ id: string }>(
    as[by],
    `insert into tasks (${names.join()}) values (${names.map((_, i) => `$${i + 1}`).join()}) returning id`,
    Object.values(row),
  )
  return task!.id
}
const change = (by: keyof typeof ids, changes: object[]) =>
  db.as<{ id: string; version: number }>(as[by], 'select id, version from change_tasks($1)', [JSON.stringify(changes)])
const notifications = () => db.sql('select user_id, title, message from notifications order by title')

test('a task’s creator can see and change it after reassigning it', async () => {
  const task = await make('sales', { user_id: ids.content })
  expect(await whoMay(db, as, 'select from tasks where id = $1', [task])).toBe('owner admin sales content')
  expect(await whoMay(db, as, `update tasks set priority = 'high' where id = $1 returning *`, [task])).toBe(
    'owner admin sales content',
  )
})

test('a coach cannot move a task that they created to another coach’s contact', async () => {
  const task = await make('coach', { user_id: ids.sales })
  await expect(change('coach', [{ id: task, contact_id: other!.id }])).rejects.toMatchObject({ code: '42501' })
})

test('an assignee can complete a task about a contact that they cannot see, but cannot move it to another contact', async () => {
  const [another] = await db.sql<{ id: string }>(`insert into contacts (first_name) values ('נועה') returning id`)
  for (const actor of ['coach', 'content'] as const) {
    const task = await make('owner', { user_id: ids[actor], contact_id: other!.id })
    expect(await change(actor, [{ id: task, status: 'Done' }])).toEqual([{ id: task, version: 2 }])
    await expect(change(actor, [{ id: task, contact_id: another!.id }])).rejects.toMatchObject({ code: '42501' })
  }
})

test('assigning a task notifies the assignee and no other user', async () => {
  await make('sales', { user_id: ids.coach })
  expect(await notifications()).toEqual([
    { user_id: ids.coach, title: 'משימה חדשה ברשימה שלכם', message: 'מאת דנה: להתקשר' },
  ])
  await db.sql('delete from notifications')
  await make('sales')
  await db.sql(`insert into tasks (name, user_id) values ('מהמערכת', $1)`, [ids.coach])
  await make('owner', { user_id: ids.client })
  expect(await notifications()).toEqual([])
})

test('assigning many tasks in one call is one notification', async () => {
  const tasks = await Promise.all(['א', 'ב', 'ג'].map((name) => make('owner', { name, user_id: ids.owner })))
  await change(
    'owner',
    tasks.map((id) => ({ id, user_id: ids.sales })),
  )
  expect(await notifications()).toEqual([
    { user_id: ids.sales, title: '3 משימות חדשות ברשימה שלכם', message: 'א, ב, ג' },
  ])
})

test('a change with a version skips a task changed since', async () => {
  const [seen, touched] = [await make('sales'), await make('sales')]
  await change('sales', [{ id: touched, name: 'שם אחר' }])
  const changed = await change(
    'sales',
    [seen, touched].map((id) => ({ id, version: 1, status: 'Done' })),
  )
  expect(changed).toEqual([{ id: seen, version: 2 }])
})

test('absent keys are left unchanged, and null clears a column', async () => {
  const task = await make('sales', { due_date: '2026-11-20', priority: 'high' })
  await change('sales', [{ id: task, due_date: null }])
  expect(await db.sql('select name, due_date, priority from tasks where id = $1', [task])).toEqual([
    { name: 'להתקשר', due_date: null, priority: 'high' },
  ])
})

test('in bulk, tasks without access are skipped, and more than a thousand are refused', async () => {
  const [own, others] = [await make('content'), await make('owner')]
  const both = [own, others].map((id) => ({ id, status: 'Done' }))
  expect(await change('content', both)).toEqual([{ id: own, version: 2 }])
  await expect(
    change(
      'content',
      Array.from({ length: 1001 }, () => ({ id: own })),
    ),
  ).rejects.toMatchObject({
    message: 'too_many_tasks',
  })
})

test('a task in the bin is hidden and is not a next step, and is restored unchanged', async () => {
  const [card] = await db.sql<{ id: string }>(
    `insert into opportunities (name, contact_id) values ('ליווי', $1) returning id`,
    [other!.id],
  )
  const task = await make('sales', { opportunity_id: card!.id, status: 'In Progress', due_date: '2026-11-20' })
  const nextStep = async () =>
    (
      await db.sql<{ id: string | null }>('select next_step_task_id as id from opportunities where id = $1', [card!.id])
    )[0]!.id
  expect(await nextStep()).toBe(task)
  await change('sales', [{ id: task, deleted_at: '2026-11-20T10:00:00Z' }])
  expect(await db.sql('select status from tasks where id = $1', [task])).toEqual([{ status: 'Cancelled' }])
  expect(await nextStep()).toBe(null)
  await change('sales', [{ id: task, deleted_at: null }])
  expect(await db.sql('select status, restores_as from tasks where id = $1', [task])).toEqual([
    { status: 'In Progress', restores_as: null },
  ])
  expect(await nextStep()).toBe(task)
})

test('creator and predecessor of a task are not writable', async () => {
  for (const column of ['created_by', 'follows_id'])
    await expect(make('owner', { [column]: ids.owner })).rejects.toMatchObject({ code: '42501' })
})
