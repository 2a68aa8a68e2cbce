import { expect, test } from 'vitest'
import type { AnsweredField } from '#platform/forms/definition/field-schema.ts'
import { isCounted, resultOf, stepResults } from './field-result.ts'

const choice: AnsweredField = {
  kind: 'multi',
  key: 'q',
  label: 'ש',
  options: [
    { key: 'a', label: 'אחת' },
    { key: 'b', label: 'שתיים' },
  ],
}

test('an option that was never chosen counts zero, and removed ones stay', () => {
  expect(resultOf(choice, { a: 3, other: 1, old: 2 }).lines).toEqual([
    { key: 'a', label: 'אחת', many: 3 },
    { key: 'b', label: 'שתיים', many: 0 },
    { key: 'other', label: 'אחר', many: 1 },
    { key: 'old', label: 'אפשרות שהוסרה', many: 2 },
  ])
})

test('numbers have an average weighted by their answers, money in shekels', () => {
  expect(resultOf({ kind: 'rating', key: 'q', label: 'ש', most: 5 }, { 5: 3, 1: 1 }).summary).toBe('ממוצע 4, מ־1 עד 5')
  expect(resultOf({ kind: 'money', key: 'q', label: 'ש' }, { 100000: 1, 300000: 1 }).summary).toMatch(
    /2,000.*1,000.*3,000/,
  )
  expect(resultOf({ kind: 'number', key: 'q', label: 'ש' }, {})).toEqual({ lines: [] })
})

test('sensitive answers are not counted', () => {
  expect(isCounted(choice)).toBe(true)
  expect(isCounted({ ...choice, sensitive: true })).toBe(false)
})

test('each step is reached by all that stopped there or later, and by what was sent', () => {
  const steps = ['one', 'two', 'three'].map((key) => ({ key, label: key }))
  expect(stepResults(steps, 5, { one: 2, three: 1 }).map(({ reached, stopped }) => [reached, stopped])).toEqual([
    [8, 2],
    [6, 0],
    [6, 1],
  ])
})
