import { expect, test } from 'vitest'
import { CouponEdit, discountOf, normalCode } from './coupons.ts'

test.each([
  [{ percent: 10, amount_agorot: null }, 69_000, 6900],
  [{ percent: 33, amount_agorot: null }, 101, 33],
  [{ percent: 100, amount_agorot: null }, 69_000, 69_000],
  [{ percent: null, amount_agorot: 10_000 }, 69_000, 10_000],
  [{ percent: null, amount_agorot: 10_000 }, 4000, 4000],
])('%o reduces a price of %i: %i agorot', (coupon, price, discount) => {
  expect(discountOf(coupon, price)).toBe(discount)
})

test('codes are compared ignoring spaces and case', () => {
  expect(normalCode(' bayit 10\u200f ')).toBe('BAYIT10')
})

const typed = {
  code: 'bayit-10',
  note: '',
  kind: 'percent',
  worth: '10%',
  product_ids: [],
  max_uses: '',
  per_contact: '1',
  from: '2026-12-01',
  to: '2026-12-31',
}

test('a coupon is entered as a percentage or in shekels, and its last day is inclusive', () => {
  expect(CouponEdit.parse(typed)).toEqual({
    code: 'BAYIT-10',
    note: '',
    percent: 10,
    amount_agorot: null,
    product_ids: [],
    max_uses: null,
    per_contact: 1,
    active_from: '2026-11-30T22:00:00.000Z',
    active_to: '2026-12-31T22:00:00.000Z',
  })
  expect(CouponEdit.parse({ ...typed, kind: 'amount', worth: '99.90' })).toMatchObject({
    percent: null,
    amount_agorot: 9990,
  })
})

test.each([
  ['worth', { worth: '0' }],
  ['worth', { worth: '101' }],
  ['worth', { worth: '7.5' }],
  ['worth', { kind: 'amount', worth: '0' }],
  ['worth', { kind: 'amount', worth: 'עשר' }],
  ['code', { code: 'a' }],
  ['code', { code: 'a b!' }],
  ['to', { to: '2026-11-30' }],
  ['max_uses', { max_uses: '0' }],
])('%s is refused: %o', (field, change) => {
  const { error } = CouponEdit.safeParse({ ...typed, ...change })
  expect(error?.issues.map(({ path }) => path[0])).toEqual([field])
})
