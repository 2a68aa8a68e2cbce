import { expect, test } from 'vitest'
import { refusalCode, refusalText } from './refusal.ts'

const refusals = { stale_version: 'מישהו כבר העביר את הכרטיס', phone_invalid: 'מספר הטלפון אינו תקין' }

test('the name of an error raised in the database is the code, and its text comes from the contract', () => {
  const error = { code: 'PT409', message: 'stale_version' }
  expect(refusalCode(error)).toBe('stale_version')
  expect(refusalText(error, refusals)).toBe('מישהו כבר העביר את הכרטיס')
})

test('the name of a violated constraint is the code', () => {
  const error = {
    code: '23514',
    message: 'new row for relation "contact_points" violates check constraint "phone_invalid"',
  }
  expect(refusalText(error, refusals)).toBe('מספר הטלפון אינו תקין')
})

test('a missing response is a network error', () => {
  expect(refusalText({ code: '', message: 'TypeError: Failed to fetch' })).toBe('אין חיבור לשרת. נסו שוב')
  expect(refusalCode(new TypeError('Failed to fetch'))).toBe('network')
})

test('a change of a row that is deleted or hidden gets the text of PGRST116', () => {
  const error = { code: 'PGRST116', message: 'Cannot coerce the result to a single JSON object' }
  expect(refusalText(error)).toBe('זה כבר לא כאן, או שאין לכם הרשאה לזה')
})

test("an unknown error gets a generic sentence, never the server's message", () => {
  expect(refusalText({ code: 'XX000', message: 'cache lookup failed' })).toContain('משהו השתבש')
  expect(refusalText(undefined)).toContain('משהו השתבש')
})
