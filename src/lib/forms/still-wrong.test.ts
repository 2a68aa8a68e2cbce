import { expect, test } from 'vitest'
import { stillWrong } from './still-wrong.ts'

test('an error message disappears once its field is valid, and no new message appears', () => {
  const shown = { name: 'שדה חובה', phone: 'לא תקין', form: 'נסו שוב' }
  expect(stillWrong(shown, { phone: 'לא תקין', email: 'לא תקין' })).toEqual({ phone: 'לא תקין', form: 'נסו שוב' })
  expect(stillWrong(shown, { name: '', phone: '' })).toBe(shown)
})
