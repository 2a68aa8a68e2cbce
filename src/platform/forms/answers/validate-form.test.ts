import { expect, test } from 'vitest'
import { FormDefinition } from '../definition/definition-schema.ts'
import { insertAnswers } from './answer-text.ts'
import { controlName, entriesOfBody, replaceEntries } from './entries.ts'
import { entriesOfAnswers } from './entries-of-answers.ts'
import { messagesOf, validateForm } from './validate-form.ts'

const today = '2026-11-25'
const options = [0, 1, 2, 3, 4].map((points) => ({ key: `o${points}`, label: `תשובה ${points}`, points }))
const dimensions = ['cashflow', 'debt', 'safety', 'future', 'habits']
const keys = dimensions.flatMap((_, i) => [`q${2 * i + 1}`, `q${2 * i + 2}`])

/** Ten questions, five dimensions, and endings with override rules, like a quiz. */
const quiz = FormDefinition.parse({
  format: 1,
  title: 'שאלון',
  mode: 'one_question',
  dimensions: dimensions.map((key) => ({ key, label: key })),
  pages: [
    {
      key: 'all',
      groups: [{ key: 'questions', fields: keys.map((key, i) => ({ kind: 'single', key, label: key, options, dimension: dimensions[Math.floor(i / 2)] })) }], // prettier-ignore
    },
  ],
  computed: [
    {
      key: 'normal',
      label: 'ציון',
      as: 'number',
      value: {
        op: 'round',
        value: {
          op: 'times',
          left: { op: 'divided', left: { score: 'total', as: 'points' }, right: { score: 'total', as: 'answered' } },
          right: 10,
        },
      },
    },
  ],
  endings: [
    { key: 'unknown', title: 'אין מספיק מידע', if: { value: { score: 'total', as: 'answered' }, is: 'less', than: 8 } },
    { key: 'stage1', title: '1', if: { any: [{ field: 'q3', has: 'o0' }, upTo(8)] } },
    { key: 'stage2', title: '2', if: { any: [{ all: [{ field: 'q1', has: 'o0' }, atMost('q2', 1)] }, upTo(16)] } },
    { key: 'stage3', title: '3', if: { any: [{ field: 'q5', has: 'o0' }, upTo(24)] } },
    { key: 'stage4', title: '4', if: upTo(32) },
    { key: 'stage5', title: '5' },
  ],
})

function upTo(than: number) {
  return { value: { computed: 'normal' }, is: 'at_most' as const, than }
}
function atMost(points: string, than: number) {
  return { value: { points }, is: 'at_most' as const, than }
}

const answersOf = (points: number, other: Record<string, number | undefined> = {}) =>
  Object.fromEntries(
    keys.flatMap((key) => {
      const own = Object.hasOwn(other, key) ? other[key] : points
      return own === undefined ? [] : [[key, `o${own}`]]
    }),
  )

test.each([
  [answersOf(0), 0, 'stage1'],
  [answersOf(4), 40, 'stage5'],
  [answersOf(2), 20, 'stage3'],
  [answersOf(4, { q3: 0 }), 36, 'stage1'],
  [answersOf(4, { q5: 0 }), 36, 'stage3'],
  [answersOf(4, { q1: 0, q2: 1 }), 33, 'stage2'],
  // Eight of ten answered: 27 points of 8 answers are 33.75.
  [answersOf(4, { q1: undefined, q2: undefined, q9: 1, q10: 2 }), 34, 'stage5'],
  [answersOf(4, { q1: undefined, q2: undefined, q9: undefined }), 40, 'unknown'],
])('a quiz with override rules is scored by the form logic: %j is %i, %s', (entries, score, ending) => {
  const { evaluation, problems } = validateForm(quiz, entries, today)
  expect(problems).toEqual({})
  expect([evaluation.computed['normal'], evaluation.ending.key]).toEqual([score, ending])
})

test("a dimension's percentage is relative to the maximum of its answered questions", () => {
  const { evaluation } = validateForm(quiz, answersOf(4, { q1: 1, q2: undefined, q3: 0, q4: 2 }), today)
  expect(Object.fromEntries(dimensions.map((key) => [key, evaluation.dimensions[key]!.percent]))).toEqual({
    cashflow: 25,
    debt: 25,
    safety: 100,
    future: 100,
    habits: 100,
  })
})

const form = FormDefinition.parse({
  format: 1,
  title: 'היכרות',
  mode: 'classic',
  pages: [
    {
      key: 'who',
      groups: [
        {
          key: 'person',
          fields: [
            { kind: 'text', key: 'name', label: 'שם', required: true },
            { kind: 'single', key: 'home', label: 'בית', options: [{ key: 'alone', label: 'לבד' }, { key: 'couple', label: 'בזוג' }] }, // prettier-ignore
            { kind: 'text', key: 'partner', label: 'שם בן או בת הזוג', required: true, showIf: { field: 'home', has: 'couple' } }, // prettier-ignore
          ],
        },
      ],
    },
    {
      key: 'money',
      groups: [
        {
          key: 'debts',
          fields: [
            { kind: 'table', key: 'loans', label: 'הלוואות של {{name}}', most: 5, columns: [{ key: 'left', label: 'יתרה', kind: 'money' }] }, // prettier-ignore
            { kind: 'consent', key: 'agree', label: 'הסכמה', purpose: 'marketing', required: true }, // prettier-ignore
          ],
        },
      ],
    },
  ],
  computed: [{ key: 'debt', label: 'סך החובות', as: 'money', value: { table: 'loans', column: 'left' } }],
  endings: [{ key: 'end', title: 'תודה, {{name}}. סך החובות: {{debt}}' }],
})

test('answers of hidden fields are neither required nor returned', () => {
  const alone = validateForm(form, { name: 'דנה', home: 'alone', partner: 'יואב', agree: 'on' }, today)
  expect(alone.problems).toEqual({})
  expect(alone.evaluation.answers).toEqual({ name: 'דנה', home: 'alone', agree: true })
  const couple = validateForm(form, { name: 'דנה', home: 'couple' }, today)
  expect(Object.entries(couple.problems).map(([key, { code }]) => [key, code])).toEqual([
    ['partner', 'required'],
    ['agree', 'consent_required'],
  ])
  expect(messagesOf(couple, form.pages[0]!.groups[0]!.fields)).toEqual({ partner: 'שדה חובה' })
})

test('an invalid answer counts as missing for the logic and is reported as a problem', () => {
  const { evaluation, problems } = validateForm(form, { name: 'דנה', home: 'castle', agree: 'on' }, today)
  expect(problems['home']?.code).toBe('option_unknown')
  expect(evaluation.answers).toEqual({ name: 'דנה', agree: true })
})

test('answers and computed values are inserted into texts, and a missing one leaves no gap', () => {
  const entries = { name: 'דנה', home: 'alone', 'loans.0.left': '1,200', 'loans.3.left': '34.50', agree: 'on' }
  const { evaluation } = validateForm(form, entries, today)
  expect(insertAnswers(evaluation.ending.title, form, evaluation).replaceAll(/[\u200e\u200f\u00a0]/g, ' ')).toContain('1,234.50') // prettier-ignore
  const empty = validateForm(form, {}, today)
  expect(insertAnswers('שלום {{name}}, בואו נתחיל', form, empty.evaluation)).toBe('שלום, בואו נתחיל')
})

test('stored answers converted to entries and parsed again are unchanged', () => {
  const entries = { name: 'דנה', home: 'couple', partner: 'יואב', 'loans.1.left': '12.50', agree: 'on' }
  const first = validateForm(form, entries, today).evaluation.answers
  const again = validateForm(form, entriesOfAnswers(form, first), today)
  expect(again.problems).toEqual({})
  expect(again.evaluation.answers).toEqual(first)
})

test('only field controls of a posted form become entries', () => {
  const body = { [controlName('name')]: 'דנה', [controlName('list')]: ['a', 'b'], company_site: '', page: 'who', [controlName('x')]: '' } // prettier-ignore
  expect(entriesOfBody(body)).toEqual({ name: 'דנה', list: ['a', 'b'] })
})

test('a posted step replaces the entries of its fields', () => {
  const before = { name: 'דנה', list: ['a', 'b'], 'table.0.sum': '5', goal: 'רכב' }
  expect(replaceEntries(before, ['list', 'table'], { 'table.1.sum': '7', goal: 'דירה' })).toEqual({
    name: 'דנה',
    goal: 'רכב',
    'table.1.sum': '7',
  })
})
