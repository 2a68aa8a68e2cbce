import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { expect, test } from 'vitest'
import { formatPhone } from './format-phone.ts'
import { parsePhone } from './parse-phone.ts'

test.each([
  ['+972500000001', '050-000-0001'],
  ['+97230000000', '03-000-0000'],
  ['+972771234567', '077-123-4567'],
  ['+9721800123456', '1-800-123-456'],
  ['+12025550143', '+1 202 555 0143'],
  ['+442079460958', '+44 207 946 0958'],
  ['+85212345678', '+852 123 45678'],
  ['something else', 'something else'],
])('%s is formatted as %s', (e164, shown) => {
  expect(formatPhone(e164)).toBe(shown)
})

test('Israeli numbers are formatted as by the full metadata of libphonenumber', () => {
  const areas = ['2', '3', '4', '8', '9', '50', '51', '52', '53', '54', '55', '58', '72', '73', '74', '76', '77', '79']
  for (const area of areas) {
    const e164 = `+972${area}${area.startsWith('5') ? '5' : '2'}234567`
    expect(formatPhone(e164)).toBe(parsePhoneNumberFromString(e164)!.formatNational())
  }
})

test('a formatted number is parsed back to the same number', () => {
  for (const e164 of [
    '+972500000001',
    '+9721800123456',
    '+12025550143',
    '+442079460958',
    '+33123456789',
    '+971501234567',
  ])
    expect(parsePhone(formatPhone(e164))).toBe(e164)
})
