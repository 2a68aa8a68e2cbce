import { expect, test } from 'vitest'
import { isDeepEqual } from './deep-equal.ts'

test('equality of plain data ignores the order of keys, and treats a missing key as null', () => {
  expect(isDeepEqual({ a: 1, b: [{ c: 'x' }] }, { b: [{ c: 'x' }], a: 1 })).toBe(true)
  expect(isDeepEqual({ a: null }, {})).toBe(true)
})

test('a different value, a different order of a list, and a longer list are not equal', () => {
  expect(isDeepEqual({ a: 1 }, { a: 2 })).toBe(false)
  expect(isDeepEqual([1, 2], [2, 1])).toBe(false)
  expect(isDeepEqual([1], [1, 2])).toBe(false)
  expect(isDeepEqual('1', 1)).toBe(false)
})
