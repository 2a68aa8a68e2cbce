import { expect, test } from 'vitest'
import type { Field, FieldKind } from '#platform/forms/definition/field-schema.ts'
import type { Condition, Expression } from '#platform/forms/definition/logic-schema.ts'
import { conditionSentence } from './condition-sentence.ts'
import { conditionOf, operatorsOf, testsOf } from './conditions.ts'
import { kindLabels, newField } from './field-kinds.ts'
import type { FormDraft } from './form-draft.ts'
import { problemsOfDraft } from './draft-problems.ts'
import { blankDefinition } from '../templates/blank.ts'

const income: Field = { kind: 'money', key: 'income', label: 'הכנסה' }
const couple: Field = { kind: 'yes_no', key: 'couple', label: 'בזוג?' }

const draft: FormDraft = {
  ...blankDefinition('טופס'),
  pages: [{ key: 'p', jumps: [], groups: [{ key: 'g', fields: [income, couple] }] }],
  dimensions: [{ key: 'calm', label: 'רוגע' }],
  computed: [{ key: 'balance', label: 'נשאר', as: 'money', value: { field: 'income' } }],
}
const sentenceOf = (condition: Condition | undefined) =>
  conditionSentence(condition, draft)?.replaceAll(/[\u2066-\u2069\u200e\u200f]/g, '')

test('a list of tests converted to a condition and back is unchanged', () => {
  for (const field of [income, couple, newField('single', []), newField('text', []), newField('date', [])])
    for (const operator of operatorsOf(field)) {
      const value = ['answered', 'empty'].includes(operator) ? '' : '2026'
      const tests = { join: 'all' as const, tests: [{ field: field.key, operator, value }] }
      expect(testsOf(conditionOf(tests))).toEqual(tests)
    }
  const two = { join: 'any' as const, tests: [{ field: 'couple', operator: 'has' as const, value: 'yes' }, { field: 'income', operator: 'at_most' as const, value: '500000' }] } // prettier-ignore
  expect(testsOf(conditionOf(two))).toEqual(two)
  expect(conditionOf({ join: 'all', tests: [] })).toBe(undefined)
})

test('a condition on computed values is not editable as a list', () => {
  expect(testsOf({ value: { computed: 'balance' }, is: 'less', than: 0 })).toBe(undefined)
})

test('a condition is formatted as a readable sentence', () => {
  const condition = conditionOf({ join: 'any', tests: [{ field: 'couple', operator: 'has', value: 'yes' }, { field: 'income', operator: 'at_most', value: '500000' }] }) // prettier-ignore
  expect(sentenceOf(condition)).toMatch(/^התשובה על ״בזוג\?״ היא כן או התשובה על ״הכנסה״ לכל היותר .*5,000/)
  expect(conditionSentence({ field: 'gone', is: 'answered' }, blankDefinition('טופס'))).toBe('שאלה שהוסרה')
})

test('a nested condition is formatted with parentheses', () => {
  const both: Condition = {
    all: [
      { field: 'couple', has: 'yes' },
      { field: 'income', is: 'answered' },
    ],
  }
  expect(sentenceOf({ any: [both, { not: { any: [{ field: 'couple', is: 'empty' }, both] } }] })).toBe(
    '(התשובה על ״בזוג?״ היא כן וגם התשובה על ״הכנסה״ נענתה) או לא נכון ש(התשובה על ״בזוג?״ לא נענתה או (התשובה על ״בזוג?״ היא כן וגם התשובה על ״הכנסה״ נענתה))',
  )
  expect(
    sentenceOf({ all: [{ any: [{ field: 'couple', has: 'yes' }] }, { not: { field: 'income', is: 'answered' } }] }),
  ).toBe('התשובה על ״בזוג?״ היא כן וגם לא נכון שהתשובה על ״הכנסה״ נענתה')
})

test('compared numbers are shown by name, and amounts in shekels', () => {
  expect(sentenceOf({ value: { computed: 'balance' }, is: 'less', than: 0 })).toMatch(/^החישוב ״נשאר״ פחות מ־0\s₪$/)
  expect(sentenceOf({ value: { field: 'income' }, is: 'equal', than: { computed: 'balance' } })).toBe(
    'התשובה על ״הכנסה״ שווה לחישוב ״נשאר״',
  )
  expect(sentenceOf({ value: { score: 'calm', as: 'percent' }, is: 'more', than: { points: 'couple' } })).toBe(
    'אחוז הניקוד בתחום ״רוגע״ יותר מהניקוד של ״בזוג?״',
  )
  const twice: Expression = { op: 'times', left: { op: 'minus', left: { field: 'income' }, right: 100 }, right: 2 }
  expect(sentenceOf({ value: { op: 'sum', of: [twice, { op: 'round', value: { score: 'total', as: 'points' } }] }, is: 'at_least', than: 4 })).toMatch(/^סכום של \(\(התשובה על ״הכנסה״ פחות 1\s₪\) כפול 2, העיגול של הניקוד\) לפחות/) // prettier-ignore
})

test('a new field of each kind can be published once it has a text', () => {
  for (const kind of Object.keys(kindLabels) as FieldKind[]) {
    if (kind === 'calculated') continue
    const field = { ...newField(kind, []), label: 'שאלה' } as Field
    const draft = {
      ...blankDefinition('טופס'),
      pages: [{ key: 'p', jumps: [], groups: [{ key: 'g', fields: [field] }] }],
    }
    expect([kind, problemsOfDraft(draft, new Map())]).toEqual([kind, []])
  }
})

test('missing texts are reported before other problems', () => {
  const field = newField('single', [])
  const draft = {
    ...blankDefinition('טופס'),
    pages: [{ key: 'p', jumps: [], groups: [{ key: 'g', fields: [field] }] }],
  }
  expect(problemsOfDraft(draft, new Map())).toEqual([{ at: field.key, message: 'לשאלה מסוג "בחירה אחת" אין טקסט' }])
})
