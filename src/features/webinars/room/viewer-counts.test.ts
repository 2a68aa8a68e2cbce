import { expect, test } from 'vitest'
import { createViewerCounts } from './viewer-counts.ts'

test('viewers of a full room are counted once a second, and those of a small one at each call', () => {
  let now = 0
  const counts = createViewerCounts(() => now)
  counts.learn('full', 100)
  counts.learn('small', 99)
  counts.learn(null, 500)
  expect(counts.known()).toEqual({ full: 100 })
  now = 900
  counts.learn('full', 100)
  expect(counts.known()).toEqual({ full: 100 })
  now = 1000
  expect(counts.known()).toEqual({})
  counts.learn('full', 140)
  expect(counts.known()).toEqual({ full: 140 })
})
