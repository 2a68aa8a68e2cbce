import { formatPosition } from '#platform/player/player-time.ts'
import { expect, test } from 'vitest'
import { secondOfText } from './interaction-texts.ts'
import { secondAfterKey, secondAtPointer, ticksOf } from './ruler-steps.ts'

test('arrow keys move by five seconds, with shift and page keys by a minute, within the webinar', () => {
  expect(secondAfterKey(300, 'ArrowRight', false, 3600)).toBe(305)
  expect(secondAfterKey(300, 'ArrowLeft', true, 3600)).toBe(240)
  expect(secondAfterKey(30, 'PageDown', false, 3600)).toBe(0)
  expect(secondAfterKey(3590, 'PageUp', false, 3600)).toBe(3600)
  expect(secondAfterKey(300, 'End', false, 3600)).toBe(3600)
  expect(secondAfterKey(300, 'a', false, 3600)).toBeUndefined()
})

test('the pointer selects the nearest five seconds, within the ruler', () => {
  const track = { left: 100, width: 720 }
  expect(secondAtPointer(460, track, 3600)).toBe(1800)
  expect(secondAtPointer(461.6, track, 3600)).toBe(1810)
  expect(secondAtPointer(20, track, 3600)).toBe(0)
  expect(secondAtPointer(2000, track, 3600)).toBe(3600)
})

test('a ruler of any length has at most thirteen labels', () => {
  expect(ticksOf(3600)).toEqual([0, 300, 600, 900, 1200, 1500, 1800, 2100, 2400, 2700, 3000, 3300, 3600])
  for (const minutes of [5, 17, 45, 90, 240, 480]) expect(ticksOf(minutes * 60).length).toBeLessThanOrEqual(13)
})

test('a displayed time is parsed to the same second; a plain number is minutes', () => {
  for (const second of [0, 59, 300, 2705, 3600, 4500]) expect(secondOfText(formatPosition(second))).toBe(second)
  expect(secondOfText('45')).toBe(2700)
  expect(secondOfText('5:75')).toBeUndefined()
  expect(secondOfText('מחר')).toBeUndefined()
})
