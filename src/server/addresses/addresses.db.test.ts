import sharp from 'sharp'
import { expect, test } from 'vitest'
import { testSite } from '../../../test/site-app.ts'

const { app, db, site } = await testSite()
const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { accept: 'text/html', ...headers } })
// A change is announced by the database: at once, but not before the change is answered.
const soon = { timeout: 10_000 }
const imageOf = (body: string) => /property="og:image" content="http:\/\/site\.test([^"]*)"/.exec(body)![1]!

test('what the owner says of an address is what visitors and search engines get, and taking it back gives the page its own', async () => {
  const before = (await get('/contact')).body
  await db.sql(
    `insert into seo_overrides (path, title, description, canonical) values ('/contact', 'דברו <איתנו>', 'תיאור של הבעלים', '/about')`,
  )
  await expect.poll(async () => (await get('/contact')).body, soon).toContain('<title>דברו &lt;איתנו&gt;</title>')
  const { body } = await get('/contact')
  expect(body).toContain('<meta name="description" content="תיאור של הבעלים"')
  expect(body).toContain('<link rel="canonical" href="http://site.test/about"')
  expect(imageOf(body)).not.toBe(imageOf(before))
  expect((await get('/sitemap.xml')).body).not.toContain('/contact<')
  await db.sql(`delete from seo_overrides where path = '/contact'`)
  await expect.poll(async () => (await get('/contact')).body, soon).toBe(before)
})

test('a page the owner hides says so, has no canonical and is not on the sitemap', async () => {
  expect((await get('/sitemap.xml')).body).toContain('<loc>http://site.test/contact</loc>')
  await db.sql(`insert into seo_overrides (path, is_hidden) values ('/contact', true)`)
  await expect.poll(async () => (await get('/contact')).body, soon).toContain('<meta name="robots" content="noindex"')
  expect((await get('/contact')).body).not.toContain('rel="canonical"')
  expect((await get('/sitemap.xml')).body).not.toContain('http://site.test/contact<')
  await db.sql(`delete from seo_overrides`)
  await expect.poll(async () => (await get('/sitemap.xml')).body, soon).toContain('<loc>http://site.test/contact</loc>')
})

test('titles follow the owner’s pattern, and the codes of search engines stand on the home page alone', async () => {
  await db.sql(
    `insert into seo_settings (title_pattern, google_verification) values ('{{businessName}} · {{title}}', 'google-code-12')`,
  )
  await expect.poll(async () => (await get('/contact')).body, soon).toContain('<title>בית מרווח · יצירת קשר</title>')
  expect((await get('/')).body).toContain('<meta name="google-site-verification" content="google-code-12"')
  expect((await get('/contact')).body).not.toContain('google-site-verification')
  await db.sql(`delete from seo_settings`)
  await expect.poll(async () => (await get('/contact')).body, soon).toContain('<title>יצירת קשר | בית מרווח</title>')
})

test('an address spelled in another way is sent to its one spelling, and takes its query along', async () => {
  for (const [asked, location] of [
    ['/Contact', '/contact'],
    ['/contact/', '/contact'],
    ['//contact', '/contact'],
    ['/CONTACT/?utm_source=x', '/contact?utm_source=x'],
  ] as const) {
    const { statusCode, headers } = await get(asked)
    expect([asked, statusCode, headers.location]).toEqual([asked, 301, location])
  }
})

test('pages that once stood below /landinger are sent on for good', async () => {
  for (const name of ['contact', 'about', 'reviews', 'product', 'product-2', 'product-3', 'home-2', 'home-3']) {
    const { statusCode, headers } = await get(`/landinger/${name}`)
    expect([statusCode, headers.location]).toEqual([301, `/${name}`])
  }
})

test('a redirect leads on, in Hebrew too, is counted, and never hides a page', async () => {
  await db.sql(
    `insert into redirects (from_path, to_address, code) values
      ('/ישן', '/contact?from=old', 301), ('/later', 'https://example.com/x', 302), ('/contact', '/nowhere', 301)`,
  )
  const old = `/${encodeURIComponent('ישן')}`
  await expect.poll(async () => (await get(old)).statusCode, soon).toBe(301)
  expect((await get(`${old}/?utm_source=x`)).headers.location).toBe('/contact?from=old')
  expect([(await get('/later')).statusCode, (await get('/later?a=1')).headers.location]).toEqual([
    302,
    'https://example.com/x?a=1',
  ])
  expect((await get('/contact')).statusCode).toBe(200)
  expect((await get('/Contact/')).headers.location).toBe('/contact')
  expect((await app.inject({ method: 'POST', url: old })).statusCode).toBe(404)
  await site.writeCounts()
  const hits = await db.sql<{ hits: string }>(`select hits from redirects order by from_path`)
  expect(hits.map(({ hits: n }) => Number(n))).toEqual([0, 2, 2])
  await db.sql('delete from redirects')
  await expect.poll(async () => (await get(old)).statusCode, soon).toBe(404)
})

test('redirects that close a circle by the whole name of the site lead nobody around', async () => {
  await db.sql(
    `insert into redirects (from_path, to_address) values ('/around', 'https://site.test/Around/?x=1'), ('/off', 'https://site.test/on'),
       ('/one', 'https://site.test/two'), ('/two', 'https://SITE.test/three/#top'), ('/three', '/one'), ('/into', '/two')`,
  )
  await expect.poll(async () => (await get('/off')).headers.location, soon).toBe('https://site.test/on')
  for (const path of ['/around', '/one', '/two', '/three', '/into'])
    expect((await get(path)).statusCode, path).toBe(404)
  await db.sql('delete from redirects')
  await expect.poll(async () => (await get('/off')).statusCode, soon).toBe(404)
})

test('what leads nowhere is written down once per address, without query or person', async () => {
  await site.writeCounts()
  await db.sql('delete from not_found_log')
  const referer = 'http://site.test/contact?ticket=5'
  await get('/missing?email=noa@example.com', { referer })
  await get('/missing')
  await get('/image-of-old.png', { accept: 'image/avif,*/*' })
  await get('/call/0501234567')
  await site.writeCounts()
  expect(await db.sql('select path, count::int, reports, last_ref from not_found_log')).toEqual([
    { path: '/missing', count: 2, reports: 0, last_ref: '/contact' },
  ])
})

test('a card is drawn for a page: its title in letters, 1200 by 630, kept for ever under its version and for nobody else’s', async () => {
  const address = imageOf((await get('/contact')).body)
  const card = await get(address)
  expect(card.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  const { width, height } = await sharp(card.rawPayload).metadata()
  expect([width, height]).toEqual([1200, 630])
  expect((await get('/share-image/contact?v=other')).headers['cache-control']).toBe('no-cache')
  expect((await get('/share-image/contact')).rawPayload.equals(card.rawPayload)).toBe(true)
  expect((await get('/share-image/')).rawPayload.equals(card.rawPayload)).toBe(false)
  expect((await get('/share-image/no-such-page')).statusCode).toBe(404)
})

test('robots are told what is no page, and where the list of pages is', async () => {
  const { body, headers } = await get('/robots.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).toContain('User-agent: *\nDisallow: /auth\n')
  expect(body).toContain('Sitemap: http://site.test/sitemap.xml')
  expect(body).not.toMatch(/Disallow: \/$/m)
  expect((await get('/sitemap.xml')).headers['content-type']).toBe('application/xml; charset=utf-8')
})
