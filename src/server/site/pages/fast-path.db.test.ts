import { expect, test } from 'vitest'
import { testSite } from '../../../../test/site-app.ts'

const { app, db, site } = await testSite()
const seen: string[] = []
app.addHook('onRequest', async ({ url }) => void seen.push(url))
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'

async function ask(path: string, { method = 'GET', headers: own = {} }: { method?: string; headers?: object } = {}) {
  const answer = await fetch(address + path, { method, headers: { 'user-agent': phone, ...own } })
  // Cached pages are recompressed in the background, which changes their length.
  const { date: _, 'content-length': __, ...headers } = Object.fromEntries(answer.headers)
  return { status: answer.status, headers, body: await answer.text() }
}

test('the fast path sends the same bytes and headers as the framework, and the view is counted', async () => {
  const rendered = await ask('/about')
  const first = await ask('/about')
  seen.length = 0
  expect([await ask('/about'), first]).toEqual([rendered, rendered])
  expect(await ask('/about', { headers: { 'if-none-match': rendered.headers['etag']! } })).toMatchObject({
    status: 304,
  })
  expect(seen).toEqual([])
  await site.writeCounts()
  expect(await db.sql(`select path, count(*)::int as views from page_views group by path`)).toEqual([
    { path: '/about', views: 4 },
  ])
})

test.each([
  ['/about?utm_source=letter', {}],
  ['/%61bout', {}],
  ['/about', { method: 'HEAD' }],
  ['/no-such-page-here', {}],
  ['/brand.css', {}],
  ['/webinar/takziv-she-mahzik', { headers: { cookie: 'webinar=key-of-this-browser' } }],
])('a request of %s with %o is passed to the framework', async (path, init) => {
  await ask(path, init)
  seen.length = 0
  await ask(path, init)
  expect(seen).toContain(path)
})
