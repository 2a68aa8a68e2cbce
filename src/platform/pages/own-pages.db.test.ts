import { expect, test } from 'vitest'
import { testSite } from '../../../test/site-app.ts'

const { app, db, tokens } = await testSite()
const [writer] = await db.sql<{ id: string }>(`select user_id as id from user_roles where role = 'content'`)
const token = await tokens.sign({ role: 'authenticated', sub: writer!.id, aud: 'authenticated' }, 600)
const headers = { apikey: tokens.anonKey, authorization: `Bearer ${token}` }

type Answer = { code?: string; path?: string; message?: string }
const call = async (name: string, payload: object) =>
  (await app.inject({ method: 'POST', url: `/functions/v1/${name}`, headers, payload })).json<Answer>()
const get = (url: string) => app.inject({ url, headers: { accept: 'text/html' } })
const add = (slug: string, changes: object = {}) =>
  call('add-page', { label: 'סדנה לזוגות', slug, layout: 'site', template: 'story', ...changes })

async function publish(path: string) {
  const [page] = await db.sql<{ id: string; shown: string | null }>(
    `select v.id, p.published_version_id as shown from pages p
     join page_versions v on v.path = p.path and v.number = p.version where p.path = $1`,
    [path],
  )
  return call('publish-page', { path, versionId: page!.id, seenPublishedId: page!.shown })
}

test('a new page is a draft, and once published it is served, linked and in the sitemap', async () => {
  expect(await add('sadna')).toEqual({ path: '/sadna' })
  expect((await get('/sadna')).statusCode).toBe(404)
  await publish('/sadna')
  const page = await get('/sadna')
  expect([page.statusCode, page.body.includes('סדנה לזוגות')]).toEqual([200, true])
  expect(page.body).toContain('aria-label="ניווט ראשי"')
  expect((await get('/sitemap.xml')).body).toContain('/sadna<')
})

test('a landing page has no navigation but keeps the legal links', async () => {
  await add('nechita', { layout: 'landing', template: 'landing' })
  await publish('/nechita')
  const { body } = await get('/nechita')
  expect(body).not.toContain('aria-label="ניווט ראשי"')
  expect(body).toContain('aria-label="מידע משפטי"')
})

test.each([
  ['crm', 'slug_reserved'],
  ['about', 'slug_taken'],
  ['seder-90', 'slug_taken'],
  ['taken', 'slug_taken'],
])('the slug %s is refused with %s', async (slug, code) => {
  if (slug === 'taken') await add('taken')
  expect((await add(slug)).code).toBe(code)
})

test('a product cannot use the slug of a page, and a page cannot use the former slug of a product', async () => {
  await add('mine')
  await expect(db.sql(`insert into products (slug, name) values ('mine', 'מוצר')`)).rejects.toThrow('slug_taken')
  await db.sql(`insert into products (slug, name) values ('first-name', 'מוצר')`)
  await db.sql(`update products set slug = 'second-name' where slug = 'first-name'`)
  expect((await add('first-name')).code).toBe('slug_taken')
  await db.sql(`delete from products where slug = 'second-name'`)
  expect((await add('first-name')).path).toBe('/first-name')
})

test('a moved page redirects permanently from its former path, also after a second move', async () => {
  await add('one')
  await publish('/one')
  const settings = { label: 'אחת', layout: 'site' }
  expect(await call('change-page', { ...settings, path: '/one', slug: 'two' })).toEqual({ path: '/two' })
  await call('change-page', { ...settings, path: '/two', slug: 'three' })
  for (const former of ['/one', '/two']) {
    const answer = await get(former)
    expect([answer.statusCode, answer.headers.location]).toEqual([301, '/three'])
    expect(answer.headers['cache-control'], 'a stored redirect would become a loop below').toBe('no-cache')
  }
  await call('change-page', { ...settings, path: '/three', slug: 'one' })
  expect((await get('/one')).statusCode).toBe(200)
  expect((await get('/three')).headers.location).toBe('/one')
})

test('a page that leaves the former path of another page redirects from there to its current path', async () => {
  const settings = { label: 'אחת', layout: 'site' }
  await add('shared')
  await publish('/shared')
  await call('change-page', { ...settings, path: '/shared', slug: 'older' })
  await add('shared')
  await publish('/shared')
  expect(await call('change-page', { ...settings, path: '/shared', slug: 'newer' })).toEqual({ path: '/newer' })
  expect((await get('/shared')).headers.location).toBe('/newer')
  expect((await get('/older')).statusCode).toBe(200)
})

test('a scheduled page that moves is still published when due', async () => {
  await add('before-due')
  const [version] = await db.sql<{ id: string }>(`select id from page_versions where path = '/before-due'`)
  const at = new Date(Date.now() + 3_600_000).toISOString()
  await call('schedule-page', { path: '/before-due', versionId: version!.id, at })
  await call('change-page', { label: 'בקרוב', layout: 'site', path: '/before-due', slug: 'when-due' })
  const jobs = await db.sql(`select run_at = $1::timestamptz as timely from graphile_worker.jobs where key = $2`, [
    at,
    'publish_page:/when-due',
  ])
  expect(jobs).toEqual([{ timely: true }])
  await db.sql(`update pages set publish_at = now() - interval '1 second' where path = '/when-due'`)
  await db.sql(`select publish_due_page('/when-due')`)
  expect((await get('/when-due')).statusCode).toBe(200)
})

test('a moved page keeps its search title, and never gets that of the former page at its new path', async () => {
  await add('with-title')
  await db.sql(`insert into seo_overrides (path, title) values ('/with-title', 'שלו'), ('/left-over', 'של אחר')`)
  const settings = { label: 'אחת', layout: 'site' }
  expect(await call('change-page', { ...settings, path: '/with-title', slug: 'left-over' })).toEqual({
    path: '/left-over',
  })
  expect(await db.sql(`select path, title from seo_overrides where path in ('/with-title', '/left-over')`)).toEqual([
    { path: '/left-over', title: 'שלו' },
  ])
})

test('a button that links to the former path of a moved page is still rendered', async () => {
  await add('course')
  await publish('/course')
  await add('beside')
  const [page] = await db.sql<{ version: number; blocks: object[] }>(
    `select p.version, v.blocks from pages p join page_versions v on v.path = p.path and v.number = p.version where p.path = '/beside'`,
  )
  const list = [{ words: 'לקורס', href: '/course' }]
  const blocks = [...page!.blocks, { id: 'to', kind: 'buttons', content: { title: '', list, ground: 'plain' } }]
  await call('save-page', { path: '/beside', blocks, seenVersion: page!.version })
  await publish('/beside')
  expect((await get('/beside')).body).toContain('href="/course"')
  await call('change-page', { label: 'קורס', layout: 'site', path: '/course', slug: 'course-2' })
  expect((await get('/beside')).body).toContain('href="/course"')
  await call('delete-page', { path: '/course-2', redirectTo: '/about' })
  expect((await get('/beside')).body, 'its page is gone').not.toContain('href="/course"')
})

test('a deleted page redirects to the path its owner chose, and a default page cannot be deleted', async () => {
  await add('holiday')
  await publish('/holiday')
  await call('delete-page', { path: '/holiday', redirectTo: '/about' })
  const answer = await get('/holiday')
  expect([answer.statusCode, answer.headers.location]).toEqual([301, '/about'])
  expect((await add('holiday')).path).toBe('/holiday')
  expect((await call('delete-page', { path: '/about', redirectTo: '' })).code).toBe('page_of_the_system')
})

test('a search finds a page whose path has the same prefix as the home page variants', async () => {
  await add('home-budget', { label: 'תקציב על שולחן המטבח' })
  await publish('/home-budget')
  const { body } = await get(`/no-such-page?q=${encodeURIComponent('שולחן המטבח')}`)
  expect(body).toContain('href="/home-budget"')
})

test('a copy of a page has the same blocks and its own path', async () => {
  await add('copied', { copyOf: '/about', template: '' })
  const [copy] = await db.sql<{ same: boolean }>(
    `select (select v.blocks from page_versions v where v.path = '/copied') =
       (select v.blocks from pages p join page_versions v on v.path = p.path and v.number = p.version where p.path = '/about') as same`,
  )
  expect(copy!.same).toBe(true)
})

test('a scheduled page is published when due, and not before', async () => {
  await add('later')
  const [version] = await db.sql<{ id: string }>(`select id from page_versions where path = '/later'`)
  const schedule = (at: Date) => call('schedule-page', { path: '/later', versionId: version!.id, at: at.toISOString() })
  expect((await schedule(new Date(Date.now() - 1000))).code).toBe('hour_in_the_past')
  await schedule(new Date(Date.now() + 3_600_000))
  await db.sql(`select publish_due_page('/later')`)
  expect((await get('/later')).statusCode).toBe(404)
  await db.sql(`update pages set publish_at = now() - interval '1 second' where path = '/later'`)
  await db.sql(`select publish_due_page('/later')`)
  expect((await get('/later')).statusCode).toBe(200)
})

test('the owner’s menu replaces the default one, without links to deleted pages', async () => {
  await add('in-menu')
  await publish('/in-menu')
  const link = (words: string, href: string) => ({ words, href })
  const [now] = await db.sql<{ version: number; blocks: { kind: string }[] }>(
    `select p.version, v.blocks from pages p join page_versions v on v.path = p.path and v.number = p.version where p.path = '/*frame'`,
  )
  const list = [link('הסדנה', '/in-menu'), link('איננו', '/gone')]
  const blocks = now!.blocks.map((block) => (block.kind === 'menu' ? { ...block, content: { list } } : block))
  await call('save-page', { path: '/*frame', blocks, seenVersion: now!.version })
  await publish('/*frame')
  const { body } = await get('/')
  expect(body).toMatch(/aria-label="ניווט ראשי"><a href="\/in-menu">הסדנה<\/a><\/nav>/)
  await call('delete-page', { path: '/in-menu', redirectTo: '' })
  expect((await get('/')).body).not.toContain('/in-menu')
})
