import { expect, test } from 'vitest'
import { readRedirectList } from './redirect-list.ts'
import { addressToTest } from './redirect-trace.ts'
import { locationOf, missingPath, RedirectEdit, refererOf, withinSite } from './redirects.ts'

test('a source path is normalized, and the target is a page or an external URL', () => {
  expect(
    RedirectEdit.parse({ from_path: 'https://x.co.il/Old/?a=1', to_address: '/about?from=old', code: 301 }),
  ).toEqual({
    from_path: '/old',
    to_address: '/about?from=old',
    code: 301,
  })
  for (const to_address of ['/', '/about#team', '/blog/שלום', 'https://example.com', 'https://example.com/a?b=c'])
    expect(RedirectEdit.safeParse({ from_path: '/old', to_address, code: 302 }).success, to_address).toBe(true)
})

test('an invalid redirect is refused with an error at its field', () => {
  for (const [from_path, to_address, field] of [
    ['/', '/about', 'from_path'],
    ['', '/about', 'from_path'],
    ['/two words', '/about', 'from_path'],
    ['/old', '', 'to_address'],
    ['/old', '/OLD/', 'to_address'],
    ['/old', 'about', 'to_address'],
    ['/old', '//evil.example', 'to_address'],
    ['/old', '/\\evil.example', 'to_address'],
    ['/old', 'http://example.com', 'to_address'],
    ['/old', 'javascript:alert(1)', 'to_address'],
    ['/old', 'https://user@example.com', 'to_address'],
    ['/old', 'https://localhost', 'to_address'],
  ] as const)
    expect(
      RedirectEdit.safeParse({ from_path, to_address, code: 301 }).error?.issues.map(({ path }) => path[0]),
      `${from_path} → ${to_address}`,
    ).toEqual([field])
  expect(RedirectEdit.safeParse({ from_path: '/old', to_address: '/new', code: 307 }).success).toBe(false)
})

test('an absolute URL of the site becomes a path; a URL that merely starts with the origin does not', () => {
  for (const [typed, expected] of [
    ['https://site.test/about?a=1#x', '/about?a=1#x'],
    [' HTTPS://Site.test/About ', '/About'],
    ['https://site.test', '/'],
    ['https://site.test?a=1', '/?a=1'],
    ['https://site.test.evil.example/a', 'https://site.test.evil.example/a'],
    ['https://site.testing/', 'https://site.testing/'],
    ['/about', '/about'],
    ['', ''],
  ] as const)
    expect(withinSite(typed, 'https://site.test'), typed).toBe(expected)
})

test('non-ASCII characters of a Location header are encoded, and encoded ones are left unchanged', () => {
  expect(locationOf('/blog/שלום?a=ב')).toBe('/blog/%D7%A9%D7%9C%D7%95%D7%9D?a=%D7%91')
  expect(locationOf('/blog/%D7%A9%D7%9C')).toBe('/blog/%D7%A9%D7%9C')
  expect(locationOf('https://example.com/a%20b#c')).toBe('https://example.com/a%20b#c')
})

test('paths with personal data, tokens or scanner probes are not recorded', () => {
  expect(missingPath('/Old-Page/?utm_source=x')).toBe('/old-page')
  expect(missingPath('/blog/%D7%A9%D7%9C%D7%95%D7%9D')).toBe('/blog/שלום')
  expect(missingPath('/a-very-long-slug-of-an-old-blog-post-from-2024')).toBe(
    '/a-very-long-slug-of-an-old-blog-post-from-2024',
  )
  for (const address of [
    '/noa@example.com',
    '/call/0501234567',
    '/appointment/manage/4f9d0a8b7c6e5d4c3b2a1f0e',
    '/.env',
    '/wp-login.php',
    '/wp-admin/x',
    '/backup.zip',
    `/${'a'.repeat(301)}`,
  ])
    expect(missingPath(address), address).toBeUndefined()
})

test('the referrer is reduced to an internal path or an external host, without query string', () => {
  const from = (referer?: string) => refererOf(referer, 'https://example.co.il')
  expect(from('https://example.co.il/blog/x?token=secret')).toBe('/blog/x')
  expect(from('https://www.google.com/search?q=private')).toBe('www.google.com')
  for (const nothing of [undefined, '', 'not an address', 'javascript:alert(1)', 'about:blank'])
    expect(from(nothing)).toBeUndefined()
})

test('a CSV list is parsed line by line, and invalid lines are reported', () => {
  const list =
    'from,to\n/Old/,/about\n\n"/shop";"https://example.com/shop";302\n/tab\t/contact\t301\n/old,/faq\n/x,y\n/z,/a,307'
  expect(readRedirectList(list, 'https://site.test')).toEqual({
    edits: [
      { from_path: '/old', to_address: '/about', code: 301 },
      { from_path: '/shop', to_address: 'https://example.com/shop', code: 302 },
      { from_path: '/tab', to_address: '/contact', code: 301 },
    ],
    errors: [
      { line: 6, error: 'הכתובת כבר הופיעה בשורה קודמת' },
      { line: 7, error: 'יש להזין כתובת באתר, למשל ‎/about, או כתובת מלאה שמתחילה ב־https' },
      { line: 8, error: 'הסוג הוא 301 או 302' },
    ],
  })
  expect(readRedirectList(' \n', 'https://site.test').edits).toEqual([])
})

test.each([
  ['/old', '/old'],
  ['old', '/old'],
  [' https://site.test/Old/?a=1#top ', '/Old/?a=1'],
  ['https://other.test/old', undefined],
  ['//other.test', undefined],
  ['mailto:noa@example.com', undefined],
  ['two words', undefined],
])('the URL to test for %j is %j', (typed, expected) => {
  expect(addressToTest(typed, 'https://site.test')).toBe(expected)
})
