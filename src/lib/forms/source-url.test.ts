import { expect, test } from 'vitest'
import { SourceUrl, withoutKeys } from './source-url.ts'

const key = 'a'.repeat(32)

test.each([
  [`/form/abc/continue/${key}?step=who#form-step`, '/form/abc?step=who#form-step'],
  [`/form/abc?k=${key}`, '/form/abc'],
  [`/form/abc?k=${key}&utm_source=mail#a`, '/form/abc?utm_source=mail#a'],
  [`/form/abc?utm_source=mail&k=${key}#a`, '/form/abc?utm_source=mail#a'],
  [`/webinar/budget?i=${key}&r=${key}&utm_medium=wa`, '/webinar/budget?utm_medium=wa'],
  [`/financial_stage?r=${key}&i=${key}`, '/financial_stage'],
  ['/book/hila/call?link=1&utm_term=k=2', '/book/hila/call?link=1&utm_term=k=2'],
])('the address %s is stored as %s', (address, stored) => {
  expect(withoutKeys(`https://x.test${address}`)).toBe(`https://x.test${stored}`)
})

test('a missing, empty or too long address does not reject the form', () => {
  expect(SourceUrl.parse('')).toBeUndefined()
  expect(SourceUrl.parse(undefined)).toBeUndefined()
  expect(SourceUrl.parse(`https://x.test/${'a'.repeat(900)}`)).toHaveLength(500)
})
