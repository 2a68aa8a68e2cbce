import { expect, test } from 'vitest'
import { hueOf, initials } from './avatar.tsx'

test('a name is two letters', () => {
  expect(initials('הילה נבטים')).toBe('הנ')
  expect(initials('נעמה ואיתי שדות')).toBe('נו')
  expect(initials('noa@example.com')).toBe('n')
  expect(initials('')).toBe('')
})

test('the same name has the same colour', () => {
  expect(hueOf('הילה נבטים')).toBe(hueOf('הילה נבטים'))
})
