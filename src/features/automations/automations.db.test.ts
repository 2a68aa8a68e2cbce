import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createFunctions } from '#kernel/functions/dispatch.ts'
import { testDatabase } from '../../../test/database.ts'
import { checkAutomation, publishAutomation } from './automations.server.ts'
import type { SimulatedAutomation } from './automations.ts'
import { type Definition, emptyDefinition, type Step } from './engine/definition.ts'
import { listenedEvents } from './engine/listened-events.ts'
import { recipes } from './recipes.ts'
import { automationsOf } from './running/automations.fixture.ts'
import { simulateAutomation } from './simulation/simulate.server.ts'

const db = await testDatabase()
const clock = { now: new Date(Date.now() + 1000) }
const automations = automationsOf(db, clock)
const options = {
  eventTypes: ['contact.created', 'contact.tagged', 'task.done', ...recipeEvents()],
  eventContexts: new Map([['contact.tagged', 'appointment']]),
  isSenderVerified: true,
}
const functions = [checkAutomation(options), publishAutomation(options), simulateAutomation]
const { invoke } = createFunctions({ pool: db.authenticator, functions, log: pino({ level: 'silent' }) })

const [{ id: userId }] = (await db.sql<{ id: string }>(
  `insert into auth.users (id, email) values (gen_random_uuid(), 'owner@example.com') returning id`,
)) as [{ id: string }]
await db.sql(`insert into user_roles (user_id, role, is_active) values ($1, 'owner', true)`, [userId])
const caller = { userId, claims: { role: 'authenticated', sub: userId } }

function recipeEvents() {
  return recipes.flatMap(({ definition }) => [
    ...listenedEvents(definition),
    ...(definition.trigger.type === 'event' ? [definition.trigger.event] : []),
  ])
}
const wait = (id: string, minutes = 60): Step => ({ id, kind: 'wait', minutes, workingHours: false })
const exit = (id: string): Step => ({ id, kind: 'exit' })
const onCreation = (steps: Step[], rest: Partial<Definition> = {}): Definition => ({
  ...emptyDefinition({ type: 'event', event: 'contact.created', match: {} }),
  steps,
  ...rest,
})

async function draft(definition: Definition) {
  const [row] = await db.as<{ id: string; version: number }>(
    caller.claims,
    `insert into automations (name, kind, definition) values ('בדיקה', 'automation', $1) returning id, version`,
    [definition],
  )
  return row!
}
const publish = ({ id, version }: { id: string; version: number }, move = 'stay') =>
  invoke('publish-automation', { id, version, move }, { caller }) as Promise<{
    version: number
    moved: number
    stayed: number
  }>

/** Saves another definition and returns the row's new version. */
async function edit(id: string, definition: Definition) {
  const [row] = await db.as<{ id: string; version: number }>(
    caller.claims,
    'update automations set definition = $2 where id = $1 returning id, version',
    [id, definition],
  )
  return row!
}
const code = (error: { code?: string }) => error.code

test('publishing creates an immutable version and enables the automation', async () => {
  const automation = await draft(onCreation([wait('wait1')]))
  expect(await publish(automation)).toEqual({ version: 1, moved: 0, stayed: 0 })
  expect(await db.sql('select status, current_version from automations where id = $1', [automation.id])).toEqual([
    { status: 'enabled', current_version: 1 },
  ])
  expect(
    await db.sql('select trigger_types, listens @> $2 as listens from automation_versions where automation_id = $1', [
      automation.id,
      ['payment.received'],
    ]),
  ).toEqual([{ trigger_types: ['automation.enrolled', 'contact.created'], listens: true }])
  expect(await publish(automation).catch(code)).toBe('automation_changed')
})

test('publishing a new version does not start an automation that was paused or archived', async () => {
  for (const [step, status] of [
    ['pause', 'paused'],
    ['archive', 'archived'],
  ] as const) {
    const { id, version } = await draft(onCreation([wait('wait1')]))
    await publish({ id, version })
    await db.as(caller.claims, 'select steer_automation($1, $2)', [id, step])
    expect(await publish(await edit(id, onCreation([wait('wait2')])))).toMatchObject({ version: 2 })
    expect(await db.sql('select status, current_version from automations where id = $1', [id])).toEqual([
      { status, current_version: 2 },
    ])
  }
})

test('a definition with an error cannot be published', async () => {
  const automation = await draft(onCreation([exit('exit'), wait('wait1')]))
  expect(await publish(automation).catch(code)).toBe('automation_invalid')
  expect(await invoke('check-automation', { id: automation.id, definition: onCreation([]) }, { caller })).toMatchObject(
    {
      issues: [{ code: 'no_steps', isError: true }],
    },
  )
})

test('publishing leaves active runs on their version, moves them to the new one or ends them, as chosen', async () => {
  const automation = await draft(onCreation([wait('wait1'), wait('wait2')]))
  await publish(automation)
  const contacts = [await automations.addContact(), await automations.addContact()]
  await automations.deliver(clock.now)
  await automations.settle()
  const versions = async () =>
    (await automations.runs(automation.id)).map(({ version, status }) => `${version} ${status}`)

  expect(await publish(await edit(automation.id, onCreation([wait('wait1'), exit('exit')])))).toEqual({
    version: 2,
    moved: 0,
    stayed: 2,
  })
  expect(await versions()).toEqual(['1 waiting', '1 waiting'])
  // The step with this id has another kind in the new version.
  expect(await publish(await edit(automation.id, onCreation([exit('wait1')])), 'move')).toMatchObject({
    moved: 0,
    stayed: 2,
  })
  expect(await publish(await edit(automation.id, onCreation([wait('wait1'), wait('late1')])), 'move')).toMatchObject({
    moved: 2,
    stayed: 0,
  })
  await automations.passTo(new Date(clock.now.getTime() + 61 * 60_000))
  expect(
    await db.sql('select current_step from automation_runs where automation_id = $1 and contact_id = $2', [
      automation.id,
      contacts[0],
    ]),
  ).toEqual([{ current_step: 'late1' }])
  await publish(await edit(automation.id, onCreation([wait('wait9')])), 'end')
  expect(await versions()).toEqual(['4 exited', '4 exited'])
})

test('a simulation reads the last 30 days and writes nothing', async () => {
  const before = await db.sql('select count(*) from domain_events')
  const contact = await automations.addContact('דנה')
  await automations.deliver()
  const definition = onCreation([
    { id: 'task', kind: 'task', name: 'לברך', type: 'call', priority: 'low', dueMinutes: 60, userId: null },
  ])
  const answer = (await invoke(
    'simulate-automation',
    { id: crypto.randomUUID(), definition },
    { caller },
  )) as SimulatedAutomation
  expect(answer.runs.find(({ contactId }) => contactId === contact)).toMatchObject({
    name: 'דנה',
    status: 'completed',
    lines: [{ stepId: 'task', outcome: 'done' }],
  })
  expect(answer.steps).toEqual([{ stepId: 'task', outcome: 'done', runs: answer.entered }])
  expect(await db.sql('select from tasks where contact_id = $1', [contact])).toEqual([])
  expect(await db.sql('select count(*) - 1 as count from domain_events')).toEqual(before)
})

test('a dry run shows the future steps of a contact', async () => {
  const contact = await automations.addContact('רות')
  const definition = onCreation([wait('wait1', 2880), exit('exit')], { trigger: { type: 'manual' } })
  const answer = (await invoke(
    'simulate-automation',
    { id: crypto.randomUUID(), definition, contactId: contact },
    { caller },
  )) as SimulatedAutomation
  expect(answer.runs).toMatchObject([
    {
      name: 'רות',
      exitReason: 'exit_step',
      lines: [{ outcome: 'waiting' }, { outcome: 'waited' }, { outcome: 'exited' }],
    },
  ])
})

test.each(recipes)(
  'the recipe $key can be published once its templates are published',
  async ({ definition, templates = [] }) => {
    for (const { id, name, channel, purpose, draft: content } of templates) {
      await db.as(
        caller.claims,
        'insert into message_templates (id, name, channel, purpose, draft) values ($1, $2, $3, $4, $5)',
        [id, name, channel, purpose, content],
      )
      await db.as(caller.claims, 'select from publish_message_template($1, 1)', [id])
    }
    const { issues } = (await invoke('check-automation', { id: crypto.randomUUID(), definition }, { caller })) as {
      issues: { isError: boolean }[]
    }
    expect(issues.filter(({ isError }) => isError)).toEqual([])
  },
)

test.each([
  ['client-idle', 'client.idle', 'nudge'],
  ['process-finished', 'process.completed', 'asking'],
])('the preview of the recipe %s shows which contacts would have entered, and the task', async (key, event, stepId) => {
  const [contact] = await db.sql<{ id: string }>(`insert into contacts (first_name) values ('יעל') returning id`)
  await db.sql(`update domain_events set occurred_at = now() - interval '40 days' where contact_id = $1`, [contact!.id])
  await db.sql(
    `insert into domain_events (type, contact_id, entity_type, entity_id, occurred_at)
     values ($1, $2, 'process', gen_random_uuid(), now() - interval '20 days')`,
    [event, contact!.id],
  )
  const { definition } = recipes.find((recipe) => recipe.key === key)!
  const answer = (await invoke(
    'simulate-automation',
    { id: crypto.randomUUID(), definition },
    { caller },
  )) as SimulatedAutomation
  expect(answer).toMatchObject({ entered: 1, isApproximate: false, runs: [{ name: 'יעל', status: 'completed' }] })
  expect(answer.runs[0]!.lines).toContainEqual(expect.objectContaining({ stepId, outcome: 'done' }))
  expect(await db.sql('select from tasks where contact_id = $1', [contact!.id])).toEqual([])
})
