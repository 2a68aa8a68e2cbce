// Conditions as the builder edits them: a list of tests on earlier answers, combined by all or any.
import type { Field } from '#platform/forms/definition/field-schema.ts'
import type { Condition } from '#platform/forms/definition/logic-schema.ts'

export const operators = {
  has: 'היא',
  has_not: 'אינה',
  answered: 'נענתה',
  empty: 'לא נענתה',
  equals: 'היא בדיוק',
  contains: 'כוללת את',
  equal: 'שווה ל',
  at_least: 'לפחות',
  at_most: 'לכל היותר',
  before: 'לפני',
  after: 'אחרי',
} as const
export type Operator = keyof typeof operators

/** `value`: an option key, a text, a date, or a number. Money is in agorot. */
export type Test = { field: string; operator: Operator; value: string }
export type Tests = { join: 'all' | 'any'; tests: Test[] }

/** Operators by kind of field. The first one is the default. */
export function operatorsOf(field: Field): readonly Operator[] {
  switch (field.kind) {
    case 'single':
    case 'dropdown':
    case 'multi':
      return ['has', 'has_not', 'answered', 'empty']
    case 'yes_no':
    case 'consent':
      return ['has', 'answered', 'empty']
    case 'number':
    case 'money':
    case 'scale':
    case 'rating':
      return ['at_least', 'at_most', 'equal', 'answered', 'empty']
    case 'text':
    case 'long_text':
    case 'email':
    case 'phone':
    case 'hidden':
    case 'signature':
    case 'id_number':
      return ['answered', 'empty', 'equals', 'contains']
    case 'date':
      return ['before', 'after', 'answered', 'empty']
    default:
      return ['answered', 'empty']
  }
}

export const needsValue = (operator: Operator) => operator !== 'answered' && operator !== 'empty'

/** Options that a field can be compared with, by key. */
export function choicesOf(field: Field): { key: string; label: string }[] {
  if (field.kind === 'yes_no' || field.kind === 'consent')
    return [
      { key: 'yes', label: 'כן' },
      { key: 'no', label: 'לא' },
    ]
  if (!('options' in field)) return []
  return [...field.options, ...('other' in field && field.other ? [{ key: 'other', label: 'אחר' }] : [])]
}

function conditionOfTest({ field, operator, value }: Test): Condition {
  switch (operator) {
    case 'has':
      return { field, has: value }
    case 'has_not':
      return { not: { field, has: value } }
    case 'answered':
    case 'empty':
      return { field, is: operator }
    case 'equals':
      return { field, equals: value }
    case 'contains':
      return { field, contains: value }
    case 'before':
      return { field, before: value }
    case 'after':
      return { field, after: value }
    default:
      return { value: { field }, is: operator, than: Number(value) || 0 }
  }
}

/** Converts a condition to a test; undefined unless it is a single test of an answer. */
export function testOf(condition: Condition): Test | undefined {
  if ('not' in condition) {
    const inner = testOf(condition.not)
    return inner?.operator === 'has' ? { ...inner, operator: 'has_not' } : undefined
  }
  if ('has' in condition) return { field: condition.field, operator: 'has', value: condition.has }
  if ('equals' in condition) return { field: condition.field, operator: 'equals', value: condition.equals }
  if ('contains' in condition) return { field: condition.field, operator: 'contains', value: condition.contains }
  if ('before' in condition) return { field: condition.field, operator: 'before', value: condition.before }
  if ('after' in condition) return { field: condition.field, operator: 'after', value: condition.after }
  if ('field' in condition) return { field: condition.field, operator: condition.is, value: '' }
  if (!('than' in condition)) return undefined
  const { value, is, than } = condition
  if (typeof value !== 'object' || !('field' in value) || typeof than !== 'number') return undefined
  return is === 'equal' || is === 'at_least' || is === 'at_most'
    ? { field: value.field, operator: is, value: String(than) }
    : undefined
}

/** Converts a condition to a list of tests; undefined for nested conditions and those on computed values. */
export function testsOf(condition: Condition | undefined): Tests | undefined {
  if (!condition) return { join: 'all', tests: [] }
  const join = 'any' in condition ? 'any' : 'all'
  const parts = 'all' in condition ? condition.all : 'any' in condition ? condition.any : [condition]
  const tests = parts.map(testOf)
  return tests.every((test) => test !== undefined) ? { join, tests } : undefined
}

/** Converts tests to a condition; undefined without tests, which means always shown. */
export function conditionOf({ join, tests }: Tests): Condition | undefined {
  const [first, ...more] = tests.map(conditionOfTest)
  if (!first || more.length === 0) return first
  return join === 'all' ? { all: [first, ...more] } : { any: [first, ...more] }
}
