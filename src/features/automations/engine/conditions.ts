// Evaluates conditions on facts, and matches events.
import type { Condition, EventMatch } from './definition.ts'
import { type EngineEvent, type Facts, fieldOf, isSameValue } from './facts.ts'

/** Whether all conditions hold. `happened` are the events since the run began. */
export const allHold = (conditions: readonly Condition[], facts: Facts, happened: readonly string[] = []) =>
  conditions.every((condition) => holds(condition, facts, happened))

function holds(condition: Condition, facts: Facts, happened: readonly string[]): boolean {
  switch (condition.about) {
    case 'tag':
      return facts.tags.includes(condition.tagId) === condition.is
    case 'stage':
      return facts.opportunities.some(({ stageId }) => stageId === condition.stageId) === condition.is
    case 'consent':
      return facts.hasConsent === condition.is
    case 'happened':
      return happened.includes(condition.event) === condition.is
    case 'field':
      return fieldHolds(fieldOf(facts, condition.key), condition)
  }
}

function fieldHolds(value: unknown, { op, value: expected }: Extract<Condition, { about: 'field' }>): boolean {
  const isEmpty = value === undefined || value === null
  switch (op) {
    case 'has':
      return !isEmpty
    case 'has_not':
      return isEmpty
    case 'is':
      return isOneOf(value, expected)
    case 'is_not':
      return !isOneOf(value, expected)
    case 'above':
      return compare(value, expected) === 1
    case 'below':
      return compare(value, expected) === -1
  }
}

const isOneOf = (value: unknown, expected: unknown) =>
  Array.isArray(value) ? value.some((one) => isSameValue(one, expected)) : isSameValue(value, expected)

/** Compares numbers, or texts such as days. Undefined for values without an order. */
function compare(value: unknown, expected: unknown) {
  if (typeof value === 'number' && typeof expected === 'number') return Math.sign(value - expected)
  if (typeof value === 'string' && typeof expected === 'string')
    return value === expected ? 0 : value > expected ? 1 : -1
  return undefined
}

/** Whether the event is the awaited one. A list in the payload matches when it contains the value. */
export const matches = ({ event: type, match }: EventMatch, event: EngineEvent) =>
  event.type === type && Object.entries(match).every(([key, expected]) => isOneOf(event.payload[key], expected))
