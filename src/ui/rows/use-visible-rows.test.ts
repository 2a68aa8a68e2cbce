import { expect, test } from 'vitest'
import { rowsBetween } from './use-visible-rows.ts'

test('in the middle of a hundred thousand rows only those on the screen and a few beyond are drawn', () => {
  expect(rowsBetween({ top: 50_000 * 52, bottom: 50_000 * 52 + 800 }, 52, 100_000)).toEqual({
    first: 49_992,
    last: 50_024,
  })
})

test('the ends of the list are the ends', () => {
  expect(rowsBetween({ top: 0, bottom: 520 }, 52, 100_000)).toMatchObject({ first: 0 })
  expect(rowsBetween({ top: 990, bottom: 2_000 }, 10, 100)).toEqual({ first: 91, last: 100 })
})

test('a list scrolled past, or an empty one, has no rows to draw', () => {
  expect(rowsBetween({ top: 5_000, bottom: 6_000 }, 10, 20)).toEqual({ first: 20, last: 20 })
  expect(rowsBetween({ top: 0, bottom: 800 }, 52, 0)).toEqual({ first: 0, last: 0 })
})
