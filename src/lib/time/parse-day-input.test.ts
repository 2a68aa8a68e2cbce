import { expect, test } from 'vitest'
import { isWithin, parseDayInput, formatDayInput } from './parse-day-input.ts'

const today = '2026-11-25'

test.each([
  ['24.11.2026', '2026-11-24'],
  ['5/6/2027', '2027-06-05'],
  ['5/6/27', '2027-06-05'],
  ['05062027', '2027-06-05'],
  ['050627', '2027-06-05'],
  ['0506', '2026-06-05'],
  ['5/1', '2027-01-05'],
  ['5.12.', '2026-12-05'],
  ['29.2', '2028-02-29'],
  ['1.1.46', '2046-01-01'],
  ['1.1.93', '1993-01-01'],
  ['2031-02-03', '2031-02-03'],
  [' מחר ', '2026-11-26'],
  ['אתמול', '2026-11-24'],
  ['12 במרץ 1980', '1980-03-12'],
])('%s typed on 25 November 2026 is %s', (text, day) => {
  expect(parseDayInput(text, today)).toBe(day)
})

test.each(['31.2', '31.2.2026', '12.24', '3', '24.11.', '99.99', 'בקרוב', 'toString', ''])(
  'of %s only a valid day is parsed',
  (text) => {
    expect(parseDayInput(text, today) ?? null).toBe(text === '24.11.' ? '2026-11-24' : null)
  },
)

test('a day without a year is the nearest one within the bounds', () => {
  expect(parseDayInput('20.6', today)).toBe('2026-06-20')
  expect(parseDayInput('20.6', today, { min: today })).toBe('2027-06-20')
  expect(parseDayInput('5.1', today, { max: today })).toBe('2026-01-05')
})

test('date bounds are inclusive', () => {
  expect(isWithin(today, { min: today, max: today })).toBe(true)
  expect(isWithin('2026-11-24', { min: today })).toBe(false)
  expect(isWithin('2026-11-26', { max: today })).toBe(false)
})

test('a day is formatted as day.month.year, and any other text is returned unchanged', () => {
  expect(formatDayInput('2026-06-05')).toBe('05.06.2026')
  expect(formatDayInput('')).toBe('')
})
