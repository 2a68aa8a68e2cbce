import { expect, test } from 'vitest'
import type { BudgetItem } from './budget.ts'
import { differenceText, type FormKind, itemOf, mergeValues, valuesOf } from './budget-form.ts'

const about = { id: '00000000-0000-4000-8000-000000000001', isPrivate: false, version: 1, byMe: true }

const items: BudgetItem[] = [
  {
    ...about,
    kind: 'line',
    month: '2026-11',
    content: { kind: 'variable', category: 'דלק', planned: 12_345, actual: -500, spread: null, note: '' },
  },
  {
    ...about,
    kind: 'line',
    month: '2026-11',
    content: {
      kind: 'periodic',
      category: 'חגים',
      planned: 0,
      actual: 0,
      spread: { total: 100_000, everyMonths: 12, startsOn: '2026-11' },
      note: 'כל שנה',
    },
  },
  { ...about, kind: 'debt', content: { name: 'בנק', kind: 'loan', balance: 500, yearlyRate: 825, minPayment: 1 } },
  { ...about, kind: 'goal', content: { name: 'ים', target: 1, saved: 0, by: null } },
  { ...about, kind: 'asset', content: { name: 'רכב', kind: 'car', value: 99 } },
  { ...about, kind: 'plan', content: { method: 'snowball', extra: 60_000 } },
]

test.each(items)('a $kind saved without changes is unchanged', (item) => {
  const { id: _id, isPrivate: _isPrivate, version: _version, byMe: _byMe, ...body } = item
  expect(itemOf(item.kind as FormKind, '2026-11', valuesOf(item))).toEqual({ item: body })
})

test('an invalid or missing amount shows a message, and nothing is saved', () => {
  expect(itemOf('goal', '2026-11', { name: 'ים', target: 'הרבה' })).toEqual({ errorText: 'יש להזין סכום' })
  expect(itemOf('goal', '2026-11', { name: '', target: '5' })).toEqual({ errorText: 'שדה חובה' })
  expect(itemOf('line', '2026-11', { kind: 'variable', category: 'דלק', planned: '-5' })).toEqual({
    errorText: 'יש להזין סכום חיובי',
  })
})

test('the difference shows the rest or the amount over budget, inverted for income', () => {
  expect(differenceText('variable', 100, 40, String)).toBe('נשארו 60')
  expect(differenceText('variable', 100, 140, String)).toBe('40 מעל התכנון')
  expect(differenceText('income', 100, 40, String)).toBe('עוד 60 צפויים')
  expect(differenceText('income', 100, 100, String)).toBe('בדיוק לפי התכנון')
  expect(differenceText('variable', 0, 40, String)).toBe('עוד לא נקבע תכנון')
  expect(differenceText('income', 0, 40, String)).toBe('עוד לא נקבע תכנון')
})

test('two edits of one form are merged by field, and a field changed in both is reported', () => {
  const base = { planned: '100', actual: '0', note: 'א', months: '' }
  const theirs = { ...base, planned: '200', note: 'ב' }
  const mine = { ...base, planned: '300', actual: '50' }
  expect(mergeValues(base, theirs, mine)).toEqual({
    merged: { planned: '300', actual: '50', note: 'ב', months: '' },
    both: ['planned'],
    taken: ['note'],
  })
  expect(mergeValues(base, theirs, theirs)).toMatchObject({ both: [], taken: [], merged: theirs })
})
