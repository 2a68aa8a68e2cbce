// Admission of contacts to an automation: trigger, filters, re-entry, depth.
import type { Definition } from './definition.ts'
import { allHold, matches } from './conditions.ts'
import type { EngineEvent, Facts } from './facts.ts'

/** An event at this depth in a chain of automations starts no run. */
export const maxDepth = 5

export type Admission =
  | 'enter'
  | 'restart'
  | 'too_deep'
  | 'gone'
  | 'do_not_contact'
  | 'filtered'
  | 'inside'
  | 'was_inside'

/** The types of events that start runs. Manual enrolment is possible for every trigger. */
export const triggerTypes = ({ trigger }: Pick<Definition, 'trigger'>): string[] => [
  'automation.enrolled',
  ...({
    event: () => (trigger.type === 'event' ? [trigger.event] : []),
    date: () => ['automation.date_reached'],
    list: () => ['automation.list_joined'],
    manual: () => [],
  }[trigger.type]?.() ?? []),
]

/** Whether the event matches the automation's trigger. */
export function isTrigger({ trigger }: Pick<Definition, 'trigger'>, automationId: string, event: EngineEvent): boolean {
  if (event.type === 'automation.enrolled') return event.payload['automation_id'] === automationId
  if (trigger.type === 'event') return matches(trigger, event)
  return triggerTypes({ trigger }).includes(event.type) && event.payload['automation_id'] === automationId
}

/** Decides whether the event enrols the contact. `before`: the contact's earlier runs of this automation. */
export function admit(
  { filters, reentry, exits }: Definition,
  event: EngineEvent,
  facts: Facts,
  before: { hasRun: boolean; isInside: boolean },
): Admission {
  if (facts.isGone) return 'gone'
  if (event.depth >= maxDepth) return 'too_deep'
  if (facts.doNotContact && exits.do_not_contact) return 'do_not_contact'
  if (!allHold(filters, facts)) return 'filtered'
  if (before.isInside) return reentry === 'always' ? 'restart' : 'inside'
  return before.hasRun && reentry === 'never' ? 'was_inside' : 'enter'
}
