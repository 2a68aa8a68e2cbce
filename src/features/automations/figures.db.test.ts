// Steps that fail, as the health page lists them.
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

/** A run that ended at a step, and the log of that step. */
async function run(
  automation: string,
  { status = 'failed', at = 'mail1', ago = '1 hour', error = null, isDryRun = false }: Ended = {},
) {
  const [made] = await db.sql<{ id: string }>(
    `insert into automation_runs (automation_id, version, contact_id, status, state, current_step, ended_at, is_dry_run)
     values ($1, 1, $2, $3, '{}', $4, now() - $5::interval, $6) returning id`,
    [automation, await automations.addContact(), status, at, ago, isDryRun],
  )
  await log(made!.id, 1, at, ago, error)
  return made!.id
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

test('an earlier failure and a dry run are not counted', async () => {
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

test('a role that does not see who is in an automation sees no failing step', async () => {
  await run(await automations.enable(definition))
  expect(await db.as(as.content, 'select from failing_steps()')).toEqual([])
})
