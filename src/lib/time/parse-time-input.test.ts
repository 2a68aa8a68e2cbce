import { expect, test } from 'vitest'
import { stepTime, parseTimeInput } from './parse-time-input.ts'

test.each([
  ['9', '09:00'],
  ['09', '09:00'],
  ['930', '09:30'],
  ['1430', '14:30'],
  ['14.05', '14:05'],
  [' 0:00 ', '00:00'],
  ['23:59', '23:59'],
])('the time %s is %s', (text, time) => {
  expect(parseTimeInput(text)).toBe(time)
})

test.each(['24:00', '12:60', '9:5', '2 PM', 'בצהריים', '', '12345'])('%s is not a time of day', (text) => {
  expect(parseTimeInput(text)).toBeUndefined()
})

test('a step moves to the next multiple of the step, and wraps around at midnight', () => {
  expect(stepTime('09:07', 15)).toBe('09:15')
  expect(stepTime('09:07', -15)).toBe('09:00')
  expect(stepTime('23:45', 15)).toBe('00:00')
  expect(stepTime('00:00', -15)).toBe('23:45')
})
