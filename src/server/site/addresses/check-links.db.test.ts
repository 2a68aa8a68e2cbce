import { expect, test } from 'vitest'
import { testSite } from '../../../../test/site-app.ts'
import { readPage } from './page-links.ts'

const { app, db, site, tokens } = await testSite()

/** Publishes /about with this content. */
async function says(answer: string) {
  await db.sql(
    `with said as (
       insert into page_versions (path, number, blocks)
       select '/about', 900 + (select count(*) from page_versions), $1 returning id)
     update pages set published_version_id = said.id, published_at = now() from said where path = '/about'`,
    [
      JSON.stringify([
        { id: 'top', kind: 'opening', content: { title: 'אודות' } },
        {
          id: 'asked',
          kind: 'questions',
          content: { title: 'נושא', list: [{ question: 'מה?', answer, home: false }] },
        },
      ]),
    ],
  )
  await site.caughtUp()
}
const onAbout = async () => (await site.pages.check()).links.filter(({ on }) => on === '/about')

test('the demo has no broken links, and pages without inbound links are reported', async () => {
  const { read, pages, links, orphans } = await site.pages.check()
  expect(links).toEqual([])
  expect(read).toBe(pages)
  expect(orphans.map(({ path }) => path)).not.toContain('/about')
  expect(orphans.map(({ path }) => path)).not.toContain('/home-2')
})

test('a broken link is reported with its page and text, and is not logged as a missing page', async () => {
  await says('יש [עמוד שאיננו](/nowhere), [עמוד ישן](/gone-by), [מקום שאיננו](/faq#nothing) ו[מקום](/faq#general).')
  await db.sql(`insert into redirects (from_path, to_address) values ('/gone-by', '/contact')`)
  await site.caughtUp()
  expect(await onAbout()).toEqual([
    { on: '/about', to: '/nowhere', words: 'עמוד שאיננו', is: 'left_out', arrivesAt: null },
    { on: '/about', to: '/gone-by', words: 'עמוד ישן', is: 'left_out', arrivesAt: '/contact' },
    { on: '/about', to: '/faq#nothing', words: 'מקום שאיננו', is: 'no_place', arrivesAt: null },
  ])
  await site.writeCounts()
  expect(await db.sql('select path from not_found_log')).toEqual([])
  expect(await db.sql('select hits::int from redirects')).toEqual([{ hits: 0 }])
  expect(await db.sql('select path from page_views')).toEqual([])
  await db.sql('delete from redirects')
})

test('links of a post to removed and moved pages are reported', async () => {
  const [post] = await db.sql<{ id: string; slug: string }>(
    `select r.id, s.slug from posts p join post_revisions r on r.id = p.shown_id join post_slugs s on s.post_id = p.id and s.is_current limit 1`,
  )
  const links = ['/blog/no-such-post', '/landinger/contact', 'http://site.test/about', 'http://site.test/gone']
  const content = links.map((href) => ({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }))
  // The page is unpublished, so writing its content directly triggers no check.
  await db.sql('alter table post_revisions disable trigger user')
  await db.sql('update post_revisions set body = $2 where id = $1', [
    post!.id,
    JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content }] }),
  ])
  await db.sql(`update posts set featured = featured`)
  await site.caughtUp()
  const { links: faulty } = await site.pages.check()
  expect(
    faulty.filter(({ on }) => on === `/blog/${post!.slug}`).map(({ to, is, arrivesAt }) => [to, is, arrivesAt]),
  ).toEqual([
    ['/blog/no-such-post', 'broken', null],
    ['http://site.test/gone', 'broken', null],
    ['/landinger/contact', 'moved', '/contact'],
  ])
})

test('external links, mailto links and links to anchors of the same page are skipped or resolved', async () => {
  await says('יש [אתר](https://example.com/x), [דוא״ל](mailto:a@example.com) ו[מקום כאן](#asked).')
  expect(await onAbout()).toEqual([])
})

test('link texts are extracted without markup, and hrefs with decoded entities', () => {
  const { own, around, places } = readPage(
    '<html><body><a href="/a">א</a><main id="main"><a class="x" href="/b?x=1&amp;y=2"><svg><path d=""/></svg>\u2068שלום\u2069 <b>עולם</b></a><a>בלי</a><h2 id="a&#39;b">x</h2></main></body></html>',
  )
  expect(around).toEqual([{ to: '/a', words: 'א' }])
  expect(own).toEqual([{ to: '/b?x=1&y=2', words: 'שלום עולם' }])
  expect([...places]).toEqual(['main', "a'b"])
})

test('a link to the checkout of a product is shown only while the product is sold online', async () => {
  const [product] = await db.sql<{ id: string; slug: string }>(
    `select id, slug from products where is_active and call_way = 'buy' limit 1`,
  )
  const to = `/${product!.slug}/checkout`
  await says(`אפשר [להירשם](${to}).`)
  expect(await onAbout()).toEqual([])
  expect((await app.inject('/about')).body).toContain(`href="${to}"`)
  await db.sql(`update products set call_way = 'talk' where id = $1`, [product!.id])
  await site.caughtUp()
  expect(await onAbout()).toEqual([{ on: '/about', to, words: 'להירשם', is: 'left_out', arrivesAt: null }])
})

test('a target is missing while its post, webinar or lead magnet is unpublished, but a former slug is not', async () => {
  const [post] = await db.sql<{ id: string; slug: string }>(
    `select p.id, s.slug from posts p join post_slugs s on s.post_id = p.id and s.is_current where p.status = 'published' limit 1`,
  )
  const [webinar] = await db.sql<{ slug: string }>(`select slug from webinars where status = 'published' limit 1`)
  const [magnet] = await db.sql<{ slug: string }>(`select slug from lead_magnets where is_active limit 1`)
  await db.sql(`insert into post_slugs (slug, post_id, is_current) values ('a-former-slug', $1, false)`, [post!.id])
  await site.caughtUp()
  const existing = [`/blog/${post!.slug}`, '/blog/a-former-slug', `/webinar/${webinar!.slug}`, `/lead/${magnet!.slug}`]
  expect(await site.pages.missing([...existing, '/blog/no-such-post', '/webinar/none', '/lead/none'])).toEqual([
    '/blog/no-such-post',
    '/webinar/none',
    '/lead/none',
  ])
  await db.sql(`update webinars set status = 'draft' where slug = $1`, [webinar!.slug])
  await site.caughtUp()
  expect(await site.pages.missing(existing)).toEqual([`/webinar/${webinar!.slug}`])
  await site.writeCounts()
  expect(await db.sql('select path from not_found_log')).toEqual([])
})

test('pages with a token and paths of no route are not requested as link targets', async () => {
  expect(await site.pages.missing(['/act/no-such-token', '/newsletter/confirm/no-such-token', '/a/b/c/d'])).toEqual([])
})

test('a target with a lone surrogate is missing', async () => {
  expect(await site.pages.missing(['/blog/\ud800'])).toEqual(['/blog/\ud800'])
})

test('concurrent checks of link targets do not exhaust the connection pool of functions, which the requested pages need', async () => {
  const [editor] = await db.sql<{ id: string }>(
    `insert into auth.users (email) values ('link.editor@example.com') returning id`,
  )
  await db.sql(`insert into user_roles (user_id, role) values ($1, 'content')`, [editor!.id])
  const token = await tokens.sign({ role: 'authenticated', sub: editor!.id, aud: 'authenticated' }, 600)
  // More calls than the pool of functions has connections, for a page that calls a function.
  const paths = Array.from({ length: 12 }, (_, i) => `/form/no-such-form-${i}`)
  const answers = await Promise.all(
    paths.map((path) =>
      app.inject({
        method: 'POST',
        url: '/functions/v1/check-link-targets',
        headers: { apikey: tokens.anonKey, authorization: `Bearer ${token}` },
        payload: { paths: [path] },
      }),
    ),
  )
  expect(answers.map((answer) => answer.json<{ missing?: string[] }>().missing)).toEqual(paths.map((path) => [path]))
})
