import { expect, test } from 'vitest'
import { createServerClock, secondOf } from './server-clock.ts'

test('a viewer who joins at minute 12 sees 12:00, although the browser clock is an hour slow', () => {
  let local = Date.parse('2026-11-24T17:30:00Z')
  const clock = createServerClock('2026-11-24T18:42:00Z', () => local)
  expect(secondOf('2026-11-24T18:30:00Z', clock.now())).toBe(720)
  // A slow response after a fast one does not change the offset.
  const requestedAt = local
  local += 200
  clock.learn('2026-11-24T18:42:00.100Z', requestedAt)
  local += 4_000
  clock.learn('2026-11-24T18:42:09Z', local - 4_000)
  expect(secondOf('2026-11-24T18:30:00Z', clock.now())).toBeCloseTo(724.2, 1)
})

test('before the start the position is zero, never negative', () => {
  expect(secondOf('2026-11-24T18:30:00Z', Date.parse('2026-11-24T18:00:00Z'))).toBe(0)
})
