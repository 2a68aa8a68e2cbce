import { expect, test } from 'vitest'
import { monthSnapshot } from './month-snapshot.ts'

const totals = (month: string, income: number, outgoing: number) => ({
  month,
  income: { planned: 1, actual: income },
  outgoing: { planned: 1, actual: outgoing },
})

test('the last complete month is shown, with earlier months that have amounts', () => {
  const history = [
    totals('2026-07', 0, 0),
    totals('2026-08', 900, 950),
    totals('2026-09', 900, 0),
    totals('2026-10', 5, 0),
  ]
  expect(monthSnapshot(history, '2026-10')).toEqual({
    month: '2026-09',
    isFinished: true,
    left: 900,
    streak: 1,
    months: [
      { month: '2026-08', income: 900, outgoing: 950 },
      { month: '2026-09', income: 900, outgoing: 0 },
    ],
  })
})

test('a streak counts consecutive months with a surplus', () => {
  const streakOf = (...lefts: number[]) =>
    monthSnapshot(
      lefts.map((left, i) => totals(`2026-0${i + 1}`, 100 + left, 100)),
      '2026-09',
    )?.streak
  expect(streakOf(5, -1, 3, 4)).toBe(2)
  expect(streakOf(5, 6)).toBe(2)
  expect(streakOf(5, 0)).toBe(0)
  expect(streakOf(5, -1)).toBe(0)
})

test('a month without amounts ends a streak', () => {
  const history = [
    totals('2026-05', 900, 1),
    totals('2026-06', 0, 0),
    totals('2026-07', 900, 1),
    totals('2026-08', 900, 1),
  ]
  expect(monthSnapshot(history, '2026-09')?.streak).toBe(2)
})

test('the current month is shown while no earlier month has amounts, and without amounts no month is shown', () => {
  expect(monthSnapshot([totals('2026-10', 100, 30)], '2026-10')).toMatchObject({ isFinished: false, left: 70 })
  expect(monthSnapshot([totals('2026-10', 0, 0)], '2026-10')).toBeUndefined()
  expect(monthSnapshot([totals('2026-11', 5, 5)], '2026-10')).toBeUndefined()
})
