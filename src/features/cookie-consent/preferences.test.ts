import { expect, test } from 'vitest'
import {
  everything,
  essentialOnly,
  preferencesKey,
  preferencesOf,
  preferencesVersion,
  readPreferences,
} from './preferences.ts'

const given = new Date('2026-01-31T10:00:00Z')
const stored = (changed: object = {}) => JSON.stringify({ ...preferencesOf(everything, given), ...changed })

// spec §3 and §9
test('the choice is stored under its key with version and date, and essential cookies cannot be refused', () => {
  expect(preferencesKey).toBe('cookie-preferences')
  expect(preferencesVersion).toBe('1.0')
  expect(preferencesOf(essentialOnly, given)).toEqual({
    essential: true,
    functional: false,
    performance: false,
    marketing: false,
    consentDate: '2026-01-31T10:00:00.000Z',
    version: '1.0',
  })
  expect(readPreferences(stored({ essential: false }), given)?.essential).toBe(true)
})

test('a choice expires after twelve months, to the minute', () => {
  expect(readPreferences(stored(), new Date('2027-01-31T09:59:00Z'))).toMatchObject({ marketing: true })
  expect(readPreferences(stored(), new Date('2027-01-31T10:00:00Z'))).toBeUndefined()
})

test.each([
  ['no stored value', null],
  ['malformed JSON', '{'],
  ['another version', stored({ version: '0.9' })],
  ['no version', stored({ version: undefined })],
  ['a missing date', stored({ consentDate: undefined })],
  ['an invalid date', stored({ consentDate: 'yesterday' })],
  ['a date a year ahead', stored({ consentDate: '2027-01-31T10:00:00Z' })],
  ['a number', '7'],
  ['an array', '[]'],
  ['a string', '"1.0"'],
])('%s is not a valid choice', (_what, text) => {
  expect(readPreferences(text, given)).toBeUndefined()
})

test('only an explicit `true` allows a category', () => {
  expect(readPreferences(stored({ functional: 'true', performance: 1, marketing: null }), given)).toMatchObject(
    essentialOnly,
  )
})
