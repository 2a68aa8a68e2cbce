import { expect, test } from 'vitest'
import { orderOf, parseDay } from './parse-day.ts'

const latest = '2026-11-24'

test.each([
  ['23/4/93', '1993-04-23'],
  ['5/11/75', '1975-11-05'],
  ['24.11.26', '2026-11-24'],
  ['25.11.26', '1926-11-25'],
  ['12-3-1980', '1980-03-12'],
  ['1980-03-12', '1980-03-12'],
  ['1980/3/12', '1980-03-12'],
  ['19800312', '1980-03-12'],
  ['12031980', '1980-03-12'],
  ['12 במרץ 1980', '1980-03-12'],
  ['ה-12 במרס 80', '1980-03-12'],
  ['12 מרץ, 1980', '1980-03-12'],
  ['1 באפר׳ 1990', '1990-04-01'],
  ['12-Mar-80', '1980-03-12'],
  ['March 12th, 1980', '1980-03-12'],
  ['12/03/1980 00:00:00', '1980-03-12'],
  ['1980-03-12T00:00:00Z', '1980-03-12'],
  ['06-27-1997', '1997-06-27'],
  ['29/2/00', '2000-02-29'],
])('the date %s is read as %s', (text, day) => {
  expect(parseDay(text, { latest })).toBe(day)
})

test.each([
  '31.2.1990',
  '29.2.1990',
  '13/13/1990',
  '12 במרץ',
  '1880-01-01',
  '12.3.980',
  'אתמול',
  '0/1/1990',
  '45-1-90',
])('%s is not a date', (text) => {
  expect(parseDay(text, { latest })).toBeUndefined()
})

test('an ambiguous date is parsed in the order of its column, an unambiguous one regardless of the order', () => {
  expect(parseDay('3/4/1990', { latest, order: 'day_first' })).toBe('1990-04-03')
  expect(parseDay('3/4/1990', { latest, order: 'month_first' })).toBe('1990-03-04')
  expect(parseDay('23/4/1990', { latest, order: 'month_first' })).toBe('1990-04-23')
  expect(parseDay('4/23/1990', { latest, order: 'day_first' })).toBe('1990-04-23')
})

test('a two-digit year is the latest one whose day is not after the limit', () => {
  expect(parseDay('1.1.40', { latest: '2046-11-24' })).toBe('2040-01-01')
  expect(parseDay('1.1.47', { latest: '2046-11-24' })).toBe('1947-01-01')
})

test.each([
  ['23/4/93', 'day_first'],
  ["'4/23/1993", 'month_first'],
  ['3.4.1990 10:00', 'either'],
  ['4.4.1990', undefined],
  ['31.2.1990', undefined],
  ['1990-04-03', undefined],
  ['050-123-4567', undefined],
  ['12 במרץ 1980', undefined],
])('the order in which %s can be parsed is %s', (text, order) => {
  expect(orderOf(text)).toBe(order)
})
