import { expect, test } from 'vitest'
import { authErrorText } from './auth-errors.ts'
import { validate } from './auth-form.ts'
import { credentialsOf } from './credentials.ts'

const both = ['email', 'password'] as const

test('email and password are required, with one message for both', () => {
  expect(validate({ email: '', password: '' }, both)).toEqual({ email: 'יש להזין דוא״ל וסיסמה' })
  expect(validate({ email: 'noa@example.com', password: '' }, both)).toEqual({ password: 'יש להזין דוא״ל וסיסמה' })
  expect(validate({ email: 'noa@example.com', password: ' ' }, both)).toEqual({})
})

test('a phone is accepted and named in the message only where it is enabled', () => {
  const byPhone = { byPhone: true }
  expect(validate({ email: '', password: '' }, both, byPhone)).toEqual({ email: 'יש להזין דוא״ל או טלפון, וסיסמה' })
  expect(validate({ email: '052-123 4567', password: 'x' }, both, byPhone)).toEqual({})
  expect(validate({ email: '052-123 4567', password: 'x' }, both)).toEqual({ email: 'כתובת הדוא״ל אינה תקינה' })
  expect(validate({ email: '12', password: 'x' }, both, byPhone)).toEqual({
    email: 'כתובת הדוא״ל או מספר הטלפון אינם תקינים',
  })
})

test.each([
  ['052-123 4567', '+972521234567'],
  ['+1 (212) 555-0100', '+12125550100'],
  ['00972 52 1234567', '+972521234567'],
])('the phone %s is sent as %s', (written, phone) => {
  expect(credentialsOf(written, 'x')).toEqual({ phone, password: 'x' })
})

test('a malformed address is rejected before the request', () => {
  expect(validate({ email: 'noa@example', password: 'x' }, both)).toEqual({ email: 'כתובת הדוא״ל אינה תקינה' })
})

test('a form with one field validates only that field', () => {
  expect(validate({ email: '', password: '' }, ['email'])).toEqual({ email: 'שדה חובה' })
  expect(validate({ email: '', password: '' }, ['password'])).toEqual({ password: 'שדה חובה' })
})

test.each([
  [{ code: 'invalid_credentials', status: 400 }, 'הדוא״ל או הסיסמה אינם נכונים'],
  [
    { code: 'weak_password', status: 422, message: 'Password should be at least 8 characters.' },
    'הסיסמה חלשה: לפחות 8 תווים',
  ],
  [
    {
      code: 'weak_password',
      status: 422,
      message: 'Password is known to be weak and easy to guess, please choose a different one.',
    },
    'הסיסמה נפוצה וקלה לניחוש. יש לבחור סיסמה אחרת',
  ],
  [
    {
      code: 'over_request_rate_limit',
      status: 429,
      message: 'Too many wrong passwords. Try again after 120 seconds, or sign in by a mailed link.',
    },
    'היו יותר מדי ניסיונות עם סיסמה שגויה. אפשר לאפס את הסיסמה בקישור שיישלח בדוא״ל, או לנסות שוב בעוד שתי דקות',
  ],
  [{ code: 'over_request_rate_limit', status: 429 }, 'יותר מדי ניסיונות. אפשר לנסות שוב בעוד דקה'],
  [
    { code: 'over_email_send_rate_limit', status: 429, message: 'only request this after 230 seconds.' },
    'יותר מדי ניסיונות. אפשר לנסות שוב בעוד 4 דקות',
  ],
  [{ name: 'AuthRetryableFetchError', status: 0 }, 'אין חיבור לשרת. נסו שוב'],
  [{ code: 'something_new', status: 500 }, 'משהו השתבש. אפשר לנסות שוב'],
])('the error %o has a Hebrew sentence', (error, message) => {
  expect(authErrorText(error)).toBe(message)
})
