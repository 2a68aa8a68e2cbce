import { expect, test } from 'vitest'
import { testSite } from '../../../../test/site-app.ts'

const { app, db } = await testSite()
const get = (url: string) => app.inject({ url })
const body = async (url: string) => (await get(url)).body
const post = (url: string, fields: Record<string, string>) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })

test('a changed price row is shown from the next request on', async () => {
  const pages = ['/pricing', '/bayit-meuzan']
  for (const page of pages) expect(await body(page)).toContain('690')
  await db.sql(
    `update prices set amount_agorot = 71100 where product_id = (select id from products where slug = 'bayit-meuzan')`,
  )
  for (const page of pages) {
    await expect.poll(() => body(page)).toContain('711')
    expect(await body(page)).not.toMatch(/690[\u00a0 ]/)
  }
})

test('structured data of a product matches its row', async () => {
  const nodes = [
    ...(await body('/bayit-meuzan')).matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs),
  ].flatMap(([, text]) => {
    const data = JSON.parse(text!) as { '@graph'?: { '@type': string }[] }
    return data['@graph'] ?? [data as { '@type': string }]
  })
  expect(nodes.find((node) => node['@type'] === 'Product')).toMatchObject({
    name: 'בית מאוזן',
    offers: { price: '711.00', priceCurrency: 'ILS', availability: 'https://schema.org/InStock' },
  })
})

test('the product page has the content page as its canonical URL, and only the content page is in the sitemap', async () => {
  const canonicalOf = async (path: string) =>
    /<link rel="canonical" href="http:\/\/site\.test([^"]*)"/.exec(await body(path))?.[1]
  const listed = async () => {
    const sitemap = await body('/sitemap.xml')
    return ['/product', '/product-2', '/product-3', '/livui-mishpachti', '/bayit-meuzan', '/seder-90'].filter((path) =>
      sitemap.includes(`<loc>http://site.test${path}</loc>`),
    )
  }
  for (const [own, page] of [
    ['/livui-mishpachti', '/product'],
    ['/bayit-meuzan', '/product-2'],
    ['/seder-90', '/product-3'],
  ] as const) {
    expect([own, await canonicalOf(own), await canonicalOf(page)]).toEqual([own, page, page])
    expect(await body(page)).toContain(`"@id":"http://site.test${page}#product"`)
  }
  expect(await listed()).toEqual(['/product', '/product-2', '/product-3'])

  // The owner hides the content page: the product is indexed under its own URL.
  await db.sql(`insert into seo_overrides (path, is_hidden) values ('/product-2', true)`)
  await expect.poll(() => canonicalOf('/bayit-meuzan')).toBe('/bayit-meuzan')
  await expect.poll(listed).toEqual(['/product', '/product-3', '/bayit-meuzan'])
  // The structured data also has this URL, on every page that contains it.
  for (const path of ['/product-2', '/bayit-meuzan', '/pricing']) {
    await expect.poll(() => body(path)).toContain('"@id":"http://site.test/bayit-meuzan#product"')
    expect(await body(path)).not.toContain('/product-2#product')
  }
  await db.sql(`delete from seo_overrides where path = '/product-2'`)
  await expect.poll(() => canonicalOf('/bayit-meuzan')).toBe('/product-2')

  // An unpublished content page does not exist.
  await db.sql(`update pages set published_version_id = null, published_at = null where path = '/product-3'`)
  await expect.poll(() => canonicalOf('/seder-90')).toBe('/seder-90')
  await db.sql(`update pages p set published_at = now(), published_version_id =
    (select id from page_versions v where v.path = p.path order by v.created_at desc limit 1) where path = '/product-3'`)
  await expect.poll(() => canonicalOf('/seder-90')).toBe('/product-3')
})

test('an unknown product slug is not found, also in Hebrew, and is never cached as a page', async () => {
  for (const path of ['/no-such', `/${encodeURIComponent('קורס')}`, '/bayit-meuzan/deeper'])
    expect((await get(path)).statusCode, path).toBe(404)
  await db.sql(`update products set is_active = false where slug = 'seder-90'`)
  await expect.poll(async () => (await get('/seder-90')).statusCode).toBe(404)
  await db.sql(`update products set is_active = true where slug = 'seder-90'`)
})

test('a renamed product is served under its new slug, and the old URL redirects with its query', async () => {
  const button = 'href="/bayit-meuzan"'
  expect(await body('/product-2')).toContain(button)
  await db.sql(`update products set slug = 'קורס-בית' where slug = 'bayit-meuzan'`)
  const path = `/${encodeURIComponent('קורס-בית')}`
  await expect.poll(async () => (await get(path)).statusCode).toBe(200)
  const { statusCode, headers } = await get('/bayit-meuzan?utm_source=mail')
  expect([statusCode, headers.location]).toEqual([301, `${path}?utm_source=mail`])
  expect(await body(path)).toContain('לפני שהחודש הבא מתחיל')
  expect(await body('/product-2')).toContain(button)
  await db.sql(`update products set slug = 'bayit-meuzan' where slug = 'קורס-בית'`)
  await expect.poll(async () => (await get('/bayit-meuzan')).statusCode).toBe(200)
})

test('before its first day a product shows the date and a waitlist form; joining it implies no marketing consent', async () => {
  await db.sql(
    `update prices set active_from = now() + interval '9 days' where product_id = (select id from products where slug = 'bayit-meuzan')`,
  )
  await expect.poll(() => body('/bayit-meuzan')).toContain('ההרשמה נפתחת ב')
  const wrong = await post('/bayit-meuzan/waiting', { name: 'נ', email: 'no-address' })
  expect(wrong.statusCode).toBe(422)
  expect(wrong.body).toContain('value="no-address"')
  expect(wrong.body).toContain('כתובת הדוא״ל אינה תקינה')
  for (let i = 0; i < 2; i++) {
    const { statusCode, headers } = await post('/bayit-meuzan/waiting', {
      name: 'רות לדוגמה',
      email: 'rut@example.com',
    })
    expect([statusCode, headers.location]).toEqual([303, '/bayit-meuzan?waiting=1#join'])
  }
  expect(await body('/bayit-meuzan?waiting=1')).toContain('השם שלכם ברשימה')
  const [waiting] =
    await db.sql(`select count(*)::int as n, (select count(*)::int from consents k where k.contact_id = c.id) as consents
    from product_waitlist w join contacts c on c.id = w.contact_id where c.full_name = 'רות לדוגמה' group by c.id`)
  expect(waiting).toEqual({ n: 1, consents: 0 })
  await db.sql(`update prices set active_from = now() - interval '1 day'`)
  await expect.poll(() => body('/bayit-meuzan')).not.toContain('ההרשמה נפתחת ב')
  expect((await post('/bayit-meuzan/waiting', { name: 'רות לדוגמה', email: 'rut@example.com' })).statusCode).toBe(409)
})

test('a price disappears from cached pages at its end date, without a write', async () => {
  await db.sql(`update prices set active_to = clock_timestamp() + interval '10 seconds'
    where product_id = (select id from products where slug = 'seder-90')`)
  await expect.poll(() => body('/seder-90')).toContain('ההרשמה פתוחה עד')
  // The same price on a content page, and among the services on the home page: both are cached until then, too.
  await Promise.all([body('/product-3'), body('/')])
  await expect.poll(() => body('/seder-90')).toContain('ההרשמה סגורה כרגע')
  await expect.poll(() => body('/product-3')).not.toContain('"@type":"Product"')
  await expect.poll(() => body('/')).not.toMatch(/490[\u00a0 ]/)
})

test('a submitted review is stored once with its consent text, and awaits approval', async () => {
  const reviewFields = {
    name: 'רות לדוגמה',
    email: 'Rut@Example.com ',
    about: 'אם לשניים',
    rating: '2',
    body: '<b>בלי</b> סיסמאות:\nרשימה קצרה ותאריך.',
    scope: 'first_name_only',
    consent: 'on',
    privacyTextId: /name="privacyTextId" value="([^"]+)"/.exec(await body('/reviews'))![1]!,
  }
  for (let i = 0; i < 2; i++)
    expect((await post('/reviews', reviewFields)).headers.location).toBe('/reviews?left=1#left')
  expect(await body('/reviews?left=1')).toContain('תודה ששיתפתם')
  const [review] = await db.sql<{
    id: string
  }>(`select r.id, r.shown_name, r.status, r.permission, a.name, a.email, a.privacy_text_id is not null as notice
    from reviews r join review_authors a on a.review_id = r.id`)
  expect(review).toMatchObject({
    shown_name: 'רות',
    status: 'pending_verification',
    email: 'rut@example.com',
    notice: true,
  })
  expect(Object.values(review!).join()).toContain('בשם פרטי או בראשי תיבות בלבד')
  expect(await body('/reviews')).not.toContain('רשימה קצרה ותאריך')
  await db.sql(`update reviews set status = 'pending' where id = $1`, [review!.id])
  const [notified] = await db.sql(`select (select count(*)::int from tasks where name like 'לדבר עם רות%') as tasks,
    (select count(distinct user_id)::int from notifications where type = 'review.submitted') as people,
    (select string_agg(distinct message, '') from notifications where type = 'review.submitted') as message`)
  // Content staff are notified too. The author's surname is not shown.
  expect(notified).toEqual({ tasks: 1, people: 3, message: '\u2068רות\u2069 – דירוג 2 מתוך 5' })
  await db.sql(`update reviews set status = 'approved' where id = $1`, [review!.id])
  await expect.poll(() => body('/reviews')).toContain('&lt;b&gt;בלי&lt;/b&gt; סיסמאות:')
})

test('an invalid review is shown again with its input and the errors', async () => {
  const { statusCode, body: page } = await post('/reviews', {
    name: 'ר',
    body: 'קצר',
    scope: 'everywhere',
    about: 'נשאר כאן',
  })
  expect(statusCode).toBe(422)
  for (const text of [
    'value="נשאר כאן"',
    'יש להזין לפחות 2 תווים',
    'בלי הסכמה לא נוכל לפרסם',
    'יש לבחור איך להציג',
    'יש 5 שדות לתיקון',
  ])
    expect(page).toContain(text)
})

test('reviews are listed by topic, each topic with its own URL', async () => {
  const page = await body('/reviews')
  expect(page).toContain(`href="/reviews?topic=${encodeURIComponent('עצמאים')}"`)
  const selected = await body(`/reviews?topic=${encodeURIComponent('עצמאים')}`)
  expect(selected).toContain('הפרדה בין העסק לבית')
  expect(selected).not.toContain('חמש הלוואות')
})
