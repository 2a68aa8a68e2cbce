import { expect, test } from 'vitest'
import { daysOf, rangeOf, stepDay, titleOf } from './calendar-range.ts'

test('a week begins on Sunday', () => {
  expect(daysOf('week', '2026-11-25')).toEqual([
    '2026-11-22',
    '2026-11-23',
    '2026-11-24',
    '2026-11-25',
    '2026-11-26',
    '2026-11-27',
    '2026-11-28',
  ])
  expect(titleOf('week', '2026-11-25').title).toBe('22 עד 28 בנובמבר 2026')
  expect(titleOf('week', '2026-12-01').title).toBe('29 בנובמבר עד 5 בדצמבר 2026')
})

test('the range of a day is 23 hours when DST starts, and 25 when it ends', () => {
  const hours = (day: string) => {
    const { from, to } = rangeOf([day])
    return (Date.parse(to) - Date.parse(from)) / 3_600_000
  }
  expect([hours('2026-03-26'), hours('2026-03-27'), hours('2026-10-25')]).toEqual([24, 23, 25])
})

test('a step moves by one page of the view', () => {
  expect(stepDay('day', '2026-11-25', 1)).toBe('2026-11-26')
  expect(stepDay('week', '2026-11-25', -1)).toBe('2026-11-18')
  expect(stepDay('month', '2026-01-31', 1)).toBe('2026-02-28')
  expect(stepDay('agenda', '2026-11-25', 1)).toBe('2026-12-25')
})
