// Statistics of automations: failing steps as listed on the health page, and the messages of a sequence.
import { beforeEach, expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { automationsOf, definitionOf } from './running/automations.fixture.ts'

const db = await testDatabase()
const { as } = await makeActors(db)
const automations = automationsOf(db, { now: new Date() })
const definition = definitionOf([{ id: 'exit', kind: 'exit' }])
const failing = () => db.as(as.owner, 'select name, kind, step_id, failures::int, last_error from failing_steps()')

beforeEach(async () => void (await db.sql('delete from automations')))

type Ended = { status?: string; at?: string; ago?: string; error?: string | null; isDryRun?: boolean }

/** Creates a run that ended at a step, with the log of that step. */
async function run(
  automation: string,
  { status = 'failed', at = 'mail1', ago = '1 hour', error = null, isDryRun = false }: Ended = {},
) {
  const [insertedRun] = await db.sql<{ id: string }>(
    `insert into automation_runs (automation_id, version, contact_id, status, state, current_step, ended_at, is_dry_run)
     values ($1, 1, $2, $3, '{}', $4, now() - $5::interval, $6) returning id`,
    [automation, await automations.addContact(), status, at, ago, isDryRun],
  )
  await log(insertedRun!.id, 1, at, ago, error)
  return insertedRun!.id
}
const log = (id: string, seq: number, step: string, ago: string, error: string | null) =>
  db.sql(
    `insert into automation_run_steps (run_id, seq, step_id, status, at, finished_at, error)
     values ($1, $2, $3, 'failed', now() - $4::interval, now() - $4::interval, $5)`,
    [id, seq, step, ago, error],
  )

test('runs that failed within seven days are counted per step, the most frequent first, with the latest error', async () => {
  const welcome = await automations.enable(definition, 'ברוכים הבאים')
  const reminder = await automations.enable(definition, 'תזכורת')
  await run(welcome, { ago: '2 days', error: 'earlier' })
  await run(welcome, { error: 'later' })
  await run(reminder, { at: 'task1', ago: '6 days' })
  expect(await failing()).toEqual([
    { name: 'ברוכים הבאים', kind: 'automation', step_id: 'mail1', failures: 2, last_error: 'later' },
    { name: 'תזכורת', kind: 'automation', step_id: 'task1', failures: 1, last_error: null },
  ])
})

test('a run that failed at the same step twice is counted once, and one whose retry succeeded is not counted', async () => {
  const id = await automations.enable(definition)
  await log(await run(id, { ago: '2 hours', error: 'first' }), 2, 'mail1', '1 hour', 'second')
  await run(id, { status: 'completed', error: 'mended' })
  expect(await failing()).toMatchObject([{ failures: 1, last_error: 'second' }])
})

test('failures older than seven days and dry runs are not counted', async () => {
  const id = await automations.enable(definition)
  await run(id, { ago: '8 days' })
  await run(id, { isDryRun: true })
  expect(await failing()).toEqual([])
})

test('at most twenty steps are listed', async () => {
  const id = await automations.enable(definition)
  for (let n = 0; n < 21; n++) await run(id, { at: `mail${n}` })
  expect(await failing()).toHaveLength(20)
})

test('a role without access to runs sees no failing step', async () => {
  await run(await automations.enable(definition))
  expect(await db.as(as.content, 'select from failing_steps()')).toEqual([])
})

/** Creates a run of a sequence that sent or skipped one message three days ago. */
async function messageRun(
  automation: string,
  { status = 'sent', skip = null as string | null, ended = 'completed', exit = null as string | null } = {},
) {
  const contact = await automations.addContact()
  await db.sql(`update domain_events set occurred_at = now() - interval '40 days' where contact_id = $1`, [contact])
  const [run] = await db.sql<{ id: string }>(
    `insert into automation_runs (automation_id, version, contact_id, status, state, exit_reason, resume_at)
     values ($1, 1, $2, $3, '{}', $4, now()) returning id`,
    [automation, contact, ended, exit],
  )
  const [message] = await db.sql<{ id: string }>(
    `insert into scheduled_messages (idempotency_key, contact_id, purpose, context_type, context_id, status, skip_reason, run_id)
     values ($1, $2, 'service', 'automation_run', $3, $4, $5, $3) returning id`,
    [`message of ${run!.id}`, contact, run!.id, status, skip],
  )
  await db.sql(
    `insert into automation_run_steps (run_id, seq, step_id, status, at, finished_at, output)
     values ($1, 1, 'mail1', 'done', now() - interval '3 days', now() - interval '3 days', $2)`,
    [run!.id, { message: message!.id }],
  )
  return contact
}
const happened = (contact: string, type: string, ago: string) =>
  db.sql(
    `insert into domain_events (type, contact_id, entity_type, entity_id, occurred_at) values ($1, $2, 'x', $2, now() - $3::interval)`,
    [type, contact, ago],
  )
const figures = (id: string, claims = as.owner) =>
  db.as<{ figure: string; reason: string | null; contacts: number }>(
    claims,
    'select figure, reason, contacts::int from message_step_figures($1) order by 1, 2',
    [id],
  )

test('the outcomes of each sequence message and the exits after it are counted', async () => {
  const id = await automations.enable(definition)
  await messageRun(id)
  await messageRun(id, { status: 'skipped', skip: 'no_consent' })
  await messageRun(id, { ended: 'exited', exit: 'replied' })
  await messageRun(id, { ended: 'exited', exit: 'exit_step' })
  expect(await figures(id)).toEqual([
    { figure: 'exited', reason: 'replied', contacts: 1 },
    { figure: 'sent', reason: null, contacts: 3 },
    { figure: 'skipped', reason: 'no_consent', contacts: 1 },
  ])
})

test('events within a week after the last message are counted even after the run ended', async () => {
  const id = await automations.enable(definition)
  await happened(await messageRun(id), 'appointment.confirmed', '1 day')
  const bought = await messageRun(id)
  await happened(bought, 'order.paid', '2 days')
  await happened(bought, 'message.received', '1 day')
  // Not counted: before the message, of another kind, and after a message that was not sent.
  await happened(await messageRun(id), 'message.received', '4 days')
  await happened(await messageRun(id), 'task.done', '1 day')
  await happened(await messageRun(id, { status: 'skipped', skip: 'no_consent' }), 'message.received', '1 day')
  const late = await messageRun(id)
  await db.sql(
    `update automation_run_steps s set finished_at = now() - interval '9 days' from automation_runs r where r.id = s.run_id and r.contact_id = $1`,
    [late],
  )
  await happened(late, 'message.received', '1 day')
  // Sales get the same figures, although they see the runs but not the events.
  for (const claims of [as.owner, as.sales])
    expect((await figures(id, claims)).filter(({ figure }) => figure === 'exited')).toEqual([
      { figure: 'exited', reason: 'booked', contacts: 1 },
      { figure: 'exited', reason: 'bought', contacts: 1 },
    ])
})
