import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allExits, Definition, emptyDefinition, type Step } from './definition.ts'
import { anyDefinition, type Ids } from './definitions.fixture.ts'
import type { EngineEvent, Facts } from './facts.ts'
import { applyEffect } from './facts.ts'
import { eachStep } from './flow.ts'
import { beginRun, isActive, type RunState } from './run-state.ts'
import { step, type Transition } from './step.ts'

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const ids: Ids = {
  tags: [uuid(1), uuid(2)],
  pipelineId: uuid(3),
  stages: [uuid(4), uuid(5)],
  users: [uuid(6)],
  templates: [uuid(7)],
}
const automationId = uuid(9)
const start = new Date('2026-11-22T08:00:00Z')
const person: Facts = {
  contactId: uuid(8),
  isGone: false,
  doNotContact: false,
  hasConsent: true,
  ownerId: null,
  lifecycle: 'lead',
  source: null,
  birthDate: null,
  custom: {},
  tags: [],
  opportunities: [],
}
const event = (type: string, payload: EngineEvent['payload'] = {}): EngineEvent => ({
  type,
  payload,
  entityId: '',
  depth: 0,
})
const definitionOf = (steps: Step[], rest: Partial<Definition> = {}): Definition => ({
  ...emptyDefinition(),
  steps,
  ...rest,
})
const tag = (id: string, tagId = ids.tags[0]!): Step => ({ id, kind: 'tag', change: 'add', tagId })
const wait = (id: string, minutes: number): Step => ({ id, kind: 'wait', minutes, workingHours: false })

/** Advances time without events, until the run ends. */
function runToEnd(
  definition: Definition,
  facts = person,
  from: RunState = beginRun(automationId, definition.steps[0]?.id ?? null),
) {
  const all: (Transition & { at: Date })[] = []
  let [state, at, known]: [RunState, Date | undefined, Facts] = [from, start, facts]
  while (at) {
    const transition = step(definition, state, known, at)
    for (const effect of transition.effects) known = applyEffect(known, effect)
    all.push({ ...transition, at })
    state = transition.state
    at = transition.wakeAt
    if (all.length > 500) throw new Error('The run does not end')
  }
  return all
}
const outcomes = (all: readonly Transition[]) =>
  all.flatMap(({ trace }) => (trace ? `${trace.stepId} ${trace.outcome}` : []))

test('every definition of the property tests is valid', () => {
  fc.assert(fc.property(anyDefinition(ids), (definition) => Definition.safeParse(definition).success))
})

test('a run terminates, performs each action at most once, and its clock never goes back', () => {
  fc.assert(
    fc.property(anyDefinition(ids), (definition) => {
      const all = runToEnd(definition)
      const performed = all.flatMap(({ effects, trace }) => (effects.length > 0 ? trace!.stepId : []))
      expect(new Set(performed).size).toBe(performed.length)
      expect(all.length).toBeLessThanOrEqual(2 * [...eachStep(definition.steps)].length + 1)
      for (const { at, wakeAt } of all) expect(wakeAt === undefined || wakeAt >= at).toBe(true)
      expect(isActive(all.at(-1)!.state)).toBe(false)
    }),
  )
})

test('the step function is deterministic and does not mutate its inputs', () => {
  fc.assert(
    fc.property(anyDefinition(ids), fc.constantFrom('contact.tagged', 'payment.received'), (definition, type) => {
      const state = beginRun(automationId, definition.steps[0]?.id ?? null)
      const before = structuredClone({ definition, state, person })
      expect(step(definition, state, person, start, event(type))).toEqual(
        step(definition, state, person, start, event(type)),
      )
      expect(step(definition, state, person, start)).toEqual(step(definition, state, person, start))
      expect({ definition, state, person }).toEqual(before)
    }),
  )
})

test('no action is performed for a contact that is deleted or marked as do-not-contact', () => {
  fc.assert(
    fc.property(anyDefinition(ids), fc.boolean(), (definition, isGone) => {
      const facts = { ...person, isGone, doNotContact: true }
      const [only, ...more] = runToEnd({ ...definition, exits: allExits }, facts)
      expect(only).toMatchObject({ effects: [], state: { exitReason: isGone ? 'gone' : 'do_not_contact' } })
      expect(more).toEqual([])
    }),
  )
})

test('a transition before a wait is due changes nothing', () => {
  const definition = definitionOf([wait('wait', 60), tag('tag1')])
  const { state, wakeAt } = step(definition, beginRun(automationId, 'wait'), person, start)
  const early = step(definition, state, person, new Date(wakeAt!.getTime() - 1))
  expect(early).toEqual({ state, effects: [], wakeAt })
})

test('a wait completes when it is due, and the next step follows', () => {
  const all = runToEnd(definitionOf([wait('wait', 60), tag('tag1')]))
  expect(outcomes(all)).toEqual(['wait waiting', 'wait waited', 'tag1 done'])
  expect(all[1]!.at).toEqual(new Date('2026-11-22T09:00:00Z'))
})

test('a branch takes the arm of its condition, and both arms continue after it', () => {
  const branch = (facts: Facts) =>
    outcomes(
      runToEnd(
        definitionOf([
          {
            id: 'branch',
            kind: 'branch',
            conditions: [{ about: 'consent', is: true }],
            then: [tag('yes1')],
            else: [{ id: 'exit', kind: 'exit' }],
          },
          tag('after', ids.tags[1]),
        ]),
        facts,
      ),
    )
  expect(branch(person)).toEqual(['branch yes', 'yes1 done', 'after done'])
  expect(branch({ ...person, hasConsent: false })).toEqual(['branch no', 'exit exited'])
})

test('an empty arm of the last branch completes the run', () => {
  const definition = definitionOf([
    { id: 'branch', kind: 'branch', conditions: [{ about: 'consent', is: true }], then: [], else: [tag('tag1')] },
  ])
  expect(runToEnd(definition).at(-1)!.state.status).toBe('completed')
})

test('an awaited event continues in the first arm, and its timeout in the second', () => {
  const definition = definitionOf([
    {
      id: 'await',
      kind: 'await',
      event: 'task.done',
      match: { kind: 'call' },
      timeoutMinutes: 60,
      then: [tag('then')],
      else: [tag('else', ids.tags[1])],
    },
  ])
  const { state } = step(definition, beginRun(automationId, 'await'), person, start)
  const other = step(definition, state, person, start, event('task.done', { kind: 'meeting' }))
  expect(other.state).toMatchObject({ at: 'await', until: state.until })
  const happened = step(definition, state, person, start, event('task.done', { kind: 'call' }))
  expect(happened).toMatchObject({
    state: { at: 'then', status: 'queued' },
    wakeAt: start,
    trace: { outcome: 'happened' },
  })
  expect(outcomes(runToEnd(definition))).toEqual(['await waiting', 'await timed_out', 'else done'])
})

test.each([
  ['bought', event('payment.received')],
  ['booked', event('appointment.confirmed')],
  ['replied', event('lead.captured')],
  ['refused', event('consent.withdrawn')],
] as const)('%s ends a run, unless the rule is off', (rule, what) => {
  const definition = definitionOf([wait('wait', 60)])
  const { state } = step(definition, beginRun(automationId, 'wait'), person, start)
  expect(step(definition, state, person, start, what)).toMatchObject({
    state: { status: 'exited', exitReason: rule },
    effects: [],
  })
  const off = { ...definition, exits: { ...allExits, [rule]: false } }
  expect(step(off, state, person, start, what).state.status).toBe('waiting')
})

test('a manual exit ends the run of this automation only', () => {
  const definition = definitionOf([wait('wait', 60)])
  const state = beginRun(automationId, 'wait')
  const afterLeaving = (id: string) =>
    step(definition, state, person, start, event('automation.left', { automation_id: id })).state
  expect(afterLeaving(automationId)).toMatchObject({ status: 'exited', exitReason: 'unenrolled' })
  expect(afterLeaving(uuid(77)).status).toBe('queued')
})

test('a goal is reached from any earlier step, including one in a branch, but not from a later step', () => {
  const goal: Step = { id: 'goal', kind: 'goal', event: 'task.done', match: {}, otherwise: 'exit' }
  const inside: Step = { id: 'branch', kind: 'branch', conditions: [], then: [wait('wait', 60)], else: [] }
  const definition = definitionOf([inside, goal, wait('late', 60)])
  const reach = (at: string) => step(definition, beginRun(automationId, at), person, start, event('task.done'))
  expect(reach('wait')).toMatchObject({ state: { at: 'late' }, trace: { stepId: 'goal', outcome: 'goal' } })
  expect(reach('late').trace).toBeUndefined()
  expect(outcomes(runToEnd(definition)).slice(-1)).toEqual(['goal exited'])
})

test('a condition holds for an event that happened since the run started', () => {
  const definition = definitionOf([
    wait('wait', 60),
    {
      id: 'branch',
      kind: 'branch',
      conditions: [{ about: 'happened', event: 'task.done', is: true }],
      then: [tag('tag1')],
      else: [],
    },
  ])
  const first = step(definition, beginRun(automationId, 'wait'), person, start)
  const { state } = step(definition, first.state, person, start, event('task.done'))
  expect(outcomes(runToEnd(definition, person, { ...state, until: null, at: 'branch', status: 'queued' }))).toEqual([
    'branch yes',
    'tag1 done',
  ])
})

test('an action without effect is skipped with its reason', () => {
  const definition = definitionOf([
    tag('tag1'),
    { id: 'stage', kind: 'stage', pipelineId: ids.pipelineId, stageId: ids.stages[0]! },
    { id: 'until', kind: 'until', key: 'birth_date', offsetDays: 0, at: '09:00' },
    { id: 'mail', kind: 'message', templateId: ids.templates[0]!, only: [{ about: 'consent', is: false }] },
  ])
  const all = runToEnd(definition, { ...person, tags: [ids.tags[0]!] })
  expect(all.flatMap(({ trace }) => trace?.reason ?? [])).toEqual([
    'no_change',
    'no_opportunity',
    'no_date',
    'condition_not_met',
  ])
})

test('a stage step moves the newest open opportunity of its pipeline', () => {
  const opportunities = [
    { id: 'other', pipelineId: uuid(99), stageId: 'x', isOpen: true },
    { id: 'closed', pipelineId: ids.pipelineId, stageId: 'x', isOpen: false },
    { id: 'open', pipelineId: ids.pipelineId, stageId: 'x', isOpen: true },
  ]
  const definition = definitionOf([{ id: 'stage', kind: 'stage', pipelineId: ids.pipelineId, stageId: ids.stages[0]! }])
  expect(runToEnd(definition, { ...person, opportunities })[0]!.effects).toEqual([
    { kind: 'stage', opportunityId: 'open', stageId: ids.stages[0] },
  ])
})
