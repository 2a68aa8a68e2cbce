// The interpreter of automations: one pure transition of a run. The runner and the simulator both call it.
import type { Await, Definition, Step } from './definition.ts'
import { exitEvents, exitRules } from './definition.ts'
import { allHold, matches } from './conditions.ts'
import { type Effect } from './effects.ts'
import { dateOf, type EngineEvent, type Facts, fieldOf, isSameValue } from './facts.ts'
import { enterArm, findStep, goalsAfter, stepAfter } from './flow.ts'
import { isActive, type RunState } from './run-state.ts'
import { endOfWait, nextMoment } from './times.ts'

export type Outcome =
  | 'done'
  | 'skipped'
  | 'waiting'
  | 'waited'
  | 'happened'
  | 'timed_out'
  | 'yes'
  | 'no'
  | 'goal'
  | 'exited'

/** The outcome of a step, for the log of the run. */
export type Trace = { stepId: string; outcome: Outcome; reason?: string }

export type Transition = {
  state: RunState
  effects: readonly Effect[]
  /** When the next transition is due. Undefined once the run has ended. */
  wakeAt: Date | undefined
  trace?: Trace
}

/** One transition of a run: handles an event if given; otherwise executes the due step. */
export function step(
  definition: Definition,
  state: RunState,
  facts: Facts,
  now: Date,
  event?: EngineEvent,
): Transition {
  if (!isActive(state)) return { state, effects: [], wakeAt: undefined }
  if (facts.isGone) return exit(state, 'gone')
  if (event) return onEvent(definition, state, facts, now, event)
  if (facts.doNotContact && definition.exits.do_not_contact) return exit(state, 'do_not_contact')
  if (state.until && new Date(state.until) > now) return { state, effects: [], wakeAt: new Date(state.until) }
  const current = state.at === null ? undefined : findStep(definition.steps, state.at)
  if (!current) return goTo(state, null, now)
  if (state.until) return endWait(definition, state, current, now)
  return perform(definition, state, facts, now, current)
}

/** Events have no effects of their own: they end a run, reach a goal or complete a wait. */
function onEvent(definition: Definition, before: RunState, facts: Facts, now: Date, event: EngineEvent): Transition {
  const state = { ...before, happened: withType(before.happened, event.type) }
  const reason = exitReason(definition, state, facts, event)
  if (reason) return exit(state, reason)
  const goal = goalsAfter(definition, state.at).find((one) => one.kind === 'goal' && matches(one, event))
  if (goal) return goTo(state, stepAfter(definition.steps, goal.id), now, { stepId: goal.id, outcome: 'goal' })
  const current = state.at === null ? undefined : findStep(definition.steps, state.at)
  if (state.until && current?.kind === 'await' && matches(current, event))
    return goTo(state, enterArm(definition.steps, current, current.then), now, {
      stepId: current.id,
      outcome: 'happened',
    })
  return { state, effects: [], wakeAt: state.until ? new Date(state.until) : now }
}

const withType = (types: readonly string[], type: string) => (types.includes(type) ? types : [...types, type])

function exitReason({ exits }: Definition, { automationId }: RunState, facts: Facts, event: EngineEvent) {
  if (event.type === 'automation.left' && event.payload['automation_id'] === automationId) return 'unenrolled'
  return exitRules.find(
    (rule) => exits[rule] && exitEvents[rule].includes(event.type) && (rule !== 'do_not_contact' || facts.doNotContact),
  )
}

function endWait({ steps }: Definition, state: RunState, current: Step, now: Date): Transition {
  if (current.kind === 'await')
    return goTo(state, enterArm(steps, current, current.else), now, { stepId: current.id, outcome: 'timed_out' })
  return goTo(state, stepAfter(steps, current.id), now, { stepId: current.id, outcome: 'waited' })
}

function perform({ steps }: Definition, state: RunState, facts: Facts, now: Date, current: Step): Transition {
  const next = stepAfter(steps, current.id)
  const trace = (outcome: Outcome, reason?: string): Trace => ({
    stepId: current.id,
    outcome,
    ...(reason && { reason }),
  })
  switch (current.kind) {
    case 'branch': {
      const isSo = allHold(current.conditions, facts, state.happened)
      return goTo(state, enterArm(steps, current, isSo ? current.then : current.else), now, trace(isSo ? 'yes' : 'no'))
    }
    case 'wait':
      return waitUntil(state, endOfWait(current, now), next, now, trace)
    case 'await':
      return waitUntil(state, timeoutOf(current, now), next, now, trace)
    case 'until': {
      const day = dateOf(facts, current.key)
      const end = day && nextMoment(day, current.offsetDays, current.at, current.key === 'birth_date', now)
      return end
        ? waitUntil(state, end, next, now, trace)
        : goTo(state, next, now, trace('skipped', day ? 'date_passed' : 'no_date'))
    }
    case 'exit':
      return exit(state, 'exit_step', trace('exited'))
    case 'goal':
      return current.otherwise === 'exit'
        ? exit(state, 'goal_not_reached', trace('exited', 'goal_not_reached'))
        : goTo(state, next, now, trace('skipped', 'goal_not_reached'))
    default: {
      const effect = effectOf(current, state, facts, now)
      return typeof effect === 'string'
        ? goTo(state, next, now, trace('skipped', effect))
        : { ...goTo(state, next, now, trace('done')), effects: [effect] }
    }
  }
}

const timeoutOf = ({ timeoutMinutes }: Await, now: Date) => new Date(now.getTime() + timeoutMinutes * 60_000)

type Action = Exclude<Step, { kind: 'branch' | 'wait' | 'await' | 'until' | 'exit' | 'goal' }>

/** The effect of an action, or the reason why there is none. */
function effectOf(action: Action, state: RunState, facts: Facts, now: Date): Effect | string {
  switch (action.kind) {
    case 'message':
      return allHold(action.only, facts, state.happened)
        ? { kind: 'message', templateId: action.templateId }
        : 'condition_not_met'
    case 'task': {
      const { name, type, priority, dueMinutes, userId } = action
      const dueAt = new Date(now.getTime() + dueMinutes * 60_000).toISOString()
      return { kind: 'task', name, type, priority, dueAt, userId: userId ?? facts.ownerId }
    }
    case 'tag':
      return facts.tags.includes(action.tagId) === (action.change === 'add')
        ? 'no_change'
        : { kind: 'tag', change: action.change, tagId: action.tagId }
    case 'field':
      return isSameValue(fieldOf(facts, action.key), action.value)
        ? 'no_change'
        : { kind: 'field', key: action.key, value: action.value }
    case 'stage': {
      const opportunity = facts.opportunities.find((one) => one.isOpen && one.pipelineId === action.pipelineId)
      if (!opportunity) return 'no_opportunity'
      if (opportunity.stageId === action.stageId) return 'no_change'
      return { kind: 'stage', opportunityId: opportunity.id, stageId: action.stageId }
    }
    case 'assign':
      return facts.ownerId === action.userId ? 'no_change' : { kind: 'assign', userId: action.userId }
    case 'notice':
      return {
        kind: 'notice',
        title: action.title,
        severity: action.severity,
        userId: action.userId ?? facts.ownerId,
      }
    case 'webhook':
      return { kind: 'webhook', url: action.url }
    case 'enrol':
    case 'unenrol':
      return { kind: action.kind, automationId: action.automationId }
  }
}

function waitUntil(
  state: RunState,
  end: Date,
  next: string | null,
  now: Date,
  trace: (outcome: Outcome) => Trace,
): Transition {
  if (end <= now) return goTo(state, next, now, trace('waited'))
  return {
    state: { ...state, status: 'waiting', until: end.toISOString() },
    effects: [],
    wakeAt: end,
    trace: trace('waiting'),
  }
}

function goTo(state: RunState, at: string | null, now: Date, trace?: Trace): Transition {
  const moved: RunState = { ...state, status: at === null ? 'completed' : 'queued', at, until: null }
  return { state: moved, effects: [], wakeAt: at === null ? undefined : now, ...(trace && { trace }) }
}

const exit = (state: RunState, reason: string, trace?: Trace): Transition => ({
  state: { ...state, status: 'exited', until: null, exitReason: reason },
  effects: [],
  wakeAt: undefined,
  ...(trace && { trace }),
})
