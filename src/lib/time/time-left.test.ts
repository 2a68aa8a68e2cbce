import { expect, test } from 'vitest'
import { timeLeft } from './time-left.ts'

const start = Date.parse('2026-11-29T18:30:00Z')
const before = (seconds: number) => timeLeft(start - seconds * 1000, start)

test('the remaining time is formatted in its two largest units, omitting a zero', () => {
  expect([before(3 * 86_400 + 2 * 3600 + 59), before(2 * 86_400 + 300), before(86_400 + 4 * 3600)]).toEqual([
    'עוד 3 ימים ושעתיים',
    'עוד יומיים',
    'עוד יום ו־4 שעות',
  ])
  expect([before(3600 + 12 * 60), before(2 * 3600), before(119)]).toEqual([
    'עוד שעה ו־12 דקות',
    'עוד שעתיים',
    'עוד דקה',
  ])
})

test('in the last minute and after the start there is no countdown', () => {
  expect([before(59), before(0), before(-86_400)]).toEqual([undefined, undefined, undefined])
})
