import { expect, test } from 'vitest'
import { parseOrigins } from './origins.ts'

test('origins are parsed from URLs, without duplicates', () => {
  expect(parseOrigins('example.com\nhttps://Blog.example.com/page?x=1, https://example.com:8443')).toEqual([
    'https://example.com',
    'https://blog.example.com',
    'https://example.com:8443',
  ])
  expect(parseOrigins('https://example.com https://example.com/')).toEqual(['https://example.com'])
  expect(parseOrigins('')).toEqual([])
})

test.each(['http://example.com', 'javascript:alert(1)', "https://a';script-src *", 'https://*.example.com'])(
  '%s is not a valid origin',
  (typed) => {
    expect(parseOrigins(typed)).toBe(undefined)
  },
)
