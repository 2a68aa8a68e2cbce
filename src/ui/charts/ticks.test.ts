import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ticksOf } from './ticks.ts'

test('there are few, round ticks, and their range contains the values', () => {
  expect(ticksOf(1_810_000, 1_920_000)).toEqual([1_800_000, 1_850_000, 1_900_000, 1_950_000])
  expect(ticksOf(0, 100)).toEqual([0, 50, 100])
  expect(ticksOf(-30, 70)).toEqual([-50, 0, 50, 100])
})

test('equal values still get two ticks', () => {
  expect(ticksOf(0, 0)).toEqual([0, 1])
  expect(ticksOf(500, 500).length).toBeGreaterThan(1)
})

test('any two values are between the first and the last of at most six ticks', () => {
  const sum = fc.integer({ min: -100_000_000, max: 100_000_000 })
  fc.assert(
    fc.property(sum, sum, (a, b) => {
      const [min, max] = [Math.min(a, b), Math.max(a, b)]
      const ticks = ticksOf(min, max)
      expect(ticks[0]).toBeLessThanOrEqual(min)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(max)
      expect(ticks.length).toBeGreaterThan(1)
      expect(ticks.length).toBeLessThanOrEqual(6)
    }),
  )
})
