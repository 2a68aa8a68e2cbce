import { expect, test } from 'vitest'
import { nextUsualDay } from './usual-day.ts'

test('the usual day is at least three days ahead', () => {
  expect(nextUsualDay('2026-11-01', 2)).toBe('2026-11-10')
  expect(nextUsualDay('2026-10-31', 2)).toBe('2026-11-03')
})

test('holidays, their eves and memorial days are skipped', () => {
  // Independence Day is on Wednesday, 22 April 2026; the day before is a memorial day.
  expect(nextUsualDay('2026-04-15', 2)).toBe('2026-04-28')
  expect(nextUsualDay('2026-04-15', 3)).toBe('2026-04-29')
})
