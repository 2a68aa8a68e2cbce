import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const id = async (sql: string, values?: unknown[]) => (await db.sql<{ id: string }>(sql, values))[0]!.id

/** A process of a contact of the coach, with stages in order and the first one open. */
async function start(owner = ids.coach) {
  const contact = await id(`insert into contacts (first_name, owner_id) values ('נועה', $1) returning id`, [owner])
  const process = await id(`select private.start_process($1, (select id from process_templates limit 1)) as id`, [
    contact,
  ])
  const stages = () =>
    db.sql<{ id: string; status: string; version: number; due_on: string | null }>(
      `select i.id, i.status, i.version, i.due_on::text from process_stage_instances i join process_stages s on s.id = i.process_stage_id
       where i.client_process_id = $1 order by s.stage_order`,
      [process],
    )
  const move = async (place: number, to: string, actor: keyof typeof as = 'coach') => {
    const stage = (await stages())[place]!
    return db.as(as[actor], 'select move_stage($1, $2, $3)', [stage.id, to, stage.version])
  }
  const tasks = () =>
    db.sql<{ name: string; status: string; shared_with: string | null; user_id: string | null }>(
      'select name, status, shared_with, user_id from tasks where contact_id = $1 order by created_at, name',
      [contact],
    )
  return { contact, process, stages, move, tasks }
}

test('finishing a stage opens the next with its due day and tasks, and writes activities and events', async () => {
  const { contact, stages, move, tasks } = await start()
  const before = await tasks()
  expect(before.filter(({ shared_with }) => shared_with === 'client')).toHaveLength(6)
  await move(0, 'done')
  const [first, second] = await stages()
  expect([first!.status, second!.status, second!.due_on !== null]).toEqual(['done', 'active', true])
  const added = (await tasks()).slice(before.length)
  expect(added.every(({ shared_with }) => shared_with === 'client')).toBe(true)
  expect(added).toHaveLength(6)
  expect(
    await db.sql(
      `select type, payload from activities where contact_id = $1 and type like 'stage.%' order by happened_at`,
      [contact],
    ),
  ).toEqual([
    { type: 'stage.done', payload: { next: 'תקציב' } },
    { type: 'stage.opened', payload: {} },
  ])
  expect(
    await db.sql(`select type from domain_events where contact_id = $1 and type like 'stage.%' order by id`, [contact]),
  ).toEqual([{ type: 'stage.opened' }, { type: 'stage.done' }, { type: 'stage.opened' }])
})

test('the contact owner becomes the coach if their role can move stages, otherwise the business owner gets the tasks', async () => {
  for (const [owner, coach] of [
    [ids.coach, ids.coach],
    [ids.owner, ids.owner],
    [ids.sales, null],
  ] as const) {
    const { process, contact } = await start(owner)
    expect(await db.sql('select coach_id from client_processes where id = $1', [process])).toEqual([
      { coach_id: coach },
    ])
    expect(
      await db.sql('select distinct user_id from tasks where contact_id = $1 and shared_with is null', [contact]),
    ).toEqual([{ user_id: coach ?? ids.owner }])
  }
})

test('reopening a stage requires a reason, locks the following stage and cancels the open tasks of that stage', async () => {
  const { stages, move, tasks } = await start()
  const before = await tasks()
  await move(0, 'done')
  const [first] = await stages()
  await expect(db.as(as.coach, `select reopen_stage($1, ' ')`, [first!.id])).rejects.toMatchObject({
    message: 'reopen_reason_missing',
  })
  await db.as(as.coach, `select reopen_stage($1, 'חסר מסמך')`, [first!.id])
  expect((await stages()).map(({ status }) => status).slice(0, 2)).toEqual(['active', 'locked'])
  expect((await tasks()).slice(before.length).map(({ status }) => status)).toEqual(Array(6).fill('Cancelled'))
  await move(0, 'done')
  expect((await tasks()).filter(({ status }) => status === 'To Do')).toHaveLength(before.length + 6)
})

test('a stage that opens again re-creates its cancelled tasks, but not completed or deleted ones', async () => {
  const { stages, move, tasks } = await start()
  const before = await tasks()
  await move(0, 'done')
  const added = (await tasks()).slice(before.length)
  const [first, second] = await stages()
  const [done, deleted] = [added[0]!.name, added[1]!.name]
  await db.sql(`update tasks set status = 'Done' where stage_instance_id = $1 and name = $2`, [second!.id, done])
  await db.sql('update tasks set deleted_at = now() where stage_instance_id = $1 and name = $2', [second!.id, deleted])
  await db.as(as.coach, `select reopen_stage($1, 'חסר מסמך')`, [first!.id])
  await move(0, 'done')
  const ofSecond = await db.sql<{ name: string; status: string }>(
    `select name, status from tasks where stage_instance_id = $1 and status <> 'Cancelled'`,
    [second!.id],
  )
  const inOrder = (rows: { name: string; status: string }[]) =>
    rows.map(({ name, status }) => `${name}: ${status}`).toSorted()
  const expected = added.filter(({ name }) => name !== deleted)
  expect(inOrder(ofSecond)).toEqual(
    inOrder(expected.map(({ name }) => ({ name, status: name === done ? 'Done' : 'To Do' }))),
  )
})

test('cancelling a process cancels only the open tasks of that process, and pausing it cancels none', async () => {
  const { contact, process, tasks } = await start()
  const [done, ...open] = await tasks()
  await db.sql(`update tasks set status = 'Done' where contact_id = $1 and name = $2`, [contact, done!.name])
  await db.sql(`insert into tasks (name, contact_id) values ('לא של התהליך', $1)`, [contact])
  const before = (await tasks()).map(({ status }) => status)
  await db.as(as.coach, `update client_processes set status = 'paused' where id = $1`, [process])
  expect((await tasks()).map(({ status }) => status)).toEqual(before)
  await db.as(as.coach, `update client_processes set status = 'cancelled' where id = $1`, [process])
  const after = Object.fromEntries((await tasks()).map(({ name, status }) => [name, status]))
  expect(after).toEqual({
    ...Object.fromEntries(open.map(({ name }) => [name, 'Cancelled'])),
    [done!.name]: 'Done',
    'לא של התהליך': 'To Do',
  })
})

test('a move with a stale version, to a second open stage, past an unskippable stage or by other staff is refused', async () => {
  const { stages, move } = await start()
  const [first, second] = await stages()
  await move(0, 'waiting_client')
  await expect(
    db.as(as.coach, 'select move_stage($1, $2, $3)', [first!.id, 'done', first!.version]),
  ).rejects.toMatchObject({ message: 'stale_version' })
  await expect(move(1, 'active')).rejects.toMatchObject({ message: 'another_stage_open' })
  await expect(move(0, 'skipped')).rejects.toMatchObject({ message: 'stage_not_skippable' })
  await expect(
    db.as(as.coach, 'select move_stage($1, $2, $3)', [second!.id, 'done', second!.version]),
  ).rejects.toMatchObject({ message: 'stage_move_unknown' })
  for (const actor of ['sales', 'content', 'client', 'stranger'] as const)
    await expect(move(0, 'done', actor)).rejects.toMatchObject({ message: 'stage_gone' })
})

test('finishing the last stage completes the process, and reopening it makes the process active again', async () => {
  const { process, stages, move } = await start()
  for (const place of [0, 1, 2, 3, 4, 5]) await move(place, 'done', 'owner')
  const status = async () => (await db.sql(`select status from client_processes where id = $1`, [process]))[0]
  expect(await status()).toEqual({ status: 'completed' })
  const last = (await stages()).at(-1)!
  await db.as(as.owner, `select reopen_stage($1, 'עוד פגישה')`, [last.id])
  expect([await status(), (await stages()).at(-1)!.status]).toEqual([{ status: 'active' }, 'active'])
})

test('of two concurrent moves of one stage exactly one succeeds', async () => {
  const { stages, move } = await start()
  const answers = await Promise.allSettled([move(0, 'done'), move(0, 'done')])
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await stages()).filter(({ status }) => status === 'active')).toHaveLength(1)
})
