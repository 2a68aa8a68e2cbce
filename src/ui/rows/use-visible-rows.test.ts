import { expect, test } from 'vitest'
import { rowsBetween } from './use-visible-rows.ts'

test('in the middle of a hundred thousand rows, only visible rows and the overscan are rendered', () => {
  expect(rowsBetween({ top: 50_000 * 52, bottom: 50_000 * 52 + 800 }, 52, 100_000)).toEqual({
    first: 49_992,
    last: 50_024,
  })
})

test('the range is clamped at both ends of the list', () => {
  expect(rowsBetween({ top: 0, bottom: 520 }, 52, 100_000)).toMatchObject({ first: 0 })
  expect(rowsBetween({ top: 990, bottom: 2_000 }, 10, 100)).toEqual({ first: 91, last: 100 })
})

test('an empty list, or one scrolled out of view, has no visible rows', () => {
  expect(rowsBetween({ top: 5_000, bottom: 6_000 }, 10, 20)).toEqual({ first: 20, last: 20 })
  expect(rowsBetween({ top: 0, bottom: 800 }, 52, 0)).toEqual({ first: 0, last: 0 })
})
