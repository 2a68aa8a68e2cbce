import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import type { Opportunity } from './opportunities.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const one = async <T>(text: string, values?: unknown[]) => (await db.sql<{ it: T }>(text, values))[0]!.it
const stage = (slug: string) => one<string>('select id as it from pipeline_stages where slug = $1', [slug])
const [won, lost, proposal, fresh] = [
  await stage('won'),
  await stage('lost'),
  await stage('proposal'),
  await stage('new'),
]
const reason = await one<string>(`select id as it from lost_reasons where name = 'מחיר'`)
const contact = await one<string>(
  `insert into contacts (first_name, owner_id) values ('נועה', $1) returning id as it`,
  [ids.coach],
)
const addOpportunity = (name = 'ליווי', at = 'proposal') =>
  one<Opportunity>(
    'insert into opportunities as o (name, contact_id, stage, owner_id) values ($1, $2, $3, $4) returning to_jsonb(o) as it',
    [name, contact, at, ids.coach],
  )
const now = (id: string) => one<Opportunity>('select to_jsonb(o) as it from opportunities o where id = $1', [id])
const move = (opportunity: Opportunity, to: string, reason?: string) =>
  db.as(as.sales, 'select move_opportunity($1, $2, $3, reopened_because => $4)', [
    opportunity.id,
    to,
    opportunity.version,
    reason,
  ])
const lineOf = (id: string) =>
  one<{ type: string; payload: { reason?: string } }>(
    `select to_jsonb(a) as it from activities a where opportunity_id = $1 order by happened_at desc limit 1`,
    [id],
  )
const closedLongAgo = async () => {
  const opportunity = await addOpportunity()
  await move(opportunity, won)
  await db.sql(`update opportunities set closed_at = now() - interval '2 days' where id = $1`, [opportunity.id])
  return now(opportunity.id)
}

test('reopening requires a reason, which is written to the timeline', async () => {
  const opportunity = await closedLongAgo()
  await expect(move(opportunity, proposal)).rejects.toMatchObject({ code: 'PT422', message: 'reopen_reason_required' })
  await expect(move(opportunity, proposal, '   ')).rejects.toMatchObject({ message: 'reopen_reason_required' })
  await move(opportunity, proposal, 'חזרו אחרי החגים')
  expect(await now(opportunity.id)).toMatchObject({
    status: 'open',
    reopened_because: 'חזרו אחרי החגים',
    closed_at: null,
  })
  expect(await lineOf(opportunity.id)).toMatchObject({
    type: 'opportunity.reopened',
    payload: { reason: 'חזרו אחרי החגים' },
  })
  // Closing again clears the reason: the next reopening requires a new reason.
  await move(await now(opportunity.id), won)
  expect((await now(opportunity.id)).reopened_because).toBeNull()
})

test('a direct update of the row to an open stage also requires a reason', async () => {
  const opportunity = await closedLongAgo()
  await expect(
    db.as(as.owner, `update opportunities set stage = 'new' where id = $1`, [opportunity.id]),
  ).rejects.toMatchObject({ message: 'reopen_reason_required' })
})

test('a mistaken close is reverted within the hour without a reason', async () => {
  const opportunity = await addOpportunity()
  await move(opportunity, won)
  await move(await now(opportunity.id), proposal)
  expect(await now(opportunity.id)).toMatchObject({ status: 'open', reopened_because: null })
})

test('winning makes the contact a client, starts a process and creates a task in one transaction', async () => {
  const template = await one<string>(`insert into process_templates (name) values ('ליווי') returning id as it`)
  await db.sql(
    `insert into process_stages (template_id, name, stage_order, stage_type) values ($1, 'א', 1, 'meeting'), ($1, 'ב', 2, 'task')`,
    [template],
  )
  const opportunity = await addOpportunity('זכייה')
  const win = (of: Opportunity) =>
    db.as(as.coach, `select win_opportunity($1, $2, $3, null, true, $4, 'להזמין')`, [of.id, won, of.version, template])
  await win(opportunity)
  expect(await now(opportunity.id)).toMatchObject({ status: 'won', stage: 'won' })
  expect(await one('select lifecycle as it from contacts where id = $1', [contact])).toBe('client')
  expect(
    await db.sql(
      `select i.status, p.coach_id from process_stage_instances i join client_processes p on p.id = i.client_process_id
      join process_stages s on s.id = i.process_stage_id order by s.stage_order`,
    ),
  ).toEqual([
    { status: 'active', coach_id: ids.coach },
    { status: 'locked', coach_id: ids.coach },
  ])
  expect(await one('select name as it from tasks where opportunity_id = $1', [opportunity.id])).toBe('להזמין')

  const second = await addOpportunity('פעם שנייה')
  await expect(win(second)).rejects.toMatchObject({ constraint: 'already_on_this_way' })
  expect((await now(second.id)).status).toBe('open')
})

test('the process started by a win opens its first stage with its due day and tasks', async () => {
  const template = await one<string>(`insert into process_templates (name) values ('ליווי קצר') returning id as it`)
  await db.sql(
    `insert into process_stages (template_id, name, stage_order, stage_type, default_days, task_template)
     values ($1, 'א', 1, 'meeting', 21, '[{"name": "למלא שאלון", "owner": "client", "due_offset": 3, "minutes": 15}]'),
       ($1, 'ב', 2, 'task', 14, '[{"name": "לבנות תקציב", "owner": "both", "due_offset": 7, "minutes": 60}]')`,
    [template],
  )
  const opportunity = await addOpportunity('זכייה עם משימות')
  await db.as(as.coach, `select win_opportunity($1, $2, $3, null, true, $4, null)`, [
    opportunity.id,
    won,
    opportunity.version,
    template,
  ])
  expect(
    await db.sql(
      `select s.name, i.status, i.due_on - (now() at time zone 'Asia/Jerusalem')::date as days, t.name as task, t.shared_with
       from client_processes p join process_stage_instances i on i.client_process_id = p.id
       join process_stages s on s.id = i.process_stage_id left join tasks t on t.stage_instance_id = i.id
       where p.process_template_id = $1 order by s.stage_order`,
      [template],
    ),
  ).toEqual([
    { name: 'א', status: 'active', days: 21, task: 'למלא שאלון', shared_with: 'client' },
    { name: 'ב', status: 'locked', days: null, task: null, shared_with: null },
  ])
})

test('an assignee whose role cannot move stages does not become the coach of the process or get its tasks', async () => {
  const template = await one<string>(`insert into process_templates (name) values ('ליווי ממכירות') returning id as it`)
  await db.sql(
    `insert into process_stages (template_id, name, stage_order, stage_type, task_template)
     values ($1, 'א', 1, 'meeting', '[{"name": "להכין תקציב", "owner": "coach", "due_offset": 3, "minutes": 15}]')`,
    [template],
  )
  const opportunity = await addOpportunity('זכייה של מכירות')
  await db.sql('update opportunities set owner_id = $2 where id = $1', [opportunity.id, ids.sales])
  await db.as(as.sales, `select win_opportunity($1, $2, $3, null, true, $4, null)`, [
    opportunity.id,
    won,
    (await now(opportunity.id)).version,
    template,
  ])
  expect(
    await db.sql(
      `select p.coach_id, t.user_id from client_processes p join process_stage_instances i on i.client_process_id = p.id
       join tasks t on t.stage_instance_id = i.id where p.process_template_id = $1`,
      [template],
    ),
  ).toEqual([{ coach_id: null, user_id: ids.owner }])
})

test('a bulk move is undone, except for an opportunity that was changed since', async () => {
  const three = [await addOpportunity('א', 'new'), await addOpportunity('ב', 'new'), await addOpportunity('ג', 'new')]
  const answer = (
    await db.as<{ it: { batch: string; changed: number } }>(
      as.sales,
      'select bulk_change_opportunities($1, $2) as it',
      [three.map(({ id }) => id), JSON.stringify({ stage_id: lost, lost_reason_id: reason, lost_note: 'יקר' })],
    )
  )[0]!.it
  expect(answer.changed).toBe(3)
  expect(await now(three[0]!.id)).toMatchObject({ status: 'lost', lost_reason_id: reason, lost_note: 'יקר' })
  await db.as(as.owner, `update opportunities set amount_agorot = 100 where id = $1`, [three[1]!.id])
  const undone = (await db.as<{ it: unknown }>(as.sales, 'select undo_bulk($1) as it', [answer.batch]))[0]!.it
  expect(undone).toMatchObject({ restored: 2, left: 1, left_names: ['ב'] })
  expect(await now(three[0]!.id)).toMatchObject({
    status: 'open',
    stage_id: fresh,
    lost_reason_id: null,
    lost_note: null,
  })
  expect((await now(three[1]!.id)).status).toBe('lost')
})

const bad: [change: object, code: string][] = [
  [{ stage_id: lost }, 'lost_reason_required'],
  [{ stage_id: '00000000-0000-4000-8000-000000000000' }, 'unknown_stage'],
  [{ amount_agorot: 1 }, 'unknown_bulk_change'],
]
test.each(bad)('the bulk change %j is refused with %s', async (change, code) => {
  const opportunity = await addOpportunity()
  await expect(
    db.as(as.owner, 'select bulk_change_opportunities($1, $2)', [[opportunity.id], JSON.stringify(change)]),
  ).rejects.toMatchObject({ code: 'PT422', message: code })
})

test('each selected opportunity gets the same task for its owner, and undo moves the tasks to the bin', async () => {
  const opportunity = await addOpportunity('משימה')
  const [row] = await db.as<{ it: { batch: string } }>(as.sales, 'select bulk_change_opportunities($1, $2) as it', [
    [opportunity.id],
    JSON.stringify({ task: { name: 'להתקשר', due_date: '2030-01-01' } }),
  ])
  expect(await one('select user_id as it from tasks where opportunity_id = $1', [opportunity.id])).toBe(ids.coach)
  expect((await now(opportunity.id)).next_step_task_id).not.toBeNull()
  await db.as(as.sales, 'select undo_bulk($1)', [row!.it.batch])
  expect((await now(opportunity.id)).next_step_task_id).toBeNull()
})

test('the sales role cannot move opportunities to the bin in bulk', async () => {
  const opportunity = await addOpportunity()
  await expect(
    db.as(as.sales, 'select bulk_change_opportunities($1, $2)', [[opportunity.id], JSON.stringify({ bin: true })]),
  ).rejects.toMatchObject({ code: '42501' })
})
