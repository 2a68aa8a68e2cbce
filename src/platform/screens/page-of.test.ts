import { expect, test } from 'vitest'
import { pageOf } from './page-of.ts'

test.each([
  ['', 1],
  ['page=3', 3],
  ['page=2.9', 2],
  ['page=0', 1],
  ['page=-4', 1],
  ['page=abc', 1],
  ['page=Infinity', 1_000_000],
  ['page=1e300', 1_000_000],
])('a query string with "%s" is page %i', (address, page) => {
  expect(pageOf(new URLSearchParams(address))).toBe(page)
})
