// The checkout and its result pages as HTML, without JavaScript, against the stand-in of a provider.
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
const open = createGateways({ seal: createSealing([makeSealingKey()])('keys'), standIn: fake })
const gateways = { ...open, chosen: async (db: Db) => (isUp ? open.chosen(db) : undefined) }
// Notices go nowhere here: the tests ask the provider themselves.
const { app, db } = await testSite({ inside: { gateways, apiUrl: 'http://127.0.0.1:9' } })
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
async function post(known: Record<string, string> = {}) {
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
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-encoding': 'identity' },
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
  for (const { id } of attempts) await checkAttempt({ gateways, transaction }, id)
}

test('the checkout shows tax, total, instalments and the notice of the law, and asks for no card', async () => {
  const { body, statusCode } = await get(checkout)
  expect(statusCode).toBe(200)
  const words = wordsOf(body)
  for (const shown of [
    'מחיר לפני מע״מ 584.75 ₪',
    'מע״מ (18%) 105.25 ₪',
    'סך הכול לתשלום 690 ₪',
    '3 תשלומים של 230 ₪',
    'אפשר לבטל בתוך 14 ימים',
    'עד 5% מהמחיר או 100 ₪',
    'התשלום נעשה מול חברת סליקה מדומה',
  ])
    expect(words).toContain(shown)
  // The cookie banner has a box of its own.
  expect(/<form id="checkout-form"[^]*?<\/form>/.exec(body)![0]).not.toMatch(/ checked/)
  expect(body).not.toMatch(/name="(card|cvv|cvc|expiry|pan|id_?number)/i)
  expect(body).not.toContain('<iframe')
  expect(body).toMatch(/<meta[^>]*noindex/)
})

test('missing details are named, and what was typed stays', async () => {
  const { body, statusCode } = await post({ name: '', terms: '', email: 'noa@' })
  expect(statusCode).toBe(422)
  const words = wordsOf(body)
  expect(words).toContain('כדי להמשיך צריך לאשר את תנאי השימוש')
  expect(words).toContain('כתובת הדוא״ל אינה תקינה')
  expect(body).toContain('value="noa@"')
  expect(body).toMatch(/<option value="3" selected/)
})

test('a buyer is led to the page of the provider, and the result says what it has confirmed', async () => {
  const { key, url, way } = await bought()
  expect(url.startsWith(fake.origin)).toBe(true)
  expect(way.headers['referrer-policy']).toBe('no-referrer')
  expect(way.headers['cache-control']).toBe('no-store')
  const back = await fake.pay(url, { installments: '3' })
  const result = `${back.pathname}?ref=${back.searchParams.get('ref')!}`
  expect(back.searchParams.get('ref')).toBe(key)
  expect(await wordsAt(result)).toContain('התשלום בבדיקה')
  await checkAll()
  const words = await wordsAt(result)
  expect(words).toContain('התשלום התקבל, תודה!')
  expect(words).toContain('שולם 690 ₪')
  expect(words).toContain('הדמיה')
  // The same link of the other page says the same.
  expect(await wordsAt(`/payment-error?ref=${key}`)).toContain('התשלום התקבל, תודה!')
})

test('a declined card is explained, and the same order is tried again with the details', async () => {
  const { key, url } = await bought({ name: 'רות לדוגמה' })
  const back = await fake.pay(url, { card: '1' })
  expect(back.pathname).toBe('/payment-error')
  expect(await wordsAt(`/payment-error?ref=${key}`)).not.toContain('לא חויב')
  await checkAll()
  const words = await wordsAt(`/payment-error?ref=${key}`)
  expect(words).toContain('חברת האשראי לא אישרה את העסקה. הכרטיס לא חויב.')
  const { body } = await get(`${checkout}?order=${key}`)
  expect(body).toContain('value="רות לדוגמה"')
  expect(hidden(body, 'order')).toBe(key)
  expect(wordsOf(body)).toMatch(/המחיר והמקום שמורים לכם עד \d\d:\d\d/)
})

test('a payer who cancels reads that nothing was charged only after the provider said so', async () => {
  const { key, url } = await bought()
  const back = await fake.pay(url, { method: 'cancel' })
  const result = `${back.pathname}${back.search}`
  expect(await wordsAt(result)).toContain('אנחנו בודקים אם בוצע חיוב')
  await checkAll()
  expect(await wordsAt(result)).toContain('התשלום בוטל לפני השלמתו. הכרטיס לא חויב.')
  expect(await wordsAt(`${checkout}?order=${key}`)).toContain('המשך לעמוד התשלום שנפתח')
})

test('a cold visit to a result page says nothing of any payment', async () => {
  for (const path of ['/payment-success', '/payment-error', `/payment-success?ref=${'x'.repeat(32)}`]) {
    const { statusCode, body } = await get(path)
    expect(statusCode).toBe(200)
    expect(wordsOf(body)).not.toMatch(/התקבל, תודה|לא חויב/)
  }
})

test('only what is sold online has a checkout', async () => {
  expect((await get('/livui-mishpachti/checkout')).statusCode).toBe(404)
  expect((await get('/nothing/checkout')).statusCode).toBe(404)
  expect((await get(`/checkout/${'x'.repeat(32)}/pay`)).statusCode).toBe(404)
})

test('without a provider the checkout leads to a call', async () => {
  isUp = false
  // Another choice of the owner renders the page again.
  await db.sql('update gateway_settings set issues_documents = issues_documents')
  await expect.poll(() => wordsAt(checkout)).toContain('אי אפשר לשלם כאן כרגע')
  isUp = true
  await db.sql('update gateway_settings set issues_documents = issues_documents')
  await expect.poll(() => wordsAt(checkout)).toContain('סך הכול לתשלום')
})

test('several prices are chosen by links, and the sums follow', async () => {
  await db.sql(
    `insert into prices (product_id, name, amount_agorot, active_from) select id, 'לזוג', 99000, now() - interval '1 day' from products where slug = 'bayit-meuzan'`,
  )
  await expect.poll(() => wordsAt(checkout)).toContain('לזוג: 990 ₪')
  const [price] = await db.sql<{ id: string }>(`select id from prices where name = 'לזוג'`)
  expect(await wordsAt(`${checkout}?price=${price!.id}`)).toContain('סך הכול לתשלום 990 ₪')
})

test('the address of an order is shown to no pixel', async () => {
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
