import { expect, test } from 'vitest'
import { refusalCode, refusalText } from './refusal.ts'

const refusals = { stale_version: 'מישהו כבר העביר את הכרטיס', phone_invalid: 'מספר הטלפון אינו תקין' }

test('what the database refused by name is the code, and the contract has the sentence', () => {
  const error = { code: 'PT409', message: 'stale_version' }
  expect(refusalCode(error)).toBe('stale_version')
  expect(refusalText(error, refusals)).toBe('מישהו כבר העביר את הכרטיס')
})

test('the name of a broken constraint is the code', () => {
  const error = {
    code: '23514',
    message: 'new row for relation "contact_points" violates check constraint "phone_invalid"',
  }
  expect(refusalText(error, refusals)).toBe('מספר הטלפון אינו תקין')
})

test('no answer at all is a matter of the network', () => {
  expect(refusalText({ code: '', message: 'TypeError: Failed to fetch' })).toBe('אין חיבור לשרת. נסו שוב')
  expect(refusalCode(new TypeError('Failed to fetch'))).toBe('network')
})

test('whatever is unknown becomes a calm sentence, never the words of the wire', () => {
  expect(refusalText({ code: 'XX000', message: 'cache lookup failed' })).toContain('משהו השתבש')
  expect(refusalText(undefined)).toContain('משהו השתבש')
})
