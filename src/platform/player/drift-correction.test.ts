import { expect, test } from 'vitest'
import { createDriftCorrection } from './drift-correction.ts'

test('a seek longer than the allowed drift is not repeated immediately, and the next one aims ahead by its duration', () => {
  let now = 0
  const correction = createDriftCorrection(() => now)
  const due = () => 720 + now / 1000
  correction.begin()
  now = 4000
  correction.end()
  expect(correction.target(720, due())).toBeUndefined()
  now = 9000
  expect(correction.target(725, due())).toBeUndefined()
  now = 12_000
  expect(correction.target(728, due())).toBe(736)
  now = 16_000
  correction.end()
  expect(correction.target(736, due())).toBeUndefined()
})

test('a video without drift is not corrected, and a seek by the viewer does not change the lead', () => {
  let now = 60_000
  const correction = createDriftCorrection(() => now)
  expect(correction.target(101, 100)).toBeUndefined()
  correction.end()
  expect(correction.target(90, 100)).toBe(100)
  now += 500
  correction.end()
  now += 20_000
  expect(correction.target(90, 120)).toBe(120.5)
})

test('a player without an end event of its seeks ends them at the first report near the target', () => {
  let now = 60_000
  const correction = createDriftCorrection(() => now)
  expect(correction.target(90, 100)).toBe(100)
  now += 3000
  correction.endNear(90)
  now += 1000
  correction.endNear(100.5)
  now += 20_000
  expect(correction.target(110, 120)).toBe(124)
})
