import { expect, test } from 'vitest'
import { addDays } from './day-arithmetic.ts'
import { type HolidayKind, holidayIds, holidayOn, isClosedHoliday, isRestDay, isSaturday } from './holidays.ts'

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

// Independence Day is moved to avoid Shabbat. Each of the years 2022, 2024 and 2025 covers a different rule.
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
  expect(holidayOn('2026-09-20')).toMatchObject({ name: 'ערב יום כיפור', kind: 'eve' })
  expect(holidayOn('2026-09-28')).toMatchObject({ name: 'חול המועד סוכות', kind: 'partial' })
  expect(holidayOn('2026-03-03')).toMatchObject({ name: 'פורים', kind: 'partial' })
  // A fast that falls on a Saturday is observed on Sunday.
  expect(holidayOn('2022-08-07')).toMatchObject({ name: 'תשעה באב', kind: 'partial' })
  expect(holidayOn('2022-08-06')).toBeUndefined()
})

test('chol hamoed includes the last day, which is an eve, but not Purim or the Ninth of Av', () => {
  const cholHamoed = daysOf(2026, (day) => holidayOn(day)?.isCholHamoed === true)
  expect(cholHamoed.map((day) => day.slice(5))).toEqual([
    '04-03',
    '04-04',
    '04-05',
    '04-06',
    '04-07',
    '09-27',
    '09-28',
    '09-29',
    '09-30',
    '10-01',
    '10-02',
  ])
})

test('every holiday has a unique id, which settings store', () => {
  const inOrder = daysOf(2026, (day) => holidayOn(day) !== undefined).map((day) => holidayOn(day)!.id)
  expect([...new Set(inOrder)]).toEqual([
    'purim',
    'pesach_eve',
    'pesach',
    'pesach_chol_hamoed',
    'pesach_seventh_eve',
    'pesach_seventh',
    'holocaust_day',
    'memorial_day',
    'independence_day',
    'shavuot_eve',
    'shavuot',
    'tisha_beav',
    'rosh_hashana_eve',
    'rosh_hashana',
    'yom_kippur_eve',
    'yom_kippur',
    'sukkot_eve',
    'sukkot',
    'sukkot_chol_hamoed',
    'hoshana_raba',
    'simchat_torah',
  ])
  expect(new Set(holidayIds)).toEqual(new Set(inOrder))
})

test('in a Hebrew leap year Purim is in Adar II', () => {
  expect(daysOf(2024, (day) => holidayOn(day)?.name === 'פורים')).toEqual(['2024-03-24'])
})

test('Saturdays are rest days', () => {
  expect(daysOf(2026, isSaturday).slice(0, 2)).toEqual(['2026-01-03', '2026-01-10'])
  expect(daysOf(2026, isRestDay).slice(0, 2)).toEqual(['2026-01-03', '2026-01-10'])
})
