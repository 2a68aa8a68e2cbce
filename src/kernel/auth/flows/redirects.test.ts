import { expect, test } from 'vitest'
import { isAllowed } from './redirects.ts'

const auth = {
  siteUrl: 'https://example.co.il',
  settings: {
    redirectAllowList: [
      'https://*.example.com/**',
      'http://localhost:*/x',
      'myapp://callback',
      'https://{a,b}.example.org/?',
    ],
  },
}

test('only the site, loopback addresses and the allow list are valid redirects', () => {
  const allowed = [
    'https://example.co.il/crm?x=1#y',
    'http://127.0.0.1:5173/anything',
    'http://[::1]:3000/',
    'https://app.example.com/a/b',
    'http://localhost:3000/x',
    'myapp://callback',
    'https://b.example.org/z',
  ]
  const refused = [
    'http://example.co.il/',
    'https://example.co.il:8443/',
    'https://example.co.il.evil.org/',
    'https://example.co.il@evil.org/',
    'https://user@example.co.il/',
    'https://a.b.example.com/',
    'https://evil.org\\.example.com/',
    'https://evil.org/.example.com/',
    'http://localhost:3000/y',
    'https://c.example.org/z',
    'javascript:alert(1)',
    'javascript://example.co.il/%0aalert(1)',
    'data:text/html,x',
    '//evil.org',
    '/crm',
    '',
  ]
  expect(allowed.filter((address) => !isAllowed(address, auth))).toEqual([])
  expect(refused.filter((address) => isAllowed(address, auth))).toEqual([])
})

test('on localhost the port does not matter', () => {
  const home = { ...auth, siteUrl: 'http://localhost:3000' }
  expect(isAllowed('http://localhost:5173/auth', home)).toBe(true)
  expect(isAllowed('https://localhost:3000/auth', home)).toBe(false)
})
