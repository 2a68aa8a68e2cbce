import { expect, test } from 'vitest'
import { testSite } from '../../../../test/site-app.ts'

const { app, db, site } = await testSite()
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'

test('a page view is counted under the canonical path without query, from the cache or not', async () => {
  const open = (url: string, headers = {}) => app.inject({ url, headers: { 'user-agent': phone, ...headers } })
  await open('/?utm_source=letter&ticket=7')
  await open('/%63ontact', { referer: 'https://www.google.com/' })
  const { headers } = await open('/contact')
  expect((await open('/contact', { 'if-none-match': headers['etag'] })).statusCode).toBe(304)
  await open('/no-such-page-here')
  await app.inject({ url: '/contact', headers: { 'user-agent': 'Googlebot/2.1' } })
  await app.inject({ method: 'POST', url: '/contact', headers: { 'user-agent': phone }, payload: {} })
  await site.writeCounts()
  const rows = await db.sql<{ path: string; from: string | null; source: string | null }>(
    `select path, referrer_host as from, utm_source as source from page_views order by path, referrer_host nulls last`,
  )
  expect(rows).toEqual([
    { path: '/', from: null, source: 'letter' },
    { path: '/contact', from: 'google.com', source: null },
    { path: '/contact', from: null, source: null },
    { path: '/contact', from: null, source: null },
  ])
})

test('a client over the rate limit gets pages, but is not counted', async () => {
  const open = () => app.inject({ url: '/about', headers: { 'user-agent': phone }, remoteAddress: '203.0.113.9' })
  const startedAt = Date.now()
  for (let i = 0; i < 700; i++) expect((await open()).statusCode).toBe(200)
  await site.writeCounts()
  const [{ n }] = (await db.sql<{ n: number }>(`select count(*)::int as n from page_views where path = '/about'`)) as [
    { n: number },
  ]
  expect(n).toBeGreaterThanOrEqual(600)
  // Tolerance: the bucket refills by ten per second.
  expect(n).toBeLessThanOrEqual(600 + (Date.now() - startedAt) / 100)
})
