import { expect, test } from 'vitest'
import { lastDayOf } from './card-tokens.server.ts'

test.each([
  [12, 2030, '2030-12-31'],
  [2, 28, '2028-02-29'],
  [1, 31, '2031-01-31'],
])('a card that expires in month %i of year %i is valid until %s', (expiryMonth, expiryYear, day) => {
  expect(lastDayOf({ expiryMonth, expiryYear })).toBe(day)
})
