import { expect, test } from 'vitest'
import { addDays } from './dates.ts'
import { type HolidayKind, holidayOn, isClosedHoliday, isRestDay, isSaturday } from './holidays.ts'

const daysOf = (year: number, holds: (day: string) => boolean) =>
  Array.from({ length: 366 }, (_, i) => addDays(`${year}-01-01`, i)).filter(
    (day) => day.startsWith(`${year}`) && holds(day),
  )
const ofKind = (kind: HolidayKind) => (day: string) => holidayOn(day)?.kind === kind

test('the closed days are the legal holidays and Independence Day', () => {
  expect(daysOf(2026, isClosedHoliday).map((day) => day.slice(5))).toEqual([
    '04-02',
    '04-08',
    '04-22',
    '05-22',
    '09-12',
    '09-13',
    '09-21',
    '09-26',
    '10-03',
  ])
  expect(daysOf(2027, isClosedHoliday).map((day) => day.slice(5))).toEqual([
    '04-22',
    '04-28',
    '05-12',
    '06-11',
    '10-02',
    '10-03',
    '10-11',
    '10-16',
    '10-23',
  ])
})

// Independence Day is moved away from Saturdays: 2024 and 2025 each show another rule, 2022 the regular day.
test.each([
  [2022, '05-05', '05-04', '04-28'],
  [2024, '05-14', '05-13', '05-06'],
  [2025, '05-01', '04-30', '04-24'],
  [2026, '04-22', '04-21', '04-14'],
])(
  'in %s Independence Day is on %s, Memorial Day on %s and Holocaust Remembrance Day on %s',
  (year, free, fallen, shoah) => {
    expect(daysOf(year, (day) => holidayOn(day)?.name === 'יום העצמאות')).toEqual([`${year}-${free}`])
    expect(daysOf(year, ofKind('memorial'))).toEqual([`${year}-${shoah}`, `${year}-${fallen}`])
  },
)

test('eves, intermediate days and fasts are named', () => {
  expect(daysOf(2026, ofKind('eve'))).toHaveLength(7)
  expect(holidayOn('2026-09-20')).toEqual({ name: 'ערב יום כיפור', kind: 'eve' })
  expect(holidayOn('2026-09-28')).toEqual({ name: 'חול המועד סוכות', kind: 'partial' })
  expect(holidayOn('2026-03-03')).toEqual({ name: 'פורים', kind: 'partial' })
  // The fast of a Saturday is on Sunday.
  expect(holidayOn('2022-08-07')).toEqual({ name: 'תשעה באב', kind: 'partial' })
  expect(holidayOn('2022-08-06')).toBeUndefined()
})

test('a year with a second Adar has Purim in the second', () => {
  expect(daysOf(2024, (day) => holidayOn(day)?.name === 'פורים')).toEqual(['2024-03-24'])
})

test('Saturdays are rest days', () => {
  expect(daysOf(2026, isSaturday).slice(0, 2)).toEqual(['2026-01-03', '2026-01-10'])
  expect(daysOf(2026, isRestDay).slice(0, 2)).toEqual(['2026-01-03', '2026-01-10'])
})
