import { expect, test } from 'vitest'
import { addMonths, dayAfterKey, weeksOf } from './calendar-month.ts'

test('a month consists of whole weeks from Sunday', () => {
  const weeks = weeksOf('2026-11-25')
  expect(weeks.map((week) => week[0])).toEqual(['2026-11-01', '2026-11-08', '2026-11-15', '2026-11-22', '2026-11-29'])
  expect(weeks.at(-1)!.at(-1)).toBe('2026-12-05')
  expect(weeksOf('2026-08-01')).toHaveLength(6)
  expect(weeksOf('2026-02-14')).toHaveLength(4)
})

test('adding a month gives the same day, or the last day of a shorter month', () => {
  expect(addMonths('2027-01-31', 1)).toBe('2027-02-28')
  expect(addMonths('2026-12-05', 1)).toBe('2027-01-05')
  expect(addMonths('2027-01-05', -1)).toBe('2026-12-05')
  expect(addMonths('2028-02-29', 12)).toBe('2029-02-28')
})

test.each([
  ['ArrowLeft', false, '2026-11-26'],
  ['ArrowRight', false, '2026-11-24'],
  ['ArrowDown', false, '2026-12-02'],
  ['ArrowUp', false, '2026-11-18'],
  ['Home', false, '2026-11-22'],
  ['End', false, '2026-11-28'],
  ['PageDown', false, '2026-12-25'],
  ['PageUp', true, '2025-11-25'],
  ['a', false, undefined],
])('%s (shift: %s) moves from Wednesday, 25 November 2026, to %s', (key, isShift, day) => {
  expect(dayAfterKey('2026-11-25', key, isShift)).toBe(day)
})
