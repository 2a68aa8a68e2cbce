import { expect, test } from 'vitest'
import {
  calendarLeaf,
  dayOf,
  formatDate,
  formatDayAndYear,
  formatDayInYear,
  formatDayNear,
  formatHebrewDate,
  formatHebrewDayInYear,
  formatLongDate,
  formatTime,
  instantAt,
  relativeDay,
  relativeTime,
} from './dates.ts'
import { addDays, daysBetween } from './day-arithmetic.ts'

const now = '2026-11-20T10:00:00Z'
const minutesFromNow = (minutes: number) => new Date(Date.parse(now) + minutes * 60_000)

test('dates and times are formatted in Israel time', () => {
  expect(dayOf('2026-11-19T22:30:00Z')).toBe('2026-11-20')
  expect(formatDate(now)).toBe('20.11.2026')
  expect(formatLongDate(now)).toBe('יום שישי, 20 בנובמבר 2026')
  expect(formatHebrewDate(now)).toBe('י׳ בכסלו תשפ״ז')
  expect(formatHebrewDate('2026-11-25T10:00:00Z')).toBe('ט״ו בכסלו תשפ״ז')
  expect(formatHebrewDate('2026-09-12T10:00:00Z')).toBe('א׳ בתשרי תשפ״ז')
  expect(formatHebrewDayInYear('2026-11-25T10:00:00Z')).toBe('ט״ו בכסלו')
  expect(formatTime('2026-11-20T14:05:00Z')).toBe('16:05')
  expect(formatTime('2026-07-20T14:05:00Z')).toBe('17:05')
})

test('calendar day arithmetic is correct across changes to daylight saving time', () => {
  expect(daysBetween('2026-03-26', '2026-03-28')).toBe(2)
  expect(addDays('2026-03-26', 1)).toBe('2026-03-27')
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
})

test.each([
  [0, 'עכשיו'],
  [-1, 'לפני דקה'],
  [-2, 'לפני שתי דקות'],
  [-3, 'לפני 3 דקות'],
  [-60, 'לפני שעה'],
  [-120, 'לפני שעתיים'],
  [-5 * 60, 'לפני 5 שעות'],
  [-24 * 60, 'אתמול'],
  [-48 * 60, 'שלשום'],
  [-4 * 24 * 60, 'לפני 4 ימים'],
  [-7 * 24 * 60, 'לפני שבוע'],
  [-15 * 24 * 60, 'לפני שבועיים'],
  [-25 * 24 * 60, 'לפני 25 ימים'],
  [-31 * 24 * 60, 'לפני חודש'],
  [-61 * 24 * 60, 'לפני חודשיים'],
  [-370 * 24 * 60, 'לפני שנה'],
  [-740 * 24 * 60, 'לפני שנתיים'],
  [1, 'בעוד דקה'],
  [2, 'בעוד שתי דקות'],
  [60, 'בעוד שעה'],
  [120, 'בעוד שעתיים'],
  [24 * 60, 'מחר'],
  [48 * 60, 'מחרתיים'],
  [5 * 24 * 60, 'בעוד 5 ימים'],
  [7 * 24 * 60, 'בעוד שבוע'],
  [14 * 24 * 60, 'בעוד שבועיים'],
])('%i minutes from now is %s', (minutes, expected) => {
  expect(relativeTime(minutesFromNow(minutes), now)).toBe(expected)
})

test('a day is formatted relative to today', () => {
  expect(relativeDay('2026-11-20', '2026-11-20')).toBe('היום')
  expect(relativeDay('2026-11-21', '2026-11-20')).toBe('מחר')
  expect(relativeDay('2026-11-17', '2026-11-20')).toBe('לפני 3 ימים')
})

test('a day is formatted without a year, with a year, and as a calendar leaf', () => {
  expect(formatDayInYear('2026-11-20')).toBe('20 בנובמבר')
  expect(formatDayAndYear('2026-11-20')).toBe('20 בנובמבר 2026')
  expect(formatDayNear('2026-11-20', '2026-12-31')).toBe('20 בנובמבר')
  expect(formatDayNear('2025-12-31T22:30:00Z', '2026-11-20')).toBe('1 בינואר')
  expect(formatDayNear('2026-11-20', new Date('2026-12-31T22:30:00Z'))).toBe('20 בנובמבר 2026')
  expect(calendarLeaf('2026-11-20')).toEqual({ month: 'נוב׳', day: '20' })
  expect(calendarLeaf('2026-11-20T22:30:00Z').day).toBe('21')
})

test.each([
  ['2026-11-20', '16:05', '2026-11-20T14:05:00.000Z'],
  ['2026-07-01', '00:00', '2026-06-30T21:00:00.000Z'],
  ['2026-03-27', '01:59', '2026-03-26T23:59:00.000Z'],
  // A time skipped by daylight saving time is moved forward; a repeated time is the second one, in standard time.
  ['2026-03-27', '02:30', '2026-03-27T00:30:00.000Z'],
  ['2026-10-25', '01:30', '2026-10-24T23:30:00.000Z'],
  ['2026-03-27', '03:00', '2026-03-27T00:00:00.000Z'],
  ['2026-10-25', '08:00', '2026-10-25T06:00:00.000Z'],
  ['2026-12-31', '23:59:30', '2026-12-31T21:59:00.000Z'],
])('%s at %s in Israel time is %s', (day, time, instant) => {
  expect(instantAt(day, time).toISOString()).toBe(instant)
})
