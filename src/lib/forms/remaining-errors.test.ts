import { expect, test } from 'vitest'
import { remainingErrors } from './remaining-errors.ts'

test('an error message disappears once its field is valid, and no new message appears', () => {
  const shown = { name: 'שדה חובה', phone: 'לא תקין', form: 'נסו שוב' }
  expect(remainingErrors(shown, { phone: 'לא תקין', email: 'לא תקין' })).toEqual({ phone: 'לא תקין', form: 'נסו שוב' })
  expect(remainingErrors(shown, { name: '', phone: '' })).toBe(shown)
})
