import { expect, test } from 'vitest'
import { StartupError } from '#lib/startup-error.ts'
import { restoreMoment } from './restore-moment.ts'

test.each([
  ['2026-11-23 14:05', '2026-11-23T12:05:00.000Z'],
  ['2026-07-23T14:05', '2026-07-23T11:05:00.000Z'],
  ['2026-11-23 14:05:30', '2026-11-23T12:05:30.000Z'],
  ['2026-11-23T12:05:30Z', '2026-11-23T12:05:30.000Z'],
  ['2026-11-23 14:05:30+02:00', '2026-11-23T12:05:30.000Z'],
])('the restore point %s is read in the zone it names, by default Israel time', (text, instant) => {
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
])('a restore point that is ambiguous or does not exist is refused: %s', (text) => {
  expect(() => restoreMoment(text)).toThrow(StartupError)
  expect(() => restoreMoment(text)).toThrow('--to has to be like')
})
