import { expect, test } from 'vitest'
import { withoutKeys } from './form-paths.ts'

test('the address of a page is stored without the keys that grant access', () => {
  const key = 'a'.repeat(32)
  expect(withoutKeys(`https://x.test/form/abc/continue/${key}?step=who#form-step`)).toBe(
    'https://x.test/form/abc?step=who#form-step',
  )
  expect(withoutKeys(`https://x.test/form/abc?k=${key}`)).toBe('https://x.test/form/abc')
  expect(withoutKeys(`https://x.test/form/abc?k=${key}&utm_source=mail#a`)).toBe(
    'https://x.test/form/abc?utm_source=mail#a',
  )
  expect(withoutKeys(`https://x.test/form/abc?utm_source=mail&k=${key}#a`)).toBe(
    'https://x.test/form/abc?utm_source=mail#a',
  )
})
