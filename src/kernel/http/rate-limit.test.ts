import { expect, test } from 'vitest'
import { createRateLimit } from './rate-limit.ts'

test('a burst is allowed, then as many as flow back, each key for itself', () => {
  const limit = createRateLimit({ burst: 3, refillMs: 3000 })
  const takes = (key: string, at: number) => limit.take(key, at)
  expect([0, 0, 0, 0].map((at) => takes('a', at))).toEqual([true, true, true, false])
  expect(takes('b', 0)).toBe(true)
  expect(takes('a', 999)).toBe(false)
  expect(takes('a', 1001)).toBe(true)
  expect(takes('a', 1002)).toBe(false)
  expect([60_000, 60_000, 60_000, 60_000].map((at) => takes('a', at))).toEqual([true, true, true, false])
})
