import { expect, test } from 'vitest'
import { telAddress } from './phone-link.ts'

test.each([
  ['03-000-0000', 'tel:+97230000000'],
  ['050 123 4567', 'tel:+972501234567'],
  ['+972-3-0000000', 'tel:+97230000000'],
  ['1-800-000-000', 'tel:1800000000'],
  ['*1234', 'tel:*1234'],
])('the phone number %s has the link %s', (written, address) => {
  expect(telAddress(written)).toBe(address)
})
