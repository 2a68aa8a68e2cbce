import { expect, test } from 'vitest'
import { addDays } from './dates.ts'
import { isHoliday, isSaturday } from './rest-days.ts'

const daysOf = (year: number, holds: (day: string) => boolean) =>
  Array.from({ length: 366 }, (_, i) => addDays(`${year}-01-01`, i)).filter(
    (day) => day.startsWith(`${year}`) && holds(day),
  )

test('holidays are those of the Hebrew calendar', () => {
  expect(daysOf(2026, isHoliday)).toEqual([
    '2026-04-02',
    '2026-04-08',
    '2026-05-22',
    '2026-09-12',
    '2026-09-13',
    '2026-09-21',
    '2026-09-26',
    '2026-10-03',
  ])
  expect(daysOf(2027, isHoliday)).toEqual([
    '2027-04-22',
    '2027-04-28',
    '2027-06-11',
    '2027-10-02',
    '2027-10-03',
    '2027-10-11',
    '2027-10-16',
    '2027-10-23',
  ])
})

test('Saturday is the seventh day', () => {
  expect(daysOf(2026, isSaturday).slice(0, 2)).toEqual(['2026-01-03', '2026-01-10'])
})
