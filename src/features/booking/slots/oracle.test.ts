import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstDifference } from './oracle-check.fixture.ts'
import { slotInputs } from './slot-input.fixture.ts'

// Covers the clock changes of the three zones and all holidays but two. The bench compares whole years.
const stretch = fc.constantFrom({ first: '2026-03-05', days: 50 }, { first: '2026-09-08', days: 58 })

test('free slots and explanations equal those of a minute-by-minute oracle, under random rules', () => {
  const seen = { free: 0, taken: 0 }
  fc.assert(
    fc.property(slotInputs, stretch, (input, days) => {
      const { difference, free, taken } = firstDifference(input, days)
      seen.free += free
      seen.taken += taken
      expect(difference).toBeUndefined()
    }),
    { numRuns: 40 },
  )
  expect(Math.min(seen.free, seen.taken)).toBeGreaterThan(0)
})
