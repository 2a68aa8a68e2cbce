import { expect, test } from 'vitest'
import { stillWrong } from './still-wrong.ts'

test('a message goes once its field is right, and no other message comes', () => {
  const shown = { name: 'שדה חובה', phone: 'לא תקין', form: 'נסו שוב' }
  expect(stillWrong(shown, { phone: 'לא תקין', email: 'לא תקין' })).toEqual({ phone: 'לא תקין', form: 'נסו שוב' })
  expect(stillWrong(shown, { name: '', phone: '' })).toBe(shown)
})
