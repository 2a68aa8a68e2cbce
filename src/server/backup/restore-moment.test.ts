import { expect, test } from 'vitest'
import { StartupError } from '#lib/startup-error.ts'
import { restoreMoment } from './restore-moment.ts'

test.each([
  ['2026-11-23 14:05', '2026-11-23T12:05:00.000Z'],
  ['2026-07-23T14:05', '2026-07-23T11:05:00.000Z'],
  ['2026-11-23 14:05:30', '2026-11-23T12:05:30.000Z'],
  ['2026-11-23T12:05:30Z', '2026-11-23T12:05:30.000Z'],
  ['2026-11-23 14:05:30+02:00', '2026-11-23T12:05:30.000Z'],
])('a restore to %s is to that time in Israel, or in the zone that is named', (text, instant) => {
  expect(restoreMoment(text).toISOString()).toBe(instant)
})

test.each([
  '2026-11-23',
  '14:05',
  '1',
  'Nov 23 2026 14:05',
  '2026-02-31 10:00',
  '2026-02-31T10:00:00Z',
  '2026-13-01 10:00',
  '2026-11-23 25:00',
  '2026-11-23T25:00:00Z',
])('a moment that could be read in another zone, or that does not exist, is refused: %s', (text) => {
  expect(() => restoreMoment(text)).toThrow(StartupError)
  expect(() => restoreMoment(text)).toThrow('--to has to be like')
})
