// Replays stored events through the step function. Nothing is written or sent.
import { admit, isTrigger, type Admission } from '../engine/admission.ts'
import type { Definition } from '../engine/definition.ts'
import type { Effect } from '../engine/effects.ts'
import { applyEffect, dateOf, type EngineEvent, type Facts } from '../engine/facts.ts'
import { listenedEvents } from '../engine/listened-events.ts'
import { beginRun, isActive, type RunState } from '../engine/run-state.ts'
import { step, type Transition, type Trace } from '../engine/step.ts'
import { momentOf } from '../engine/times.ts'
import { factsAfter, factsBefore, type HistoryEvent } from './history.ts'

/** `hasConsent`: marketing consent at that time. */
export type SimulatedLine = Trace & { at: Date; effect?: Effect; hasConsent: boolean }
export type SimulatedRun = {
  contactId: string
  enteredAt: Date
  endedAt: Date | undefined
  status: RunState['status']
  exitReason: string | null
  lines: SimulatedLine[]
}
export type RefusedAdmission = { contactId: string; at: Date; why: Exclude<Admission, 'enter' | 'restart'> }
export type Simulation = { runs: SimulatedRun[]; refused: RefusedAdmission[] }

export type SimulatedContact = {
  /** The current facts. */
  facts: Facts
  /** Whether the contact consented to marketing at the start of the period. */
  hadConsent: boolean
  events: readonly HistoryEvent[]
}
type Automation = { id: string; definition: Definition }
type Period = { from: Date; to: Date }

/** Simulates each contact as if the automation had been enabled during the period. */
export function simulate(automation: Automation, contacts: readonly SimulatedContact[], period: Period): Simulation {
  const all = contacts.map((contact) => simulateContact(automation, contact, period))
  return {
    runs: all.flatMap(({ runs }) => runs).toSorted((a, b) => a.enteredAt.getTime() - b.enteredAt.getTime()),
    refused: all.flatMap(({ refused }) => refused).toSorted((a, b) => a.at.getTime() - b.at.getTime()),
  }
}

function simulateContact({ id, definition }: Automation, contact: SimulatedContact, period: Period): Simulation {
  const heard = new Set(listenedEvents(definition))
  const runs: SimulatedRun[] = []
  const refused: RefusedAdmission[] = []
  let facts: Facts = { ...factsBefore(contact.facts, contact.events), hasConsent: contact.hadConsent }
  let inside: { run: SimulatedRun; state: RunState; wakeAt: Date | undefined } | undefined

  const events = [...contact.events.filter(({ isOwn }) => !isOwn), ...dateEvents(id, definition, contact.facts, period)]
  for (const group of together(events)) {
    const at = group[0]!.at
    advance(at)
    for (const event of group) facts = factsAfter(facts, event)
    for (const event of group) {
      if (inside && heard.has(event.type)) record(at, step(definition, inside.state, facts, at, event))
      enter(event, at)
    }
  }
  advance(period.to)
  return { runs, refused }

  function advance(to: Date) {
    while (inside?.wakeAt && inside.wakeAt <= to)
      record(inside.wakeAt, step(definition, inside.state, facts, inside.wakeAt))
  }

  function record(at: Date, { state, effects, wakeAt, trace }: Transition) {
    const { run } = inside!
    for (const effect of effects) facts = applyEffect(facts, effect)
    if (trace) run.lines.push({ ...trace, at, ...(effects[0] && { effect: effects[0] }), hasConsent: facts.hasConsent })
    run.status = state.status
    run.exitReason = state.exitReason
    inside = { run, state, wakeAt }
    if (isActive(state)) return
    run.endedAt = at
    inside = undefined
  }

  function enter(event: EngineEvent, at: Date) {
    if (!isTrigger(definition, id, event)) return
    const admission = admit(definition, event, facts, { hasRun: runs.length > 0, isInside: inside !== undefined })
    if (admission !== 'enter' && admission !== 'restart') {
      refused.push({ contactId: facts.contactId, at, why: admission })
      return
    }
    if (inside) Object.assign(inside.run, { status: 'exited', exitReason: 'restarted', endedAt: at })
    const state = beginRun(id, definition.steps[0]?.id ?? null)
    const run: SimulatedRun = {
      contactId: facts.contactId,
      enteredAt: at,
      endedAt: undefined,
      status: state.status,
      exitReason: null,
      lines: [],
    }
    runs.push(run)
    inside = { run, state, wakeAt: at }
  }
}

/** Groups events by transaction, in chronological order. */
function together(events: readonly HistoryEvent[]): HistoryEvent[][] {
  const groups: HistoryEvent[][] = []
  for (const event of events.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const last = groups.at(-1)
    if (last && last[0]!.transaction === event.transaction) last.push(event)
    else groups.push([event])
  }
  return groups
}

/** The due times of a date trigger, from the contact's date. */
export function dateEvents(
  id: string,
  { trigger }: Pick<Definition, 'trigger'>,
  facts: Facts,
  { from, to }: Period,
): HistoryEvent[] {
  if (trigger.type !== 'date') return []
  const day = dateOf(facts, trigger.key)
  if (!day) return []
  const years = trigger.yearly
    ? Array.from({ length: to.getUTCFullYear() - from.getUTCFullYear() + 3 }, (_, i) => from.getUTCFullYear() - 1 + i)
    : [undefined]
  return years
    .map((year) => momentOf(day, trigger.offsetDays, trigger.at, year))
    .filter((at) => at > from && at <= to)
    .map((at) => ({
      id: `date ${at.toISOString()}`,
      type: 'automation.date_reached',
      payload: { automation_id: id },
      entityId: facts.contactId,
      depth: 0,
      at,
      transaction: `date ${at.toISOString()}`,
      isOwn: false,
    }))
}
