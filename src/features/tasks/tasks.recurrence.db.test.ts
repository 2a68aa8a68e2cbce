import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)

const after: [rhythm: string, due: string, done: string, next: string | null][] = [
  ['FREQ=DAILY', '2026-11-20', '2026-11-20', '2026-11-21'],
  ['FREQ=DAILY', '2026-11-20', '2026-11-25', '2026-11-26'],
  ['FREQ=DAILY;INTERVAL=3', '2026-11-20', '2026-11-20', '2026-11-23'],
  ['FREQ=DAILY;INTERVAL=3', '2026-11-20', '2026-11-24', '2026-11-26'],
  // Completed early: the next date is computed from the due date, not from the completion.
  ['FREQ=DAILY', '2026-11-20', '2026-11-18', '2026-11-21'],
  ['FREQ=WEEKLY', '2026-11-19', '2026-11-19', '2026-11-26'],
  ['FREQ=WEEKLY', '2026-11-19', '2026-12-01', '2026-12-03'],
  ['FREQ=WEEKLY;BYDAY=SU,TU', '2026-11-22', '2026-11-22', '2026-11-24'],
  ['FREQ=WEEKLY;BYDAY=SU,TU', '2026-11-24', '2026-11-24', '2026-11-29'],
  // Every second week; weeks begin on Sunday.
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU', '2026-11-22', '2026-11-23', '2026-12-06'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,SA', '2026-11-22', '2026-11-22', '2026-11-28'],
  ['FREQ=MONTHLY;BYMONTHDAY=31', '2026-01-31', '2026-01-31', '2026-02-28'],
  ['FREQ=MONTHLY;BYMONTHDAY=31', '2026-02-28', '2026-02-28', '2026-03-31'],
  ['FREQ=MONTHLY;BYMONTHDAY=29', '2028-01-29', '2028-01-29', '2028-02-29'],
  ['FREQ=MONTHLY;BYMONTHDAY=10', '2026-11-15', '2026-11-15', '2026-12-10'],
  ['FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=15', '2026-11-15', '2027-03-01', '2027-05-15'],
  ['FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=1', '2026-11-01', '2026-11-02', '2027-11-01'],
  ['FREQ=DAILY;UNTIL=20261121', '2026-11-20', '2026-11-20', '2026-11-21'],
  ['FREQ=DAILY;UNTIL=20261121', '2026-11-21', '2026-11-21', null],
]
for (const [rhythm, due, done, next] of after)
  test(`${rhythm} due on ${due}, completed on ${done}, recurs on ${next ?? 'no day'}`, async () => {
    expect(await db.sql('select next_occurrence($1, $2, $3)::text as next', [rhythm, due, done])).toEqual([{ next }])
  })

for (const rhythm of [
  'FREQ=YEARLY',
  'FREQ=DAILY;INTERVAL=0',
  'FREQ=WEEKLY;BYDAY=XX',
  'FREQ=MONTHLY;BYMONTHDAY=32',
  'daily',
])
  test(`an unsupported recurrence rule is refused: ${rhythm}`, async () => {
    await expect(
      db.sql(`insert into tasks (name, due_date, rrule) values ('x', current_date, $1)`, [rhythm]),
    ).rejects.toMatchObject({ constraint: 'repeat_unknown' })
  })

const make = async (what: Record<string, string>) => {
  const row = { name: 'להתקשר', user_id: ids.coach, created_by: ids.coach, ...what }
  const names = Object.keys(row)
  const [task] = await db.sql<{ id: string }>(
    `insert into tasks (${names.join()}) values (${names.map((_, i) => `$${i + 1}`).join()}) returning id`,
    Object.values(row),
  )
  return task!.id
}
const set = (id: string, status: string) => db.as(as.coach, 'update tasks set status = $2 where id = $1', [id, status])
const following = (id: string) =>
  db.sql<{ id: string; day: string; hour: string | null; rrule: string }>(
    `select id, due_date::text as day, to_char(due_at at time zone 'Asia/Jerusalem', 'HH24:MI') as hour, rrule
     from tasks where follows_id = $1`,
    [id],
  )

test('a recurring task without a date is refused', async () => {
  await expect(make({ rrule: 'FREQ=DAILY' })).rejects.toMatchObject({ constraint: 'repeat_needs_day' })
})

test('completing a recurring task creates the next one at the same local time, also across a daylight saving change', async () => {
  // In the future; daylight saving time ends on the last Sunday of October.
  const task = await make({ rrule: 'FREQ=WEEKLY', due_at: '2099-10-21T06:30:00Z' })
  await set(task, 'Done')
  expect(await following(task)).toMatchObject([{ day: '2099-10-28', hour: '09:30' }])
})

test('completing, reopening and completing again creates one next task; an edited next task is not deleted', async () => {
  const task = await make({ rrule: 'FREQ=DAILY', due_date: '2099-01-01' })
  await set(task, 'Done')
  expect(await following(task)).toHaveLength(1)
  await set(task, 'To Do')
  expect(await following(task)).toEqual([])
  await set(task, 'Done')
  const [next] = await following(task)
  await db.sql(`update tasks set name = 'אחרת' where id = $1`, [next!.id])
  await set(task, 'To Do')
  await set(task, 'Done')
  expect(await following(task)).toMatchObject([{ id: next!.id, day: '2099-01-02' }])
})

test('two concurrent completions of a recurring task create one next task', async () => {
  const task = await make({ rrule: 'FREQ=DAILY', due_date: '2099-01-01' })
  await Promise.all([set(task, 'Done'), db.as(as.owner, `update tasks set status = 'Done' where id = $1`, [task])])
  expect(await following(task)).toHaveLength(1)
})

test('a monthly task on the 31st stays on the 31st after a shorter month', async () => {
  const task = await make({ rrule: 'FREQ=MONTHLY', due_date: '2099-01-31' })
  await set(task, 'Done')
  expect(await following(task)).toMatchObject([{ day: '2099-02-28', rrule: 'FREQ=MONTHLY;BYMONTHDAY=31' }])
})
