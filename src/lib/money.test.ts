import { expect, test } from 'vitest'
import { formatMoney } from './money.ts'
import { parseMoney } from './parse-money.ts'

const visible = (text: string) => text.replaceAll(/[\u200e\u200f]/g, '').replaceAll('\u00a0', ' ')

test('the currency sign follows the number, and zero agorot are omitted', () => {
  expect(visible(formatMoney(149_000))).toBe('1,490 ₪')
  expect(visible(formatMoney(3_450))).toBe('34.50 ₪')
  expect(visible(formatMoney(0))).toBe('0 ₪')
})

test('the minus sign is to the left of the digits', () => {
  expect(formatMoney(-12_345)).toMatch(/\u200e-123\.45/)
})

test.each([
  ['7,740', 774_000],
  ['7740', 774_000],
  ['₪ 690.50', 69_050],
  ['690.5 ש״ח', 69_050],
  ['0', 0],
])('%s is parsed as %i agorot', (typed, agorot) => {
  expect(parseMoney(typed)).toBe(agorot)
})

test.each(['', 'הרבה', '-5', '1.234', '1e9'])('%s is not a valid amount', (typed) => {
  expect(parseMoney(typed)).toBeUndefined()
})
