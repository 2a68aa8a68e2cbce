import { expect, test } from 'vitest'
import { curveOf } from './curve-points.ts'

test('buyers accumulate hour by hour in steps, scaled to the larger launch', () => {
  const { last, own, before } = curveOf([
    { hour: 0, buyers: 1, buyers_before: 2 },
    { hour: 3, buyers: 1, buyers_before: 2 },
  ])
  expect([last, own.total, before.total]).toEqual([4, 2, 4])
  expect(own.line).toBe('0,100 0,100 25,76 75,76 100,52')
  expect(before.line).toBe('0,100 0,100 25,52 75,52 100,4')
})

test('a cart without buyers is a flat line of one hour', () => {
  expect(curveOf([])).toEqual({ last: 1, own: { total: 0, line: '0,100' }, before: { total: 0, line: '0,100' } })
})
