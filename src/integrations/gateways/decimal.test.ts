import { expect, test } from 'vitest'
import { toAgorot, toDecimal } from './decimal.ts'

test('every amount of agorot is converted to a decimal and back unchanged', () => {
  for (const agorot of [1, 7, 10, 29, 57, 113, 3_450, 69_001, 99_999_999, 100_000_000])
    expect(toAgorot(JSON.parse(JSON.stringify(toDecimal(agorot))))).toBe(agorot)
})

test.each([12.345, Number.NaN, Number.POSITIVE_INFINITY, '', ' ', 'x', null, undefined, {}])(
  '%o is not an amount',
  (value) => {
    expect(toAgorot(value)).toBeUndefined()
  },
)

test('a decimal string is parsed', () => {
  expect(toAgorot('690.00')).toBe(69_000)
})
