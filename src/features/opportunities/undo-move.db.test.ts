import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import type { Opportunity } from './opportunities.ts'

const db = await testDatabase()
const { as } = await makeActors(db)
const one = async <T>(text: string, values?: unknown[]) => (await db.sql<{ it: T }>(text, values))[0]!.it
const stage = (slug: string) => one<string>('select id as it from pipeline_stages where slug = $1', [slug])
const [won, lost, fresh, contacted] = [
  await stage('won'),
  await stage('lost'),
  await stage('new'),
  await stage('contacted'),
]
const reason = await one<string>(`select id as it from lost_reasons where name = 'מחיר'`)
const template = await one<string>(`insert into process_templates (name) values ('ליווי') returning id as it`)
await db.sql(
  `insert into process_stages (template_id, name, stage_order, stage_type, task_template)
   values ($1, 'א', 1, 'meeting', '[{"name": "למלא שאלון", "owner": "client", "due_offset": 3, "minutes": 15}]')`,
  [template],
)

/** A contact with an unanswered lead, and its opportunity. */
async function newLead() {
  const contact = await one<string>(
    `insert into contacts (first_name, lifecycle) values ('רותם', 'lead') returning id as it`,
  )
  const opportunity = await one<Opportunity>(
    `insert into opportunities as o (name, contact_id, stage_entered_at) values ('ליווי', $1, now() - interval '3 days') returning to_jsonb(o) as it`,
    [contact],
  )
  await db.sql(`update activities set actor_kind = 'system', happened_at = now() - interval '3 days'`)
  await db.sql('update contacts set last_activity_at = null')
  await db.sql(
    `insert into contact_requests (contact_id, opportunity_id, name, topic, words_hash, created_at)
     values ($1, $2, 'x', 'family', gen_random_uuid()::text, now() - interval '1 hour')`,
    [contact, opportunity.id],
  )
  return { contact, opportunity }
}
const now = (id: string) => one<Opportunity>('select to_jsonb(o) as it from opportunities o where id = $1', [id])
const move = (by: keyof typeof as, { id, version }: Opportunity, to: string, more = '') =>
  db.as(as[by], `select move_opportunity($1, $2, $3${more})`, [id, to, version])
const undo = (by: keyof typeof as, { id, version }: Opportunity) =>
  db.as(as[by], 'select undo_opportunity_move($1, $2)', [id, version])
const waiting = async (contact: string) => {
  const [row] = await db.as<{ today: { items: { kind: string; contact: { id: string } | null }[] } }>(
    as.owner,
    'select today()',
  )
  return row!.today.items.some((item) => item.kind === 'lead' && item.contact?.id === contact)
}

/** The rows of all tables that a move can change, without version counters. */
const everything = (contact: string) =>
  one<object>(
    `select jsonb_build_object(
       'opportunities', (select jsonb_agg(to_jsonb(o) - 'version') from opportunities o where contact_id = $1),
       'contact', (select to_jsonb(c) - 'version' - 'last_activity_at' from contacts c where id = $1),
       'activities', (select jsonb_agg(to_jsonb(a) order by a.id) from activities a where contact_id = $1),
       'history', (select jsonb_agg(to_jsonb(h) order by h.id) from opportunity_stage_history h join opportunities o on o.id = h.opportunity_id
          where o.contact_id = $1),
       'tasks', (select jsonb_agg(t.id) from tasks t where contact_id = $1),
       'processes', (select jsonb_agg(to_jsonb(p) - 'version') from client_processes p where contact_id = $1)) as it`,
    [contact],
  )

test('undoing a move marks the lead as unanswered again and leaves no trace of the move', async () => {
  const { contact, opportunity } = await newLead()
  const before = await everything(contact)
  expect(await waiting(contact)).toBe(true)
  await move('owner', opportunity, contacted)
  expect(await waiting(contact)).toBe(false)
  await undo('owner', await now(opportunity.id))
  expect(await waiting(contact)).toBe(true)
  expect(await everything(contact)).toEqual(before)
})

test('undoing a bulk move marks the leads as unanswered again', async () => {
  const { contact, opportunity } = await newLead()
  const [row] = await db.as<{ it: { batch: string } }>(as.owner, 'select bulk_change_opportunities($1, $2) as it', [
    [opportunity.id],
    JSON.stringify({ stage_id: contacted }),
  ])
  expect(await waiting(contact)).toBe(false)
  await db.as(as.owner, 'select undo_bulk($1)', [row!.it.batch])
  expect(await waiting(contact)).toBe(true)
  expect(await now(opportunity.id)).toMatchObject({ stage_entered_at: opportunity.stage_entered_at, status: 'open' })
})

test('a response to the lead after the move still counts after the undo', async () => {
  const { contact, opportunity } = await newLead()
  await move('owner', opportunity, contacted)
  await db.as(
    as.owner,
    `insert into activities (type, contact_id, payload) values ('note', $1, '{"text": "דיברנו"}')`,
    [contact],
  )
  await undo('owner', await now(opportunity.id))
  expect(await waiting(contact)).toBe(false)
})

test('undoing a win reverts the lifecycle, the process and the task', async () => {
  const { contact, opportunity } = await newLead()
  const before = await everything(contact)
  await db.as(as.owner, `select win_opportunity($1, $2, $3, null, true, $4, 'להזמין')`, [
    opportunity.id,
    won,
    opportunity.version,
    template,
  ])
  await undo('owner', await now(opportunity.id))
  expect(await everything(contact)).toEqual(before)
})

test('undoing a close requires no reason, regardless of how long ago it was', async () => {
  const { opportunity } = await newLead()
  await move('owner', opportunity, lost, `, lost_reason_id => '${reason}'`)
  await db.sql(`update opportunities set closed_at = now() - interval '2 hours' where id = $1`, [opportunity.id])
  await undo('owner', await now(opportunity.id))
  expect(await now(opportunity.id)).toMatchObject({
    status: 'open',
    stage_id: fresh,
    lost_reason_id: null,
    reopened_because: null,
  })
})

test('reopening a won opportunity reverts the lifecycle and stops the processes on request, and its undo restores both', async () => {
  const { contact, opportunity } = await newLead()
  await db.as(as.owner, `select win_opportunity($1, $2, $3, null, true, $4, null)`, [
    opportunity.id,
    won,
    opportunity.version,
    template,
  ])
  const before = await everything(contact)
  const closed = await now(opportunity.id)
  await db.as(as.owner, `select reopen_opportunity($1, $2, $3, null, 'התחרטו', 'lead', true)`, [
    closed.id,
    contacted,
    closed.version,
  ])
  const state = () =>
    one(
      `select jsonb_build_array(c.lifecycle, p.status) as it from contacts c join client_processes p on p.contact_id = c.id where c.id = $1`,
      [contact],
    )
  expect(await state()).toEqual(['lead', 'cancelled'])
  await undo('owner', await now(opportunity.id))
  expect(await state()).toEqual(['client', 'active'])
  expect(await everything(contact)).toEqual(before)
})

test('stopping the processes cancels their open tasks, and the undo opens the same tasks again', async () => {
  const { contact, opportunity } = await newLead()
  await db.as(as.owner, `select win_opportunity($1, $2, $3, null, true, $4, null)`, [
    opportunity.id,
    won,
    opportunity.version,
    template,
  ])
  await db.sql(
    `insert into tasks (name, status, contact_id, stage_instance_id)
     select 'משימת שלב', s.status, $1, t.stage_instance_id
     from tasks t, unnest(array['In Progress', 'Done', 'Cancelled']) s (status) where t.contact_id = $1`,
    [contact],
  )
  await db.sql(`insert into tasks (name, contact_id) values ('בלי תהליך', $1)`, [contact])
  const statuses = async () =>
    (await db.sql<{ it: string }>(`select name || ': ' || status as it from tasks where contact_id = $1`, [contact]))
      .map(({ it }) => it)
      .toSorted()
  const before = await statuses()
  const closed = await now(opportunity.id)
  await db.as(as.owner, `select reopen_opportunity($1, $2, $3, null, 'התחרטו', 'lead', true)`, [
    closed.id,
    contacted,
    closed.version,
  ])
  expect(await statuses()).toEqual([
    'בלי תהליך: To Do',
    'למלא שאלון: Cancelled',
    'משימת שלב: Cancelled',
    'משימת שלב: Cancelled',
    'משימת שלב: Done',
  ])
  await undo('owner', await now(opportunity.id))
  expect(await statuses()).toEqual(before)
})

test('a move can be undone only by its author, once, and before the next change', async () => {
  const { opportunity } = await newLead()
  await move('owner', opportunity, contacted)
  const moved = await now(opportunity.id)
  const stale = { code: 'PT409', message: 'stale_version' }
  await expect(undo('sales', moved)).rejects.toMatchObject(stale)
  await expect(undo('owner', opportunity)).rejects.toMatchObject(stale)
  await expect(undo('content', moved)).rejects.toMatchObject({ code: 'PT404' })
  await db.as(as.sales, 'update opportunities set amount_agorot = 5 where id = $1', [moved.id])
  await expect(undo('owner', await now(opportunity.id))).rejects.toMatchObject(stale)
  expect(
    await one(`select count(*)::int as it from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'private' and has_table_privilege('authenticated', c.oid, 'select') and c.relname = 'opportunity_moves'`),
  ).toBe(0)
})

test.each(['content', 'coach', 'client'] as const)(
  'the functions that a move calls refuse the role %s, which may not change the opportunity',
  async (actor) => {
    const { opportunity } = await newLead()
    const calls = [
      `private.place_opportunity('${opportunity.id}', '${contacted}', null, null, null, null)`,
      `private.take_back_move('${opportunity.id}', ${opportunity.version})`,
      `private.forget_moves(array['${opportunity.id}'::uuid], null, '-infinity', 'infinity')`,
      `private.note_follow_ups((select jsonb_populate_record(null::opportunities, '${JSON.stringify({ id: opportunity.id })}')), '{}')`,
    ]
    for (const call of calls) await expect(db.as(as[actor], `select ${call}`)).rejects.toThrow('not_allowed')
  },
)
