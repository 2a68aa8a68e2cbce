// The checkout and its result pages as HTML, without JavaScript, with a fake payment provider.
import { afterAll, expect, test } from 'vitest'
import { createGateways } from '#features/gateways/open-gateways.server.ts'
import { checkAttempt } from '#features/orders/check-payment.server.ts'
import { startGateways } from '#integrations/gateways/gateways.fake.ts'
import { type Db, inTransaction } from '#kernel/postgres/transaction.ts'
import { createSealing, makeSealingKey } from '#platform/sealing/sealing.server.ts'
import { testSite } from '../../../../test/site-app.ts'

const fake = await startGateways()
afterAll(() => fake.stop())
let isUp = true
const seal = createSealing([makeSealingKey()])('keys')
const open = createGateways({ seal, standIn: fake })
const gateways = { ...open, chosen: async (db: Db) => (isUp ? open.chosen(db) : undefined) }
// Provider notifications are not delivered: the tests query the provider themselves.
const { app, db, anonKey } = await testSite({ inside: { gateways, apiUrl: 'http://127.0.0.1:9' } })
const transaction = <T>(work: (service: Db) => Promise<T>) =>
  inTransaction(db.authenticator, { role: 'service_role' }, work)

const checkout = '/bayit-meuzan/checkout'
const get = (url: string) => app.inject({ url, headers: { 'accept-encoding': 'identity' } })
const wordsOf = (html: string) =>
  html
    .replaceAll(/<(script|style)[^]*?<\/\1>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[\u200e\u200f]|&#x27;/g, '')
    .replaceAll(/[\s\u00a0]+/g, ' ')
const wordsAt = async (url: string) => wordsOf((await get(url)).body)
const hidden = (html: string, name: string) => new RegExp(` name="${name}" value="([^"]+)"`).exec(html)?.[1]

let people = 0
async function post(known: Record<string, string> = {}, cookie?: string) {
  const page = (await get(checkout)).body
  people++
  const fields = {
    priceId: hidden(page, 'priceId')!,
    privacyTextId: hidden(page, 'privacyTextId') ?? '',
    name: 'נועה לדוגמה',
    email: `noa${people}@example.com`,
    phone: `05098${String(people).padStart(5, '0')}`,
    installments: '3',
    terms: 'on',
    ...known,
  }
  return app.inject({
    method: 'POST',
    url: checkout,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'accept-encoding': 'identity',
      ...(cookie && { cookie }),
    },
    payload: new URLSearchParams(fields).toString(),
  })
}
const keyOf = (location: string) => /\/checkout\/([\w-]{32})\/pay/.exec(location)![1]!
async function bought(known: Record<string, string> = {}) {
  const sent = await post(known)
  const key = keyOf(sent.headers.location as string)
  const way = await get(`/checkout/${key}/pay`)
  return { key, url: /url=(.*)$/.exec(way.headers['refresh'] as string)![1]!, way }
}
async function checkAll() {
  const attempts = await db.sql<{ id: string }>(
    `select id from payment_attempts where state in ('page_open', 'verifying')`,
  )
  for (const { id } of attempts) await checkAttempt({ gateways, transaction, cardSeal: seal }, id)
}

test('the checkout shows tax, total, instalments and, above the consent, the legal notice, and has no card fields', async () => {
  const { body, statusCode } = await get(checkout)
  expect(statusCode).toBe(200)
  const pageText = wordsOf(body)
  for (const shown of [
    'מחיר לפני מע״מ 584.75 ₪',
    'מע״מ (18%) 105.25 ₪',
    'סך הכול לתשלום 690 ₪',
    '3 תשלומים של 230 ₪',
    'אפשר לבטל בתוך 14 ימים',
    'עד 5% מהמחיר או 100 ₪',
    'התשלום נעשה מול חברת סליקה מדומה',
  ])
    expect(pageText).toContain(shown)
  // The cookie banner also has a checkbox.
  const form = /<form id="checkout-form"[^]*?<\/form>/.exec(body)![0]
  expect(form).not.toMatch(/ checked/)
  const inOrder = ['name="phone"', 'id="purchase-notice"', 'name="terms"', 'type="submit"'].map((part) =>
    form.indexOf(part),
  )
  expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b))
  expect(inOrder).not.toContain(-1)
  expect(body).not.toMatch(/name="(card|cvv|cvc|expiry|pan|id_?number)/i)
  expect(body).not.toContain('<iframe')
  expect(body).toMatch(/<meta[^>]*noindex/)
})

test('missing details are named, and other input is preserved', async () => {
  const { body, statusCode } = await post({ name: '', terms: '', email: 'noa@' })
  expect(statusCode).toBe(422)
  const pageText = wordsOf(body)
  expect(pageText).toContain('כדי להמשיך צריך לאשר את תנאי השימוש')
  expect(pageText).toContain('כתובת הדוא״ל אינה תקינה')
  expect(body).toContain('value="noa@"')
  expect(body).toMatch(/<option value="3" selected/)
})

test('a buyer is redirected to the provider’s page, and the result page shows the status confirmed by the provider', async () => {
  const { key, url, way } = await bought()
  expect(url.startsWith(fake.origin)).toBe(true)
  expect(way.headers['referrer-policy']).toBe('no-referrer')
  expect(way.headers['cache-control']).toBe('no-store')
  const back = await fake.pay(url, { installments: '3' })
  const result = `${back.pathname}?ref=${back.searchParams.get('ref')!}`
  expect(back.searchParams.get('ref')).toBe(key)
  expect(await wordsAt(result)).toContain('התשלום בבדיקה')
  await checkAll()
  const pageText = await wordsAt(result)
  expect(pageText).toContain('התשלום התקבל, תודה!')
  expect(pageText).toContain('שולם 690 ₪')
  expect(pageText).toContain('הדמיה')
  // The error page shows the same status for the same order reference.
  expect(await wordsAt(`/payment-error?ref=${key}`)).toContain('התשלום התקבל, תודה!')
})

test('an order that replaces an earlier one releases the held seat of that order, in the same browser only', async () => {
  const email = 'moves@example.com'
  const held = async () =>
    (
      await db.sql<{ held: boolean }>(
        'select held_until > now() as held from orders where email = $1 order by created_at',
        [email],
      )
    ).map((order) => order.held)
  const first = await post({ email })
  await post({ email })
  expect(await held()).toEqual([true, true])
  await post({ email }, String(first.headers['set-cookie']).split(';')[0])
  expect(await held()).toEqual([false, true, true])
})

test('the page of a declined card shows the reason, and the same order can be retried with its details', async () => {
  const { key, url } = await bought({ name: 'רות לדוגמה' })
  const back = await fake.pay(url, { card: '1' })
  expect(back.pathname).toBe('/payment-error')
  expect(await wordsAt(`/payment-error?ref=${key}`)).not.toContain('לא חויב')
  await checkAll()
  const pageText = await wordsAt(`/payment-error?ref=${key}`)
  expect(pageText).toContain('חברת האשראי לא אישרה את העסקה. הכרטיס לא חויב.')
  const { body } = await get(`${checkout}?order=${key}`)
  expect(body).toContain('value="רות לדוגמה"')
  expect(hidden(body, 'order')).toBe(key)
  expect(wordsOf(body)).toMatch(/המחיר והמקום שמורים לכם עד \d\d:\d\d/)
})

test('the result page of a cancelled payment states that nothing was charged only once the provider confirmed it', async () => {
  const { key, url } = await bought()
  const back = await fake.pay(url, { method: 'cancel' })
  const result = `${back.pathname}${back.search}`
  expect(await wordsAt(result)).toContain('אנחנו בודקים אם בוצע חיוב')
  await checkAll()
  expect(await wordsAt(result)).toContain('התשלום בוטל לפני השלמתו. הכרטיס לא חויב.')
  expect(await wordsAt(`${checkout}?order=${key}`)).toContain('המשך לעמוד התשלום שנפתח')
})

test('a result page without an order reference shows no payment status', async () => {
  for (const path of ['/payment-success', '/payment-error', `/payment-success?ref=${'x'.repeat(32)}`]) {
    const { statusCode, body } = await get(path)
    expect(statusCode).toBe(200)
    expect(wordsOf(body)).not.toMatch(/התקבל, תודה|לא חויב/)
    expect(body).toMatch(/href="tel:\+?\d+"/)
    expect(body).toContain('href="https://wa.me/')
    const main = body.slice(body.indexOf('<main'), body.indexOf('</main>'))
    expect([path, main.includes('href="/pricing"')]).toEqual([path, path === '/payment-error'])
  }
})

test('only products that are sold online have a checkout', async () => {
  expect((await get('/livui-mishpachti/checkout')).statusCode).toBe(404)
  expect((await get('/nothing/checkout')).statusCode).toBe(404)
  expect((await get(`/checkout/${'x'.repeat(32)}/pay`)).statusCode).toBe(404)
})

test('without a provider the checkout links to the call page', async () => {
  isUp = false
  // Selecting another provider renders the page again.
  await db.sql('update gateway_settings set issues_documents = issues_documents')
  await expect.poll(() => wordsAt(checkout)).toContain('אי אפשר לשלם כאן כרגע')
  isUp = true
  await db.sql('update gateway_settings set issues_documents = issues_documents')
  await expect.poll(() => wordsAt(checkout)).toContain('סך הכול לתשלום')
})

test('several prices are selected by links, which update the totals', async () => {
  await db.sql(
    `insert into prices (product_id, name, amount_agorot, active_from) select id, 'לזוג', 99000, now() - interval '1 day' from products where slug = 'bayit-meuzan'`,
  )
  await expect.poll(() => wordsAt(checkout)).toContain('לזוג: 990 ₪')
  const [price] = await db.sql<{ id: string }>(`select id from prices where name = 'לזוג'`)
  expect(await wordsAt(`${checkout}?price=${price!.id}`)).toContain('סך הכול לתשלום 990 ₪')
})

const code = async (known: Record<string, unknown>) => {
  const name = `SITE-${crypto.randomUUID().slice(0, 8).toUpperCase()}`
  await db.sql(
    `insert into coupons (code, percent, amount_agorot, max_uses) select $1, percent, amount_agorot, max_uses from jsonb_populate_record(null::coupons, $2)`,
    [name, known],
  )
  return name
}

test('a coupon changes the total before payment, and other input is preserved', async () => {
  const ten = await code({ percent: 10 })
  const response = await post({ coupon: ten.toLowerCase(), update: 'on', name: 'רות לדוגמה', terms: '' })
  expect(response.statusCode).toBe(200)
  const pageText = wordsOf(response.body)
  expect(pageText).toContain(`קופון ${ten} ‎-69 ₪`.replaceAll('\u200e', ''))
  expect(pageText).toContain('סך הכול לתשלום 621 ₪')
  expect(pageText).toContain('מע״מ (18%) 94.73 ₪')
  expect(response.body).toContain('value="רות לדוגמה"')
  expect(hidden(response.body, 'shownAgorot')).toBe('62100')
  expect(await wordsAt(`${checkout}?coupon=${ten}`)).toContain('סך הכול לתשלום 621 ₪')
  const sent = await post({ coupon: ten, shownAgorot: '62100' })
  const key = keyOf(sent.headers.location as string)
  expect(await wordsAt(`${checkout}?order=${key}`)).toContain('סך הכול לתשלום 621 ₪')
})

test('a submit with an outdated total shows the current total first', async () => {
  const ten = await code({ percent: 10 })
  const sent = await post({ coupon: ten, shownAgorot: '69000' })
  expect(sent.statusCode).toBe(409)
  expect(wordsOf(sent.body)).toContain('הסכום השתנה לפי הבחירות שלכם')
  expect(wordsOf(sent.body)).toContain('סך הכול לתשלום 621 ₪')
})

test('an invalid coupon code shows the reason next to its field', async () => {
  const response = await post({ coupon: 'NOTHING', update: 'on' })
  expect(wordsOf(response.body)).toContain('הקופון לא נמצא. כדאי לבדוק שהקוד הוקלד נכון')
  const single = await code({ percent: 10, max_uses: 1 })
  await post({ coupon: single })
  const refused = await post({ coupon: single })
  expect(refused.statusCode).toBe(422)
  expect(wordsOf(refused.body)).toContain('הקופון נוצל עד סופו')
})

const shownTo = async (remoteAddress: string, typed: string) => {
  const headers = { 'accept-encoding': 'identity' }
  return wordsOf((await app.inject({ url: `${checkout}?coupon=${typed}`, remoteAddress, headers })).body)
}

test('after twenty unknown coupon codes, further codes of a visitor are refused temporarily', async () => {
  const ten = await code({ percent: 10 })
  for (let n = 0; n < 20; n++) expect(await shownTo('203.0.113.77', `GUESS-${n}`)).toContain('הקופון לא נמצא')
  expect(await shownTo('203.0.113.77', ten)).toContain('הגיעו מכאן הרבה בקשות בזמן קצר')
  expect(await shownTo('203.0.113.78', ten)).toContain('סך הכול לתשלום 621 ₪')
})

test('a coupon that was used up does not count towards the limit of guesses', async () => {
  const [ten, single] = [await code({ percent: 10 }), await code({ percent: 10, max_uses: 1 })]
  await post({ coupon: single })
  for (let n = 0; n < 20; n++) expect(await shownTo('203.0.113.80', single)).toContain('הקופון נוצל עד סופו')
  expect(await shownTo('203.0.113.80', ten)).toContain('סך הכול לתשלום 621 ₪')
})

test('coupon codes are rate limited by the IP address of the caller, whatever `client` the request body contains', async () => {
  const [product] = await db.sql<{ id: string }>(`select id from products where slug = 'bayit-meuzan'`)
  const guess = (n: number) =>
    app.inject({
      method: 'POST',
      url: '/functions/v1/open-checkout',
      remoteAddress: '203.0.113.79',
      headers: { apikey: anonKey },
      payload: { coupon: { code: `GUESS-${n}`, productId: product!.id }, client: `198.51.100.${n}` },
    })
  for (let n = 0; n < 20; n++) expect((await guess(n)).json()).toMatchObject({ coupon: { fault: 'coupon_unknown' } })
  const refused = await guess(20)
  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toMatchObject({ code: 'too_many_requests' })
})

test('a fully discounted order is complete without a provider', async () => {
  const all = await code({ percent: 100 })
  isUp = false
  const sent = await post({ coupon: all, shownAgorot: '0' })
  isUp = true
  expect(sent.statusCode).toBe(303)
  expect(sent.headers.location).toMatch(/^\/payment-success\?ref=/)
  const key = new URLSearchParams((sent.headers.location as string).split('?')[1]).get('ref')
  expect(await wordsAt(`/payment-success?ref=${key}`)).toContain('התקבל')
  const [order] = await db.sql(
    `select status, amount_agorot, discount_agorot, (select count(*)::int from payment_attempts a where a.order_id = o.id) as attempts,
       (select count(*)::int from enrolments e where e.contact_id = o.contact_id) as enrolments
     from orders o where coupon_id = (select id from coupons where code = $1)`,
    [all],
  )
  expect(order).toEqual({ status: 'paid', amount_agorot: 0, discount_agorot: 69_000, attempts: 0, enrolments: 1 })
})

test('an order bump is unchecked by default, shown in the totals, and bought with the product', async () => {
  await db.sql(
    `update products set bump_product_id = (select id from products where slug = 'seder-90'), bump_text = 'להתחיל יחד'
     where slug = 'bayit-meuzan'`,
  )
  await expect.poll(() => wordsAt(checkout)).toContain('להוסיף להזמנה: סדר ב־90 דקות , 490 ₪')
  const { body } = await get(checkout)
  expect(body).not.toMatch(/<input[^>]*name="bump"[^>]* checked/)
  expect(wordsOf(body)).toMatch(
    /סך הכול לתשלום 690 ₪.*תוספת סדר ב־90 דקות: 490 ₪.*מע״מ \(18%\) 180 ₪.*סך הכול לתשלום 1,180 ₪/,
  )
  const [plain, bumped] = [hidden(body, 'shownAgorot')!, hidden(body, 'shownWithBump')!]
  const { key, url } = await bought({ bump: 'on', shownAgorot: plain, shownWithBump: bumped })
  await fake.pay(url, {})
  await checkAll()
  expect(await wordsAt(`/payment-success?ref=${key}`)).toContain('שולם 1,180 ₪')
  const enrolled = await db.sql<{ slug: string }>(
    `select p.slug from orders o join enrolments e on e.contact_id = o.contact_id join products p on p.id = e.product_id
     where o.bump_title is not null and o.paid_at is not null order by p.slug`,
  )
  expect(enrolled.map(({ slug }) => slug)).toEqual(['bayit-meuzan', 'seder-90'])
  expect(await db.sql(`select title, amount_agorot from charges where amount_agorot = 118000`)).toEqual([
    { title: 'בית מאוזן + סדר ב־90 דקות', amount_agorot: 118_000 },
  ])
  await db.sql(`update products set bump_product_id = null where slug = 'bayit-meuzan'`)
})

test('the URL of an order is not sent to the Meta pixel', async () => {
  const { key } = await bought()
  await db.sql(`insert into tracking_settings (pixel_id) values ('123456789')`)
  const hasPixel = async (path: string) => /<meta name="pixel"/.test((await get(path)).body)
  await expect.poll(() => hasPixel(checkout)).toBe(true)
  for (const path of [
    `/payment-success?ref=${key}`,
    `/payment-error?ref=${key}`,
    `/checkout/${key}/pay`,
    `${checkout}?order=${key}`,
  ])
    expect(await hasPixel(path), path).toBe(false)
})

test('a charge is paid by its link without JavaScript, and a closed charge shows why it cannot be paid', async () => {
  const key = crypto.randomUUID().replaceAll('-', '')
  const [charge] = await db.sql<{ id: string }>(
    `with payer as (insert into contacts (first_name) values ('רות') returning id)
     insert into charges (contact_id, title, amount_agorot, due_on) select id, 'פגישת המשך', 49000, current_date from payer returning id`,
  )
  await db.sql(
    `insert into order_links (token_hash, order_id) select link_hash($1), private.order_charge($2, p.id,
       '{"name": "רות לדוגמה", "email": "rut@example.com"}', now() + interval '1 day') from products p where slug = 'bayit-meuzan'`,
    [key, charge!.id],
  )
  const { body } = await get(`${checkout}?order=${key}&coupon=NOTHING`)
  expect(wordsOf(body)).toContain('תשלום בקישור')
  expect(wordsOf(body)).toContain('סך הכול לתשלום 490 ₪')
  expect(body).toContain('value="רות לדוגמה"')
  const form = { order: key, priceId: '', installments: '1', shownAgorot: hidden(body, 'shownAgorot')! }
  const sent = await post(form)
  expect(sent.headers.location).toMatch(/^\/checkout\/[\w-]{32}\/pay$/)
  const pay = `/checkout/${key}/pay`
  expect((await get(pay)).headers['refresh']).toContain(fake.origin)
  await db.sql(`update charges set void_reason = 'נרשם בטעות' where id = $1`, [charge!.id])
  const closed = await get(`${checkout}?order=${key}`)
  expect(wordsOf(closed.body)).toContain('החיוב הזה בוטל, ואין צורך לשלם אותו. לא בוצע חיוב')
  expect(closed.body).not.toContain('id="checkout-form"')
  expect(wordsOf(closed.body)).not.toMatch(/המשך לעמוד התשלום|לפני התשלום/)
  expect((await get(pay)).headers['refresh']).toBeUndefined()
  const refused = await post(form)
  expect(refused.statusCode).toBe(409)
  expect(wordsOf(refused.body)).toContain('החיוב הזה בוטל')
})

test('the payment page of a monthly plan shows its price, its end, and how to cancel it', async () => {
  const key = crypto.randomUUID().replaceAll('-', '')
  const [charge] = await db.sql<{ id: string }>(
    `with payer as (insert into contacts (first_name) values ('רות') returning id),
       plan as (insert into payment_plans (contact_id, title) select id, 'ליווי' from payer returning id, contact_id),
       months as (insert into charges (contact_id, plan_id, number, title, amount_agorot, due_on)
         select contact_id, id, n, 'ליווי', 129000, date '2027-01-10' + make_interval(months => n - 1) from plan, generate_series(1, 6) n returning id, number)
     select id from months where number = 1`,
  )
  const link = (slug: string) =>
    db.sql(
      `insert into order_links (token_hash, order_id) select link_hash($1), private.order_charge($2, p.id,
         '{"name": "רות לדוגמה", "email": "rut@example.com"}', now() + interval '1 day') from products p where slug = $3`,
      [key, charge!.id, slug],
    )
  const [monthly] = await db.sql<{ slug: string }>(
    `select p.slug from products p join prices x on x.product_id = p.id where x.interval = 'month' limit 1`,
  )
  await link(monthly!.slug)
  const pageText = await wordsAt(`/${encodeURIComponent(monthly!.slug)}/checkout?order=${key}`)
  expect(pageText).toMatch(/תשלום בתוכנית של 6 תשלומים, בסך הכול 7,740 ₪\. התשלום האחרון: 10\.6\.2027/)
  expect(pageText).toContain('זו עסקה מתמשכת: אפשר לסיים אותה בכל עת')
  expect(await wordsAt(checkout)).not.toContain('עסקה מתמשכת')
})

test('a monthly price is selected, shown and bought without JavaScript', async () => {
  const [sold] = await db.sql<{ once: string; monthly: string; product: string }>(
    `insert into prices (product_id, name, amount_agorot, interval, charges, active_from)
       select p.id, 'חודשי', 129000, 'month', 6, now() - interval '1 day' from products p where p.slug = 'bayit-meuzan'
     returning id as monthly, product_id as product, (select x.id from prices x where x.product_id = prices.product_id and x.name = '') as once`,
  )
  const { monthly, product } = sold!
  // A cached page is rendered again after the notification of the change.
  await expect.poll(async () => (await get(checkout)).body).toContain(`?price=${monthly}`)
  expect(hidden((await get(checkout)).body, 'priceId')).toBe(sold!.once)
  const { body } = await get(`${checkout}?price=${monthly}&coupon=SALE10`)
  const pageText = wordsOf(body)
  for (const shown of [
    'המסלול 6 חודשים',
    'תשלום 1,290 ₪ בכל חודש',
    'כל התשלומים יחד 7,740 ₪',
    'לתשלום עכשיו: החודש הראשון 1,290 ₪',
    'עכשיו משלמים על החודש הראשון. אחר כך 1,290 ₪ בכל חודש',
    '6 תשלומים בסך הכול',
    'שלושה ימים לפני כל חיוב תגיע הודעה',
    'זו עסקה מתמשכת: אפשר לסיים אותה בכל עת',
  ])
    expect(pageText).toContain(shown)
  // The terms of the later charges precede the button that accepts them.
  expect(pageText.indexOf('עכשיו משלמים על')).toBeLessThan(pageText.indexOf('מעבר לתשלום מאובטח'))
  expect(body).not.toMatch(/ name="(coupon|installments|bump)"/)
  expect(pageText).toContain('משלמים בכרטיס אשראי, כדי שהתשלומים הבאים יחויבו בו')
  expect(pageText).not.toContain('Bit')
  const plan = hidden(body, 'shownPlan')!
  expect(plan).toBe('month:6')
  expect(hidden((await get(checkout)).body, 'shownPlan')).toBe('once')
  const shown = { priceId: monthly, installments: '1', shownAgorot: hidden(body, 'shownAgorot')!, shownPlan: plan }
  const stale = await post({ ...shown, shownPlan: 'month:12' })
  expect(stale.statusCode).toBe(409)
  expect(wordsOf(stale.body)).toContain('תנאי המסלול השתנו, והם מופיעים כאן מעודכנים')
  const { key, url } = await bought(shown)
  await fake.pay(url)
  await checkAll()
  const result = await wordsAt(`/payment-success?ref=${key}`)
  expect(result).toContain('שולם 1,290 ₪')
  expect(result).toMatch(/התשלום הבא 1,290 ₪ ?, \d+\.\d+\.\d{4}/)
  await db.sql(`update prices set charges = null where id = $1`, [monthly])
  const endless = () => wordsAt(`${checkout}?price=${monthly}`)
  await expect.poll(endless).toContain('המסלול נמשך עד שמסיימים אותו')
  expect(await endless()).not.toContain('כל התשלומים יחד')
  await db.sql(`update prices set active_to = now() where id = $1`, [monthly])
  const card = await db.sql(`select k.state from plan_cards k join payment_plans p on p.id = k.plan_id join orders o on o.id = p.order_id where o.product_id = $1`, [product]) // prettier-ignore
  expect(card).toEqual([{ state: 'active' }])
})
