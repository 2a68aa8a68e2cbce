import { expect, test } from 'vitest'
import { truncate, type ViewedRequest, viewOf } from './page-views.ts'

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const computer = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'
const tablet =
  'Mozilla/5.0 (Linux; Android 15; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

const makeRequest = (changes: Partial<ViewedRequest> = {}): ViewedRequest => ({
  at: Date.UTC(2026, 10, 22),
  path: '/about',
  query: {},
  headers: { 'user-agent': phone },
  address: '203.0.113.77',
  ownHost: 'example.co.il',
  ...changes,
})

test('an IP address is truncated to a network shared by many households', () => {
  for (const [address, truncated] of [
    ['203.0.113.77', '203.0.113.0'],
    ['::ffff:203.0.113.77', '203.0.113.0'],
    ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3::'],
    ['2001:db8::1', '2001:db8:0::'],
    ['::1', '0:0:0::'],
    ['', '::'],
  ] as const)
    expect(truncate(address)).toBe(truncated)
})

test('external referrers are distinguished from internal ones, and only their host is stored', () => {
  const from = (referer: string) => viewOf(makeRequest({ headers: { 'user-agent': phone, referer } }))?.referrer_host
  expect(from('https://www.google.com/search?q=private')).toBe('google.com')
  expect(from('https://example.co.il/contact')).toBeNull()
  expect(from('android-app://com.whatsapp/')).toBe('com.whatsapp')
  for (const broken of ['', 'not an address', 'javascript:alert(1)', 'about:blank']) expect(from(broken)).toBeNull()
})

test('devices are classified as phone, tablet or desktop', () => {
  const device = (agent: string) => viewOf(makeRequest({ headers: { 'user-agent': agent } }))?.device
  expect([phone, tablet, computer].map(device)).toEqual(['phone', 'tablet', 'computer'])
})

test('bots and prefetched pages are not counted', () => {
  for (const agent of [
    '',
    'curl/8.5.0',
    'python-requests/2.32',
    'WhatsApp/2.23.20.0',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; bingbot/2.0)',
    'Mozilla/5.0 (Linux; Android 6.0.1) Chrome/150.0 Mobile Safari/537.36 (compatible; Google-InspectionTool/1.0;)',
    'facebookexternalhit/1.1',
    'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/150.0.0.0 Safari/537.36',
  ])
    expect(viewOf(makeRequest({ headers: { 'user-agent': agent } }))).toBeUndefined()
  expect(viewOf(makeRequest({ headers: { 'user-agent': phone, 'sec-purpose': 'prefetch;prerender' } }))).toBeUndefined()
})

test('a browser with Do Not Track is counted without a visitor id', () => {
  for (const header of ['sec-gpc', 'dnt']) {
    const view = viewOf(makeRequest({ headers: { 'user-agent': phone, [header]: '1' } }))
    expect(view).toMatchObject({ path: '/about', trace: undefined })
  }
})

test('campaign labels are case-insensitive, cut to a maximum length, and free of control characters', () => {
  const labels = (query: Record<string, unknown>) => viewOf(makeRequest({ query }))
  expect(labels({ utm_source: ' Facebook ', utm_campaign: 'מבצע\u0000 חורף' })).toMatchObject({
    utm_source: 'facebook',
    utm_campaign: 'מבצע חורף',
  })
  expect(labels({ utm_source: ['a', 'b'], utm_medium: '  ' })).toMatchObject({ utm_source: null, utm_medium: null })
  const long = labels({ utm_source: `${'x'.repeat(99)}😀` })?.utm_source
  expect(long).toHaveLength(100)
  expect(long?.isWellFormed()).toBe(true)
})
