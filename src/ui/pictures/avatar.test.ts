import { expect, test } from 'vitest'
import { hueOf, initials } from './avatar.tsx'

test('initials are two letters of the name', () => {
  expect(initials('הילה נבטים')).toBe('הנ')
  expect(initials('נעמה ואיתי שדות')).toBe('נו')
  expect(initials('noa@example.com')).toBe('n')
  expect(initials('')).toBe('')
})

test('the colour depends only on the name', () => {
  expect(hueOf('הילה נבטים')).toBe(hueOf('הילה נבטים'))
})
