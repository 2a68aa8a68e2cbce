import { expect, test } from 'vitest'
import { at, clockOf, host, busySlot } from './host.fixture.ts'
import { nearestSlots } from './nearest-slots.ts'

const clocks = (slots: { start: number }[]) => slots.map(({ start }) => clockOf(start))

test('the three free slots nearest to a taken one are offered, the earlier slot first if equally near', () => {
  const input = host({ busy: [busySlot('2026-02-08T10:00:00Z', 60)] })
  expect(clocks(nearestSlots(input, at('2026-02-08T10:00:00Z')))).toEqual(['11:00', '13:00', '10:00'])
})

test('past slots are not offered', () => {
  const input = host({ busy: [busySlot('2026-02-08T10:00:00Z', 60)], now: '2026-02-08T09:30:00Z' })
  expect(clocks(nearestSlots(input, at('2026-02-08T10:00:00Z')))).toEqual(['13:00', '14:00', '15:00'])
})

test('slots months ahead are found, up to the number available', () => {
  const overrides = { '2026-11-08': [{ start: '09:00', end: '11:00' }] }
  const input = host({ schedule: { rules: [], overrides } })
  expect(nearestSlots(input, at('2026-02-08T10:00:00Z')).map(({ start }) => start)).toEqual([
    at('2026-11-08T07:00:00Z'),
    at('2026-11-08T08:00:00Z'),
  ])
})
