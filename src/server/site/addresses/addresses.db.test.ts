import sharp from 'sharp'
import { expect, test } from 'vitest'
import { testSite } from '../../../../test/site-app.ts'

const { app, db, site, tokens } = await testSite()
const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { accept: 'text/html', ...headers } })
const isRedAt = async (image: Buffer, remaining: number, top: number) => {
  const point = { left: remaining, top, width: 1, height: 1 }
  const [red, green, blue] = await sharp(image).extract(point).removeAlpha().toColourspace('srgb').raw().toBuffer()
  return red! > 200 && green! < 40 && blue! < 40
}
const imageOf = (body: string) => /property="og:image" content="http:\/\/site\.test([^"]*)"/.exec(body)![1]!

test('an SEO override changes title, description and canonical, and removing it restores the defaults of the page', async () => {
  const before = (await get('/contact')).body
  await db.sql(
    `insert into seo_overrides (path, title, description, canonical) values ('/contact', 'דברו <איתנו>', 'תיאור של הבעלים', '/about')`,
  )
  await expect.poll(async () => (await get('/contact')).body).toContain('<title>דברו &lt;איתנו&gt;</title>')
  const { body } = await get('/contact')
  expect(body).toContain('<meta name="description" content="תיאור של הבעלים"')
  expect(body).toContain('<link rel="canonical" href="http://site.test/about"')
  expect(imageOf(body)).not.toBe(imageOf(before))
  expect((await get('/sitemap.xml')).body).not.toContain('/contact<')
  await db.sql(`delete from seo_overrides where path = '/contact'`)
  await expect.poll(async () => (await get('/contact')).body).toBe(before)
})

test('a page that the owner hides has noindex, no canonical and no sitemap entry', async () => {
  expect((await get('/sitemap.xml')).body).toContain('<loc>http://site.test/contact</loc>')
  await db.sql(`insert into seo_overrides (path, is_hidden) values ('/contact', true)`)
  await expect.poll(async () => (await get('/contact')).body).toContain('<meta name="robots" content="noindex"')
  expect((await get('/contact')).body).not.toContain('rel="canonical"')
  expect((await get('/sitemap.xml')).body).not.toContain('http://site.test/contact<')
  await db.sql(`delete from seo_overrides`)
  await expect.poll(async () => (await get('/sitemap.xml')).body).toContain('<loc>http://site.test/contact</loc>')
})

test('titles follow the owner’s pattern, and verification codes are on the home page only', async () => {
  await db.sql(
    `insert into seo_settings (title_pattern, google_verification) values ('{{businessName}} · {{title}}', 'google-code-12')`,
  )
  await expect.poll(async () => (await get('/contact')).body).toContain('<title>בית מרווח · יצירת קשר</title>')
  expect((await get('/')).body).toContain('<meta name="google-site-verification" content="google-code-12"')
  expect((await get('/contact')).body).not.toContain('google-site-verification')
  await db.sql(`delete from seo_settings`)
  await expect.poll(async () => (await get('/contact')).body).toContain('<title>יצירת קשר | בית מרווח</title>')
})

test('a non-canonical URL redirects to the canonical one and keeps its query', async () => {
  for (const [requested, location] of [
    ['/Contact', '/contact'],
    ['/contact/', '/contact'],
    ['//contact', '/contact'],
    ['/CONTACT/?utm_source=x', '/contact?utm_source=x'],
  ] as const) {
    const { statusCode, headers } = await get(requested)
    expect([requested, statusCode, headers.location]).toEqual([requested, 301, location])
  }
})

test('former /landinger URLs redirect permanently', async () => {
  for (const name of ['contact', 'about', 'reviews', 'product', 'product-2', 'product-3', 'home-2', 'home-3']) {
    const { statusCode, headers } = await get(`/landinger/${name}`)
    expect([statusCode, headers.location]).toEqual([301, `/${name}`])
  }
})

test('a redirect matches Hebrew paths, is counted, and never takes precedence over a page', async () => {
  await db.sql(
    `insert into redirects (from_path, to_address, code) values
      ('/ישן', '/contact?from=old', 301), ('/later', 'https://example.com/x', 302), ('/contact', '/nowhere', 301)`,
  )
  const old = `/${encodeURIComponent('ישן')}`
  await expect.poll(async () => (await get(old)).statusCode).toBe(301)
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
  await expect.poll(async () => (await get(old)).statusCode).toBe(404)
})

test('no redirect applies to the paths of a domain validation by a certificate authority', async () => {
  await db.sql(
    `insert into redirects (from_path, to_address) values ('/.well-known/change-password', '/contact'),
       ('/.well-known/acme-challenge/key', 'https://example.com/key'), ('/.well-known/pki-validation/key', 'https://example.com/key')`,
  )
  await expect.poll(async () => (await get('/.well-known/change-password')).headers.location).toBe('/contact')
  for (const folder of ['acme-challenge', 'Acme-Challenge', 'pki-validation'])
    expect((await get(`/.well-known/${folder}/KEY`)).statusCode, folder).toBe(404)
  await db.sql('delete from redirects')
})

test('a redirect loop through the site’s absolute URL is ignored', async () => {
  await db.sql(
    `insert into redirects (from_path, to_address) values ('/around', 'https://site.test/Around/?x=1'), ('/off', 'https://site.test/on'),
       ('/one', 'https://site.test/two'), ('/two', 'https://SITE.test/three/#top'), ('/three', '/one'), ('/into', '/two')`,
  )
  await expect.poll(async () => (await get('/off')).headers.location).toBe('https://site.test/on')
  for (const path of ['/around', '/one', '/two', '/three', '/into'])
    expect((await get(path)).statusCode, path).toBe(404)
  await db.sql('delete from redirects')
  await expect.poll(async () => (await get('/off')).statusCode).toBe(404)
})

test('a missing URL is logged once per path, without query or visitor data', async () => {
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

test('a share image is 1200 by 630 with the page’s title, and is immutable only under its current version', async () => {
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

test('the share image of a page with a picture shows the picture at the left', async () => {
  const plain = await get('/share-image/about')
  const [writer] = await db.sql<{ id: string }>(`select user_id as id from user_roles where role = 'content'`)
  const token = await tokens.sign({ role: 'authenticated', sub: writer!.id, aud: 'authenticated' }, 600)
  const redPixels = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#ff0000' } })
    .jpeg()
    .toBuffer()
  const added = await app.inject({
    method: 'POST',
    url: '/functions/v1/add-picture',
    headers: { apikey: tokens.anonKey, authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' },
    payload: redPixels,
  })
  const { id } = added.json<{ id: string }>()
  await db.sql(
    `with pictured as (
       insert into page_versions (path, number, blocks)
       select p.path, p.version + 1, jsonb_build_array(jsonb_set(v.blocks -> 0, '{content,photo}', $1)) || (v.blocks - 0)
       from pages p join page_versions v on v.id = p.published_version_id where p.path = '/about' returning id, number)
     update pages set published_version_id = pictured.id, version = pictured.number from pictured where path = '/about'`,
    [JSON.stringify({ id, alt: 'אדום' })],
  )
  // The page is rendered again once the change has reached the site.
  await expect.poll(async () => (await get('/about')).body).toContain('alt="אדום"')
  const address = imageOf((await get('/about')).body)
  // While storage fails, the card has no picture and is not cached.
  await db.sql('alter table storage.objects rename to objects_away')
  const early = await get(address)
  await db.sql('alter table storage.objects_away rename to objects')
  expect([early.statusCode, early.headers['cache-control']]).toEqual([200, 'no-cache'])
  expect(await isRedAt(early.rawPayload, 200, 300)).toBe(false)
  const card = await get(address)
  expect(card.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(await isRedAt(card.rawPayload, 200, 300)).toBe(true)
  expect(await isRedAt(plain.rawPayload, 200, 300)).toBe(false)
})

test('robots.txt disallows URLs that are not pages, and links the sitemap', async () => {
  const { body, headers } = await get('/robots.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).toContain('User-agent: *\nDisallow: /auth\n')
  expect(body).toContain('Sitemap: http://site.test/sitemap.xml')
  expect(body).not.toMatch(/Disallow: \/$/m)
  expect((await get('/sitemap.xml')).headers['content-type']).toBe('application/xml; charset=utf-8')
})
