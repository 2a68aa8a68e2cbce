import { expect, test } from 'vitest'
import { callBackDay } from './call-back.ts'

test.each([
  ['2026-11-22T10:00:00Z', '2026-11-23'],
  ['2026-11-27T10:00:00Z', '2026-11-29'],
  // The eve of Rosh Hashanah, a holiday of two days.
  ['2026-09-11T10:00:00Z', '2026-09-14'],
])('a callback requested on %s is due on %s', (now, day) => {
  expect(callBackDay(new Date(now))).toBe(day)
})
