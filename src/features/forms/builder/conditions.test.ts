import { expect, test } from 'vitest'
import type { Field } from '#platform/forms/definition/field-schema.ts'
import { conditionSentence } from './condition-sentence.ts'
import { conditionOf, operatorsOf, testsOf } from './conditions.ts'
import { kindLabels, newField } from './field-kinds.ts'
import type { FieldKind } from '#platform/forms/definition/field-schema.ts'
import { problemsOfDraft } from './draft-problems.ts'
import { blankDefinition } from '../templates/blank.ts'

const income: Field = { kind: 'money', key: 'income', label: 'הכנסה' }
const couple: Field = { kind: 'yes_no', key: 'couple', label: 'בזוג?' }

test('a list of tests becomes a condition and is read back the same', () => {
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

test('a condition of computed values is left alone', () => {
  expect(testsOf({ value: { computed: 'balance' }, is: 'less', than: 0 })).toBe(undefined)
})

test('a condition is a readable sentence', () => {
  const condition = conditionOf({ join: 'any', tests: [{ field: 'couple', operator: 'has', value: 'yes' }, { field: 'income', operator: 'at_most', value: '500000' }] }) // prettier-ignore
  const sentence = conditionSentence(condition, [income, couple])!.replaceAll(/[\u2066-\u2069\u200e\u200f]/g, '')
  expect(sentence).toMatch(/^התשובה על ״בזוג\?״ היא כן או התשובה על ״הכנסה״ לכל היותר .*5,000/)
  expect(conditionSentence({ field: 'gone', is: 'answered' }, [])).toBe('שאלה שהוסרה')
})

test('a new field of every kind can be published once it has a text', () => {
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

test('what is not written yet is named before anything else', () => {
  const field = newField('single', [])
  const draft = {
    ...blankDefinition('טופס'),
    pages: [{ key: 'p', jumps: [], groups: [{ key: 'g', fields: [field] }] }],
  }
  expect(problemsOfDraft(draft, new Map())).toEqual([{ at: field.key, message: 'לשאלה מסוג "בחירה אחת" אין טקסט' }])
})
