import { expect, test } from 'vitest'
import { installmentsOf, vatWithin } from './sums.ts'

test.each([
  [69_000, 18, 10_525],
  [11_800, 18, 1_800],
  [1, 18, 0],
  [69_000, 0, 0],
])('%i agorot at a rate of %i percent include %i agorot of VAT', (amount, percent, vat) => {
  expect(vatWithin(amount, percent)).toBe(vat)
})

test('instalments add up to the price, and only the first one may differ', () => {
  expect(installmentsOf(69_000, 3)).toEqual({ first: 23_000, others: 23_000 })
  expect(installmentsOf(10_000, 3)).toEqual({ first: 3_334, others: 3_333 })
  for (const amount of [1, 7, 99, 69_001]) {
    const { first, others } = installmentsOf(amount, 7)
    expect(first + 6 * others).toBe(amount)
  }
})
