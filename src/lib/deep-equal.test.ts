import { expect, test } from 'vitest'
import { isDeepEqual } from './deep-equal.ts'

test('plain data is equal whatever the order of its keys, and a missing key equals null', () => {
  expect(isDeepEqual({ a: 1, b: [{ c: 'x' }] }, { b: [{ c: 'x' }], a: 1 })).toBe(true)
  expect(isDeepEqual({ a: null }, {})).toBe(true)
})

test('another value, another order of a list, and a longer list differ', () => {
  expect(isDeepEqual({ a: 1 }, { a: 2 })).toBe(false)
  expect(isDeepEqual([1, 2], [2, 1])).toBe(false)
  expect(isDeepEqual([1], [1, 2])).toBe(false)
  expect(isDeepEqual('1', 1)).toBe(false)
})
