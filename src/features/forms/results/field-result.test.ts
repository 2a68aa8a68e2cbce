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

test('an option without answers counts zero, and removed options are still listed', () => {
  expect(resultOf(choice, { a: 3, other: 1, old: 2 }).lines).toEqual([
    { key: 'a', label: 'אחת', many: 3 },
    { key: 'b', label: 'שתיים', many: 0 },
    { key: 'other', label: 'אחר', many: 1 },
    { key: 'old', label: 'אפשרות שהוסרה', many: 2 },
  ])
})

test('numbers have a weighted average, money in shekels', () => {
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

test('a step is reached by submissions that stopped there or later, and by completed ones', () => {
  const steps = ['one', 'two', 'three'].map((key) => ({ key, label: key }))
  expect(stepResults(steps, 5, { one: 2, three: 1 }).map(({ reached, stopped }) => [reached, stopped])).toEqual([
    [8, 2],
    [6, 0],
    [6, 1],
  ])
})

test('few distinct numbers get one bar each, and many are grouped into equal round ranges', () => {
  const number: AnsweredField = { kind: 'number', key: 'q', label: 'ש' }
  expect(resultOf(number, { 3: 2, 12: 1 }).lines).toEqual([
    { key: '3', label: '3', many: 2 },
    { key: '12', label: '12', many: 1 },
  ])
  const amounts = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [String(i * 3 + 7), 1]))
  const { lines } = resultOf(number, amounts)
  expect(lines[0]).toEqual({ key: '0', label: '0 עד 20', many: 5 })
  expect(lines.reduce((sum, { many }) => sum + many, 0)).toBe(40)
  expect(lines).toHaveLength(7)
})

test('dates are grouped by month, year or decade, and times by hour', () => {
  const date: AnsweredField = { kind: 'date', key: 'q', label: 'ש' }
  const labels = (days: string[]) => resultOf(date, Object.fromEntries(days.map((day) => [day, 1]))).lines.map(({ label, many }) => [label, many]) // prettier-ignore
  expect(labels(['2026-02-01', '2026-02-09', '2025-12-31'])).toEqual([['12/2025', 1], ['02/2026', 2]]) // prettier-ignore
  expect(labels(['2020-01-01', '2026-01-01'])).toEqual([['2020', 1], ['2026', 1]]) // prettier-ignore
  expect(labels(['1974-01-01', '1979-01-01', '1992-01-01'])).toEqual([['1970 עד 1979', 2], ['1990 עד 1999', 1]]) // prettier-ignore
  expect(resultOf({ kind: 'time', key: 'q', label: 'ש' }, { '08:15': 1, '08:45': 2 }).lines).toEqual([{ key: '08', label: '08:00–08:59', many: 3 }]) // prettier-ignore
})

test('a ranking shows first ranks and the average rank per option, and an address its cities', () => {
  const ranking: AnsweredField = { kind: 'ranking', key: 'q', label: 'ש', options: [{ key: 'a', label: 'דירה' }, { key: 'b', label: 'רכב' }] } // prettier-ignore
  expect(resultOf(ranking, { 'a:1': 3, 'a:2': 1, 'b:2': 3, 'b:1': 1 }).lines).toEqual([
    { key: 'a', label: 'דירה, במקום 1.3 בממוצע', many: 3 },
    { key: 'b', label: 'רכב, במקום 1.8 בממוצע', many: 1 },
  ])
  const address: AnsweredField = { kind: 'address', key: 'q', label: 'ש' }
  expect(resultOf(address, { 'city:חיפה': 2, 'city:לוד': 3, 'street:הנמל': 9 }).lines).toEqual([
    { key: 'city:לוד', label: 'לוד', many: 3 },
    { key: 'city:חיפה', label: 'חיפה', many: 2 },
  ])
})
