import { expect, test } from 'vitest'
import { routes } from '#web/routes.ts'
import { testSite } from '../../../../test/site-app.ts'

const { app, db } = await testSite()
const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url: encodeURI(url), headers: { accept: 'text/html', ...headers } })
const inOrder = (body: string, ...texts: string[]) => {
  const places = texts.map((text) => body.indexOf(text))
  expect(places, texts.join(' | ')).toEqual(places.toSorted((a, b) => a - b))
  expect(places[0]).toBeGreaterThan(0)
}

test('the home page shows its sections in order, and the cancellation link', async () => {
  const { body } = await get('/')
  inOrder(
    body,
    'סוף החודש יכול להיות עוד יום רגיל',
    'מוכר לכם?',
    'מהשיחה ועד העצמאות',
    'שלוש דרכים להתחיל',
    'מה משתנה אחרי הליווי',
    'מי יושבים איתכם',
    'הילה לדוגמה',
    'מהבלוג',
    'שאלות שכולם שואלים',
    'שתי דקות של בהירות',
    'הצעד הראשון הוא שיחה',
    'href="/cancel-transaction"',
  )
  expect(body.match(/<details(?! class="(strip|fold)")/g)).toHaveLength(5)
  expect(body.match(/class="postcard"/g)).toHaveLength(3)
  expect(body.match(/class="voice[ "]/g)).toHaveLength(3)
  expect(body).toContain('href="/financial_stage"')
})

test('the team members of the about page are shown on the home page and the call page, too', async () => {
  for (const path of ['/about', '/', '/book-a-call']) {
    const { body } = await get(path)
    inOrder(body, '<h3>הילה לדוגמה</h3>', 'הכשרה', 'ואינה מכסה', 'ייעוץ השקעות')
  }
})

test('pages that start with a form have no contact bar over it', async () => {
  const bar = 'aria-label="פנייה מהירה"'
  for (const path of ['/contact', '/newsletter', '/lead/sihat-kesef', '/ninja']) {
    const { body, statusCode } = await get(path)
    expect([path, statusCode, body.includes(bar)]).toEqual([path, 200, false])
  }
  expect((await get('/')).body).toContain(bar)
})

const landings = ['/lead/sihat-kesef', '/webinar/takziv-she-mahzik']
test.each(landings)('%s has a dark hero section, no navigation and no announcement', async (path) => {
  const navigation = 'aria-label="ניווט ראשי"'
  expect((await get('/newsletter')).body).toContain(navigation)
  const { body } = await get(path)
  expect(body).toMatch(/<main[^>]*><section[^>]* data-theme="dark"/)
  for (const part of [navigation, 'id="strip"']) expect(body).not.toContain(part)
})

test('variants of the home page have its canonical URL and noindex', async () => {
  for (const path of ['/home-2', '/home-3']) {
    const { body, statusCode } = await get(path)
    expect([path, statusCode]).toEqual([path, 200])
    expect(body).toContain('<link rel="canonical" href="http://site.test/"')
    expect(body).toContain('<meta name="robots" content="noindex"')
  }
})

test('prices on pages match the products', async () => {
  expect((await get('/product-2')).body).toMatch(/690/)
  await db.sql(
    `update prices set amount_agorot = 71500 where product_id = (select id from products where slug = 'bayit-meuzan')`,
  )
  await expect.poll(async () => (await get('/product-2')).body).toMatch(/715/)
  expect((await get('/')).body).toMatch(/715/)
})

test('without an approved review no quote is shown, and without a published post no blog link', async () => {
  await db.sql(`update reviews set status = 'pending', approved_at = null, approved_by = null, is_featured = false`)
  await db.sql(`update posts set status = 'draft'`)
  await expect.poll(async () => (await get('/')).body).not.toContain('<blockquote')
  const { body } = await get('/')
  expect(body).not.toContain('מה משתנה אחרי הליווי')
  expect(body).not.toContain('מהבלוג')
})

test('an unpublished page responds with 404, and no link points to it', async () => {
  expect((await get('/contact')).body).toContain('href="/about"')
  await db.sql(`update pages set published_version_id = null, published_at = null where path = '/about'`)
  await expect.poll(async () => (await get('/about')).statusCode).toBe(404)
  // A cached page is invalidated by a notification of the database.
  for (const path of ['/', '/contact', '/faq'])
    // oxlint-disable-next-line no-await-in-loop -- few pages
    await expect.poll(async () => (await get(path)).body).not.toContain('href="/about"')
})

test('a question search shows matching answers expanded, and is not cached', async () => {
  const { body, headers } = await get('/faq?q=תדפיסי')
  expect(body).toContain('נמצאה תשובה אחת')
  expect(body).toContain('אילו מסמכים צריך להביא?')
  expect(body).not.toContain('למי הליווי מתאים?')
  expect(body).toMatch(/<details open/)
  expect(headers['cache-control']).toBe('no-store')
  const nothing = (await get('/faq?q=<script>alert(1)</script>')).body
  expect(nothing).toContain('לא נמצאה תשובה')
  expect(nothing).not.toContain('<script>alert')
})

test('every question has an anchor', async () => {
  expect((await get('/faq')).body).toContain('id="אפשר-לבטל"')
})

test('the not-found page offers the site search and a form to report the broken link', async () => {
  const found = await get('/no-such-page?q=חובות')
  expect(found.statusCode).toBe(404)
  expect(found.headers['cache-control']).toBe('no-store')
  expect(found.body).toContain('href="/product"')
  expect((await get('/no-such-page?q=ביטקוין')).body).toContain('לא מצאנו דבר')

  const reported = await app.inject({
    method: 'POST',
    url: '/not-found',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      referer: 'http://site.test/broken-link?secret=1',
    },
    payload: '',
  })
  expect([reported.statusCode, reported.headers.location]).toEqual([303, '/not-found?reported=1#sent'])
  expect((await get('/not-found?reported=1')).body).toContain('תודה. הקישור נרשם אצלנו')
  await expect
    .poll(() => db.sql(`select path, reports from not_found_log where reports > 0`))
    .toEqual([{ path: '/broken-link', reports: 1 }])
})

test('an announcement is shown during its dates, except on pages that link to its target, and a new one has a new key', async () => {
  const announce = (content: object) =>
    db.sql(
      `with written as (
         insert into page_versions (path, number, blocks)
         select '/*', version + 1, $1 from pages where path = '/*' returning id, number)
       update pages set published_version_id = written.id, published_at = clock_timestamp(), version = written.number
       from written where path = '/*'`,
      [JSON.stringify([{ id: 'announcement', kind: 'announcement', content }])],
    )
  const keyOf = (body: string) => /<meta name="strip" content="(\w+)"/.exec(body)?.[1]
  const before = keyOf((await get('/contact')).body)
  expect(before).toBeDefined()
  // The first button of the home page links to the same page.
  expect((await get('/')).body).not.toContain('id="strip"')

  const link = { words: 'לפרטים', href: '/about' }
  await announce({ text: 'המשרד סגור בחג', link, from: '', to: '' })
  await expect.poll(async () => (await get('/contact')).body).toContain('המשרד סגור בחג')
  const { body } = await get('/faq')
  expect(keyOf(body)).not.toBe(before)
  expect(body.indexOf('name="strip"')).toBeLessThan(body.indexOf('<script'))

  await announce({ text: 'היה ונגמר', link, from: '', to: '2020-01-01' })
  await expect.poll(async () => (await get('/contact')).body).not.toContain('המשרד סגור')
  expect((await get('/contact')).body).not.toContain('היה ונגמר')
})

test('with all pages unpublished, exactly the content pages of the sitemap return 404', async () => {
  await db.sql(`update pages set published_version_id = null, published_at = null`)
  await expect.poll(async () => (await get('/about')).statusCode).toBe(404)
  const fixed = routes.filter((route) => route.shell === 'site' && !route.path.includes(':'))
  const missing = await Promise.all(fixed.map(async ({ path }) => ((await get(path)).statusCode === 404 ? [path] : [])))
  expect(missing.flat()).toEqual(
    fixed.flatMap((route) => ('isContent' in route && route.isContent ? [route.path] : [])),
  )
})
