import { expect, test } from 'vitest'
import { formatPhone, parsePhone, Phone, phoneInvalid } from './phone.ts'

test.each([
  ['050-0000001', '+972500000001'],
  ['0500000001', '+972500000001'],
  ['050 000 0001', '+972500000001'],
  ['(050) 0000001', '+972500000001'],
  ['050.000.0001', '+972500000001'],
  ['050–000–0001', '+972500000001'],
  ['+972500000001', '+972500000001'],
  ['+972 (0)50-000-0001', '+972500000001'],
  ['00972500000001', '+972500000001'],
  ['972500000001', '+972500000001'],
  ['\u200e+972-50-000-0001\u200f', '+972500000001'],
  ['03-0000000', '+97230000000'],
  ['1-800-123-456', '+9721800123456'],
  ['059-1234567', '+972591234567'],
  ['+1 202 555 0143', '+12025550143'],
])('%s is the number %s', (typed, e164) => {
  expect(parsePhone(typed)).toBe(e164)
})

test.each(['', '123', '050-12', '*2700', 'אין לי', '050-0000001 בערב', '0000000000', '050-0000001; drop table'])(
  '%s is no number',
  (typed) => {
    expect(parsePhone(typed)).toBeUndefined()
  },
)

test('a number is shown as people dial it', () => {
  expect(formatPhone('+972500000001')).toBe('050-000-0001')
  expect(formatPhone('+97230000000')).toBe('03-000-0000')
  expect(formatPhone('+12025550143')).toBe('+1 202 555 0143')
  expect(formatPhone('something else')).toBe('something else')
})

test('a form field gives the number in its one form, or says in Hebrew what is wrong', () => {
  expect(Phone.parse('050-0000001')).toBe('+972500000001')
  expect(Phone.safeParse('050').error!.issues[0]!.message).toBe(phoneInvalid)
})
