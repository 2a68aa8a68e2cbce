import { expect, test } from 'vitest'
import { testSite } from '../../../test/site-app.ts'

const { app, db, kernel } = await testSite()
const [content] = await db.sql<{ id: string }>(`select user_id as id from user_roles where role = 'content'`)
const claims = { role: 'authenticated', sub: content!.id }
const writer = { caller: { userId: content!.id, claims } }

type Saved = { id: string; version: number; slug: string }
const blank = {
  title: 'פנקס קטן',
  excerpt: 'מה רושמים ולמה.',
  body: doc(paragraph('מילים על כסף')),
  cover_id: null,
  cover_alt: '',
  cover_art: 'jars',
  category_id: null,
  author_id: null,
  tags: [],
}
const save = (written: object = {}, of?: Pick<Saved, 'id' | 'version'>) =>
  kernel.invoke(
    'save-post',
    { ...(of && { id: of.id, seenVersion: of.version }), written: { ...blank, ...written } },
    writer,
  ) as Promise<Saved>
/** Runs one statement as the author; returns the first column of the first row. */
async function ask<T = number>(text: string, values: unknown[]): Promise<T> {
  const [row] = await db.as<Record<string, T>>(claims, text, values)
  return Object.values(row!)[0]!
}
const publish = ({ id, version }: Saved, at?: string) =>
  ask('select publish_post($1, $2, $3)', [id, version, at ?? null])
const get = (url: string) => app.inject({ url })
const at = (slug: string) => `/blog/${encodeURIComponent(slug)}`
const refused = (doing: Promise<unknown>) =>
  doing.then(
    () => 'done',
    (error: { code?: string; message: string }) => (error.code?.startsWith('PT') ? error.message : error.code),
  )

function doc(...content: object[]) {
  return { type: 'doc', content }
}
function paragraph(text: string, ...marks: object[]) {
  return { type: 'paragraph', content: [{ type: 'text', text, marks }] }
}

test('saving a draft does not change the published post until it is published', async () => {
  const post = await save({ title: 'נוסח ראשון' })
  await publish(post)
  expect((await get(at(post.slug))).body).toContain('נוסח ראשון')
  const again = await save({ title: 'נוסח שני' }, { ...post, version: post.version + 1 })
  expect(again.slug).toBe(post.slug)
  expect((await get(at(post.slug))).body).not.toContain('נוסח שני')
  await publish(again)
  await expect.poll(async () => (await get(at(post.slug))).body).toContain('נוסח שני')
})

test('a published slug redirects after it changes, and an unpublished slug is released', async () => {
  const post = await save({ title: 'כתובת זמנית' })
  const renamed = await save({ title: 'כתובת ראשונה' }, post)
  expect(renamed.slug).toBe('כתובת-ראשונה')
  expect(await db.sql('select slug from post_slugs where post_id = $1', [post.id])).toEqual([{ slug: 'כתובת-ראשונה' }])
  const version = await publish(renamed)
  await ask('select change_post_slug($1, $2, $3)', [post.id, 'שנייה', version])
  await expect.poll(async () => (await get(at('כתובת-ראשונה'))).headers.location).toBe(at('שנייה'))
  expect((await get(at('כתובת-ראשונה'))).statusCode).toBe(301)
  expect((await get(at('שנייה'))).statusCode).toBe(200)
  const other = await save({ title: 'כתובת ראשונה' })
  expect(other.slug).toBe('כתובת-ראשונה-2')
})

test.each([
  ['התפוס', 'slug_taken'],
  ['עם רווח', 'slug_invalid'],
  ['א'.repeat(61), 'slug_invalid'],
  ['-א', 'slug_invalid'],
  ['preview', 'slug_reserved'],
])('the slug %s is refused with %s', async (slug, code) => {
  if (slug === 'התפוס') await save({ title: 'התפוס' })
  const post = await save({ title: 'מבקש כתובת' })
  const doing = ask('select change_post_slug($1, $2, $3)', [post.id, slug, post.version])
  const result = await doing.then(
    () => 'done',
    (error: Error & { constraint?: string }) => error.constraint ?? error.message,
  )
  expect(result).toBe(code)
})

const missing: [string, object, string][] = [
  ['without a title', { title: ' ' }, 'title_missing'],
  ['without words', { body: doc() }, 'body_missing'],
  ['without an excerpt', { excerpt: '' }, 'excerpt_missing'],
  ['with an image without alternative text', { body: doc(paragraph('א'), figure('')) }, 'picture_alt_missing'],
  [
    'with such an image inside a callout',
    { body: doc({ type: 'takeaway', content: [paragraph('א'), figure(' ')] }) },
    'picture_alt_missing',
  ],
]
test.each(missing)('a post %s is saved but cannot be published', async (_what, written, code) => {
  expect(await refused(publish(await save(written)))).toBe(code)
})

function figure(alt: string, id: string = crypto.randomUUID()) {
  const picture = { id, format: 'jpeg', width: 10, height: 10 }
  return { type: 'figure', attrs: { picture, alt, caption: '' } }
}

test('a post whose picture was deleted from the library cannot be published', async () => {
  const [picture] = await db.sql<{ id: string }>(
    `insert into pictures (format, width, height, bytes) values ('jpeg', 10, 10, 1) returning id`,
  )
  const body = doc(paragraph('א'), { type: 'takeaway', content: [figure('צנצנות', picture!.id)] })
  const post = await save({ body })
  const version = await publish(post)
  const hidden = await ask('select unpublish_post($1, $2)', [post.id, version])
  await db.sql('delete from pictures where id = $1', [picture!.id])
  expect(await refused(publish({ ...post, version: hidden }))).toBe('picture_missing')
})

test('a cover image needs alternative text before publishing', async () => {
  const [picture] = await db.sql<{ id: string }>(
    `insert into pictures (format, width, height, bytes) values ('jpeg', 1200, 800, 1) returning id`,
  )
  const post = await save({ cover_id: picture!.id })
  expect(await refused(publish(post))).toBe('cover_alt_missing')
  const described = await save({ cover_id: picture!.id, cover_alt: 'צנצנות על מדף' }, post)
  await publish(described)
  const { body } = await get(at(described.slug))
  expect(body).toMatch(/<img[^>]*alt="צנצנות על מדף" width="1200" height="800"/)
  expect(body).toMatch(/type="image\/avif" srcSet="[^"]*width=480[^"]* 480w, /)
  expect(await refused(save({ cover_id: crypto.randomUUID() }))).toBe('picture_unknown')
})

test('saving over a newer version is refused as stale, and both texts survive', async () => {
  const post = await save()
  const mine = await save({ title: 'שלי' }, post)
  expect(await refused(save({ title: 'של מישהו אחר' }, post))).toBe('post_changed_meanwhile')
  expect(await refused(publish(post))).toBe('post_changed_meanwhile')
  expect(await refused(save({}, { id: crypto.randomUUID(), version: 1 }))).toBe('post_gone')
  const [saved] = await db.sql(
    'select r.title from posts p join post_revisions r on r.id = p.draft_id where p.id = $1',
    [mine.id],
  )
  expect(saved).toEqual({ title: 'שלי' })
})

test('saves by one author within ten minutes share a revision, and restoring creates a new one', async () => {
  const post = await save({ title: 'א' })
  const second = await save({ title: 'ב' }, post)
  const revisions = () =>
    db.sql<{ id: string; title: string; why: string }>(
      'select id, title, why from post_revisions where post_id = $1 order by created_at',
      [post.id],
    )
  expect(await revisions()).toMatchObject([{ title: 'ב' }])
  await publish(second)
  const third = await save({ title: 'ג' }, { ...second, version: second.version + 1 })
  const [first] = await revisions()
  await ask('select restore_post_revision($1, $2, $3)', [post.id, first!.id, third.version])
  expect(await revisions()).toMatchObject([
    { title: 'ב', why: 'saved' },
    { title: 'ג', why: 'saved' },
    { title: 'ב', why: 'restored' },
  ])
  const foreign = await save()
  expect(await refused(ask('select restore_post_revision($1, $2, $3)', [foreign.id, first!.id, foreign.version]))).toBe(
    'revision_gone',
  )
})

test('autosaving a draft does not invalidate cached pages, but publishing does', async () => {
  const received: string[] = []
  const line = await db.owner.connect()
  line.on('notification', ({ payload }) => received.push(payload ?? ''))
  await line.query('listen page_changed')
  const post = await save({ title: 'שקט' })
  const again = await save({ title: 'עדיין שקט' }, post)
  await line.query('select 1')
  expect(received).toEqual([])
  await publish(again)
  await expect.poll(() => line.query('select 1').then(() => received)).toContain('posts')
  line.release(true)
})

test('deleting a category keeps its posts', async () => {
  const [category] = await db.sql<{ id: string }>(
    `insert into post_categories (slug, name) values ('זמני', 'זמני') returning id`,
  )
  const post = await save({ title: 'בלי נושא', category_id: category!.id })
  await publish(post)
  await db.as(claims, 'delete from post_categories where id = $1', [category!.id])
  await expect
    .poll(async () => (await get('/blog?topic=זמני'.replace('זמני', encodeURIComponent('זמני')))).statusCode)
    .toBe(404)
  expect((await get(at(post.slug))).statusCode).toBe(200)
})

test('a scheduled post is published at its time, even if the job runs early or twice', async () => {
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
  const post = await save({ title: 'מחר בבוקר' })
  await publish(post, inAnHour)
  expect((await get(at(post.slug))).statusCode).toBe(404)
  const [job] = await db.sql<{ payload: object; run_at: Date }>(
    `select payload, run_at from graphile_worker._private_jobs where key = $1`,
    [`publish_post:${post.id}`],
  )
  expect(job).toMatchObject({ payload: { post: post.id }, run_at: new Date(inAnHour) })
  const due = () => db.sql<{ done: boolean }>('select publish_due_post($1) as done', [post.id])
  expect(await due()).toEqual([{ done: false }])
  await db.sql(`update posts set scheduled_for = now() - interval '1 second' where id = $1`, [post.id])
  expect([await due(), await due()]).toEqual([[{ done: true }], [{ done: false }]])
  await expect.poll(async () => (await get(at(post.slug))).statusCode).toBe(200)
})

test('a publication time in the past publishes immediately, and one too far in the future is refused', async () => {
  const past = await save({ title: 'אתמול' })
  await publish(past, new Date(Date.now() - 60_000).toISOString())
  expect((await get(at(past.slug))).statusCode).toBe(200)
  const far = await save({ title: 'רחוק' })
  expect(await refused(publish(far, new Date(Date.now() + 3 * 365 * 86_400_000).toISOString()))).toBe('hour_too_far')
})

test('unpublishing removes a post from the site at once; a deleted post leaves the list and can be restored', async () => {
  const post = await save({ title: 'יורד' })
  const version = await publish(post)
  expect((await get(at(post.slug))).statusCode).toBe(200)
  const down = await ask('select unpublish_post($1, $2)', [post.id, version])
  await expect.poll(async () => (await get(at(post.slug))).statusCode).toBe(404)
  const deleted = await ask('select delete_post($1, $2)', [post.id, down])
  expect(await refused(save({}, { id: post.id, version: deleted }))).toBe('post_gone')
  expect(await refused(ask('select publish_post($1, $2)', [post.id, deleted]))).toBe('post_gone')
  const back = await ask('select restore_post($1, $2)', [post.id, deleted])
  await publish({ ...post, version: back })
  await expect.poll(async () => (await get(at(post.slug))).statusCode).toBe(200)
})

test('a preview link shows the draft uncached until it is revoked', async () => {
  const post = await save({ title: 'סוד קטן' })
  const token = await ask<string>('select open_post_preview($1)', [post.id])
  const look = (key: string) => get(`${at(post.slug)}?preview=${key}`)
  const shown = await look(token)
  expect(shown.statusCode).toBe(200)
  expect(shown.body).toContain('סוד קטן')
  expect(shown.body).toContain('<meta name="robots" content="noindex"')
  expect(shown.headers['cache-control']).toBe('no-store')
  for (const wrong of ['', 'x', token.replaceAll(/./g, '0'), '%00'])
    expect((await look(wrong)).statusCode, wrong).toBe(404)
  await db.sql(`update post_previews set expires_at = now() - interval '1 second' where post_id = $1`, [post.id])
  expect((await look(token)).statusCode).toBe(404)
  const fresh = await ask<string>('select open_post_preview($1)', [post.id])
  await ask('select close_post_preview($1)', [post.id])
  expect((await look(fresh)).statusCode).toBe(404)
})

test('script injection in a post is removed before it is stored or rendered', async () => {
  const bad = doc(
    { type: 'script', content: [{ type: 'text', text: 'alert(1)' }] },
    paragraph('<img src=x onerror=alert(1)>', { type: 'link', attrs: { href: 'javascript:alert(1)' } }),
    paragraph('קישור', { type: 'link', attrs: { href: 'https://example.com/"><script>' } }),
    { type: 'action', attrs: { words: 'כפתור', href: 'data:text/html,x' } },
    { type: 'heading', attrs: { level: 1, onclick: 'x' }, content: [{ type: 'text', text: 'כותרת' }] },
  )
  const post = await save({ title: 'מסוכן <script>', body: bad })
  await publish(post)
  const { body } = await get(at(post.slug))
  const main = /<main[^]*<\/main>/.exec(body)![0]
  expect(main).not.toMatch(/<script|javascript:|data:text|<img src=x|onclick|alert\(1\)<\/p>$/)
  expect(main).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(body.match(/<h1/g)).toHaveLength(1)
  // JSON-LD, title and description are escaped as well.
  expect(body).not.toContain('מסוכן <script>')
})

test('search ignores niqqud and final letters, handles the shekel sign, and filters by category and tag', async () => {
  const [category] = await db.sql<{ id: string }>(`select id from post_categories where slug = 'חובות'`)
  const post = await save({
    title: 'הַלְוָאָה של 500 ₪',
    category_id: category!.id,
    tags: ['צ׳קים'],
    body: doc(paragraph('ייחודמאוד')),
  })
  await publish(post)
  const titles = async (query: string) => (await get(`/blog?${query}`)).body.includes('הַלְוָאָה של 500 ₪')
  for (const q of ['הלוואה', 'הלואה', 'הלוָאה', '500 ש"ח', '₪', 'הייחודמאוד'])
    expect([q, await titles(new URLSearchParams({ q }).toString())]).toEqual([q, q !== 'הלוואה'])
  expect(await titles(new URLSearchParams({ topic: 'חובות' }).toString())).toBe(true)
  expect(await titles(new URLSearchParams({ topic: 'תקציב' }).toString())).toBe(false)
  expect(await titles(new URLSearchParams({ tag: 'צ׳קים' }).toString())).toBe(true)
  const none = await get('/blog?q=%22%3Cb%3Exyzzy')
  expect(none.body).toContain('לא נמצאו מאמרים')
  expect(none.body).not.toContain('<b>xyzzy')
  expect(none.body).toContain('content="noindex"')
})

test.each(['/blog?topic=אין', '/blog?page=99', '/blog/אין-כזה', '/blog/%D7', '/blog/a/b', '/blog/%00'])(
  'the path %s responds with status 400 or 404',
  async (path) => {
    expect([400, 404]).toContain((await get(encodeURI(path).replaceAll('%25', '%'))).statusCode)
  },
)

test('a long blog is paginated with crawlable links, each page with its own title and URL', async () => {
  for (let n = 1; n <= 13; n++) await publish(await save({ title: `מאמר מספר ${n}` }))
  const first = await get('/blog')
  expect(first.body).toContain('href="/blog?page=2"')
  const second = await get('/blog?page=2')
  expect(second.body).toContain('עמוד 2 | ')
  expect(second.body).toContain('<link rel="canonical" href="http://site.test/blog?page=2"')
})

test('an author with published posts has a page, and an author without published posts has none', async () => {
  const path = encodeURI('/blog/authors/הילה-לדוגמה')
  const { statusCode, body } = await get(path)
  expect(statusCode).toBe(200)
  expect(body).toContain('תקציב שעובד')
  expect(body).toMatch(/"@type":"Person","name":"הילה לדוגמה"/)
  await db.sql(`insert into post_authors (name) values ('בלי מאמרים')`)
  expect((await get(encodeURI('/blog/authors/בלי-מאמרים'))).statusCode).toBe(404)
  expect((await get('/blog/authors/no-such-author')).statusCode).toBe(404)
  // Another author with the same slug, older and without posts.
  await db.sql(`insert into post_authors (name, created_at) values ('הילה, לדוגמה', '2020-01-01')`)
  const again = await get(path)
  expect(again.statusCode).toBe(200)
  expect(again.body).toContain('תקציב שעובד')
})

test('the feed contains the newest posts with absolute URLs, each once, and answers conditional requests', async () => {
  const feed = await get('/blog/rss.xml')
  expect(feed.headers['content-type']).toBe('application/rss+xml; charset=utf-8')
  expect(feed.body).toContain(`<link>http://site.test${at('תקציב-שעובד-בארבעה-סעיפים')}</link>`)
  expect(feed.body).toContain('מסוכן &lt;script&gt;')
  const again = await app.inject({ url: '/blog/rss.xml', headers: { 'if-none-match': feed.headers.etag as string } })
  expect(again.statusCode).toBe(304)
})
