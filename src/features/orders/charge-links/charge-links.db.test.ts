// Links that pay one ledger charge: its open balance, only once, and only while it is open.
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createGateways } from '#features/gateways/open-gateways.server.ts'
import { matchContact } from '#features/leads/match-contact.server.ts'
import { requestMetadata } from '#features/leads/record-consent.server.ts'
import { startGateways } from '#integrations/gateways/gateways.fake.ts'
import { type Db, inTransaction } from '#kernel/postgres/transaction.ts'
import { createSealing, makeSealingKey } from '#platform/sealing/sealing.server.ts'
import { makeActors } from '../../../../test/actors.ts'
import { testDatabase } from '../../../../test/database.ts'
import { testKernel } from '../../../../test/kernel-app.ts'
import { chargeByLink } from '../charge-by-link.server.ts'
import { checkAttempt } from '../check-payment.server.ts'
import { openOrder } from '../open-order.server.ts'
import type { OpenedOrder } from '../opened-order.ts'
import { orderMaker } from '../order.fixture.ts'
import { placeOrder } from '../place-order.server.ts'

const db = await testDatabase()
const { as } = await makeActors(db)
const make = orderMaker(db)
const fake = await startGateways({ lateMs: 1, slowMs: 1 })
afterAll(() => fake.stop())
const sealFor = createSealing([makeSealingKey()])
const gateways = createGateways({ seal: sealFor('keys'), standIn: fake })
const transaction = <T>(work: (db: Db) => Promise<T>) => inTransaction(db.authenticator, { role: 'service_role' }, work)
const parts = { gateways, transaction, cardSeal: sealFor('cards') }
const siteUrl = 'http://localhost:3000'
const { kernel } = await testKernel(db, {
  functions: [
    chargeByLink({ siteUrl }),
    openOrder,
    placeOrder({ gateways, matchContact, requestMetadata, siteUrl, apiUrl: 'http://127.0.0.1:9' }),
  ],
})
async function invoke<T>(name: string, input: object, actor?: keyof typeof as): Promise<T> {
  const claims = actor ? as[actor] : { role: 'anon' }
  const answer = await kernel.invoke(name, input, { caller: { claims } as never })
  if (!(answer instanceof Response)) return answer as T
  const body = (await answer.json()) as T
  if (!answer.ok) throw Object.assign(new Error('refused'), body)
  return body
}
const one = async <T extends object>(sql: string, values: unknown[]) => (await db.sql<T>(sql, values))[0]!
beforeEach(async () => void (await db.sql(`select choose_gateway('cardcom')`)))

const addCharge = (contact: string, amount = 49_000) =>
  one<{ id: string }>(
    `insert into charges (contact_id, title, amount_agorot, due_on) values ($1, 'פגישת המשך', $2, current_date) returning id`,
    [contact, amount],
  )
async function owed(amount?: number) {
  const [contact, { product }] = [await make.contact(), await make.product()]
  const { id: charge } = await addCharge(contact, amount)
  return { contact, product, charge }
}
type Owed = Awaited<ReturnType<typeof owed>>

type Link = { url: string; number: number; title: string; amountAgorot: number }
async function linkTo({ charge, product }: Pick<Owed, 'charge' | 'product'>, email = 'noa@example.com') {
  const input = { kind: 'charge', chargeId: charge, productId: product, days: 7, name: 'נועה לדוגמה', email }
  const link = await invoke<Link>('charge-by-link', input, 'sales')
  const { pathname, searchParams } = new URL(link.url)
  return { ...link, slug: pathname.split('/')[1]!, order: searchParams.get('order')! }
}
type Opened = Pick<Awaited<ReturnType<typeof linkTo>>, 'slug' | 'order'>
const seen = (order: string) => invoke<OpenedOrder>('open-order', { order })
const place = ({ slug, order }: Opened, typed: object = {}) =>
  invoke<{ order: string; url: string }>('place-order', {
    slug,
    order,
    name: 'נועה לדוגמה',
    email: 'noa@example.com',
    phone: '050-1234567',
    terms: 'on',
    ...typed,
  })
const attemptsOf = (charge: string) =>
  db.sql<{ id: string; order_id: string }>(
    `select a.id, a.order_id from payment_attempts a join orders o on o.id = a.order_id where o.charge_id = $1 order by a.created_at desc`,
    [charge],
  )
const paymentsOf = (contact: string) =>
  db.sql('select charge_id, amount_agorot, method, provider <> $2 as by_card from payments where contact_id = $1', [
    contact,
    'manual',
  ])
const payInCash = (contact: string, amount: number) =>
  db.sql(`insert into payments (contact_id, method, amount_agorot) values ($1, 'cash', $2)`, [contact, amount])
const makeVoid = (charge: string) => db.sql(`update charges set void_reason = 'נרשם בטעות' where id = $1`, [charge])

test.each(['cardcom', 'payplus'])(
  'a link pays its charge at %s for the open balance, and 100 concurrent checks record one payment',
  async (provider) => {
    await db.sql('select choose_gateway($1)', [provider])
    const due = await owed()
    const link = await linkTo(due)
    expect(link).toMatchObject({ title: 'פגישת המשך', amountAgorot: 49_000 })
    expect(await seen(link.order)).toMatchObject({ amountAgorot: 49_000, charge: 'open', plan: null })
    const { url } = await place(link)
    await fake.pay(url)
    const [attempt] = await attemptsOf(due.charge)
    await Promise.all(Array.from({ length: 100 }, () => checkAttempt(parts, attempt!.id)))
    expect(await paymentsOf(due.contact)).toEqual([
      { charge_id: due.charge, amount_agorot: 49_000, method: 'card', by_card: true },
    ])
    expect(await db.sql('select from private.open_charges($1)', [due.contact])).toHaveLength(0)
    expect(await seen(link.order)).toMatchObject({
      status: 'paid',
      charge: 'paid',
      document: { name: 'חשבונית מס/קבלה', number: expect.any(String) },
    })
    const events = `select count(*)::int as n from domain_events where entity_id = $1 and type = 'order.paid'`
    expect(await db.sql(events, [attempt!.order_id])).toEqual([{ n: 1 }])
    await expect(place(link)).rejects.toMatchObject({ code: 'order_paid' })
    await expect(linkTo(due)).rejects.toMatchObject({ code: 'charge_is_paid' })
  },
)

test('the order link returns name and number of the receipt of an exempt dealer', async () => {
  const due = await owed()
  const link = await linkTo(due)
  const { url } = await place(link)
  await fake.pay(url)
  await db.sql(`update tax_document_settings set tax_status = 'exempt'`)
  await checkAttempt(parts, (await attemptsOf(due.charge))[0]!.id)
  await db.sql(`update tax_document_settings set tax_status = 'company'`)
  expect((await seen(link.order)).document).toMatchObject({ name: 'קבלה', number: expect.any(String) })
})

test('paying a charge by link creates no enrolment and saves no card', async () => {
  const due = await owed()
  const { url } = await place(await linkTo(due))
  expect([...fake.book.pages.values()].at(-1)).toMatchObject({ wantsToken: false, amountAgorot: 49_000 })
  await fake.pay(url)
  await checkAttempt(parts, (await attemptsOf(due.charge))[0]!.id)
  expect(await db.sql('select from enrolments where contact_id = $1', [due.contact])).toHaveLength(0)
  expect(await db.sql('select from tasks where contact_id = $1', [due.contact])).toHaveLength(0)
})

test('every link of a charge opens the same order, whose amount is the open balance of the charge', async () => {
  const due = await owed()
  const first = await linkTo(due)
  await payInCash(due.contact, 9_000)
  expect(await seen(first.order)).toMatchObject({ charge: 'changed' })
  const second = await linkTo(due, 'other@example.com')
  expect(second).toMatchObject({ number: first.number, amountAgorot: 40_000 })
  expect(await seen(first.order)).toMatchObject({ amountAgorot: 40_000, charge: 'open', email: 'other@example.com' })
  const { id } = await one<{ id: string }>('select id from orders where charge_id = $1', [due.charge])
  await payInCash(due.contact, 5_000)
  const again = await invoke<Link>('charge-by-link', { kind: 'again', orderId: id, days: 3 }, 'sales')
  expect(again).toMatchObject({ number: first.number, amountAgorot: 35_000 })
})

test.each([
  ['voided', 'void', 'charge_is_void', ({ charge }: Owed) => makeVoid(charge)],
  ['paid in another way', 'paid', 'charge_is_paid', ({ contact }: Owed) => payInCash(contact, 49_000)],
  ['partially paid', 'changed', 'charge_has_changed', ({ contact }: Owed) => payInCash(contact, 100)],
] as const)('the link of a charge that was %s cannot be paid', async (_what, charge, code, change) => {
  const due = await owed()
  const link = await linkTo(due)
  await change(due)
  expect(await seen(link.order)).toMatchObject({ charge })
  await expect(place(link)).rejects.toMatchObject({ code })
  const { id } = await one<{ id: string }>('select id from orders where charge_id = $1', [due.charge])
  await expect(make.attempt(id, { amount: 49_000 })).rejects.toThrow(code)
  expect(await attemptsOf(due.charge)).toHaveLength(0)
  if (charge !== 'changed') await expect(linkTo(due)).rejects.toMatchObject({ code })
})

test('a payment page is not offered after its charge was paid by another method', async () => {
  const due = await owed()
  const link = await linkTo(due)
  await place(link)
  expect((await seen(link.order)).pageUrl).toEqual(expect.any(String))
  await payInCash(due.contact, 49_000)
  expect((await seen(link.order)).pageUrl).toBeNull()
  await expect(place(link)).rejects.toMatchObject({ code: 'charge_is_paid' })
})

test('a payment for a closed charge becomes a credit, and staff get a task to refund it', async () => {
  const due = await owed()
  const { url } = await place(await linkTo(due))
  await makeVoid(due.charge)
  await fake.pay(url)
  const [attempt] = await attemptsOf(due.charge)
  await checkAttempt(parts, attempt!.id)
  await checkAttempt(parts, attempt!.id)
  expect(await db.sql('select status, attention from orders where id = $1', [attempt!.order_id])).toEqual([
    { status: 'paid', attention: 'charge_closed' },
  ])
  expect(await db.sql('select name from tasks where contact_id = $1', [due.contact])).toEqual([
    { name: expect.stringContaining('להחזיר תשלום: החיוב שולם בדרך אחרת או בוטל') },
  ])
  // The credit covers the next charge.
  await addCharge(due.contact)
  expect(await db.sql('select from private.open_charges($1)', [due.contact])).toHaveLength(0)
})

test('two links that are submitted concurrently share one payment page', async () => {
  const due = await owed()
  const [first, second] = [await linkTo(due), await linkTo(due)]
  const placed = await Promise.allSettled([place(first), place(second)])
  const pages = placed.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.url] : []))
  expect(new Set(pages).size).toBe(1)
  for (const answer of placed)
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'page_open' })
  expect(await attemptsOf(due.charge)).toHaveLength(1)
  expect((await place(second)).url).toBe(pages[0])
  await expect(place(first, { name: 'רות לדוגמה' })).rejects.toMatchObject({ code: 'page_open' })
  // The provider's page has closed, so the submission opens a new one.
  await db.sql(`update payment_attempts set opened_at = now() - interval '31 minutes' where id = $1`, [
    (await attemptsOf(due.charge))[0]!.id,
  ])
  expect((await place(first, { name: 'רות לדוגמה' })).url).not.toBe(pages[0])
})

test('a link for another amount is refused while the payment page of the previous amount is open', async () => {
  const due = await owed()
  await place(await linkTo(due))
  await payInCash(due.contact, 9_000)
  await expect(linkTo(due)).rejects.toMatchObject({ code: 'page_open' })
})

test('a link can be retried after the provider failed to open a page', async () => {
  const due = await owed()
  const link = await linkTo(due)
  fake.faults.push('server_error')
  await expect(place(link)).rejects.toMatchObject({ code: 'gateway_unavailable' })
  expect((await place(link)).url).toContain('/page/')
})

test('neither a coupon nor a submitted amount changes the amount of a charge', async () => {
  const due = await owed()
  const link = await linkTo(due)
  await db.sql(`insert into coupons (code, percent) values ('TEN', 10)`)
  await expect(place(link, { shownAgorot: 44_100 })).rejects.toMatchObject({ code: 'sum_changed' })
  await place(link, { coupon: 'TEN', priceId: crypto.randomUUID() })
  expect([...fake.book.pages.values()].at(-1)).toMatchObject({ amountAgorot: 49_000 })
})

test('a charge of a payment plan can be paid by link', async () => {
  const [contact, { product }] = [await make.contact(), await make.product()]
  const months = ['2026-01-01', '2026-02-01'].map((due_on) => ({ due_on, amount_agorot: 50_000 }))
  await db.as(as.owner, `select add_plan($1, 'ליווי', $2)`, [contact, JSON.stringify(months)])
  const charge = await one<{ id: string }>('select id from charges where contact_id = $1 and number = 2', [contact])
  const link = await linkTo({ charge: charge.id, product })
  expect(link).toMatchObject({ title: 'ליווי, תשלום 2 מתוך 2', amountAgorot: 50_000 })
  expect(await seen(link.order)).toMatchObject({ plan: { totalAgorot: expect.any(Number) }, charge: 'open' })
  await makeVoid(charge.id)
  await expect(place(link)).rejects.toMatchObject({ code: 'charge_is_void' })
})

test('a charge made by a checkout, an unknown charge and an unknown product cannot be linked', async () => {
  const due = await owed()
  const order = await make.order({ contact: due.contact, ...(await make.product()) })
  const { id: ofCheckout } = await one<{ id: string }>(
    `insert into charges (contact_id, order_id, title, amount_agorot, due_on) values ($1, $2, 'בית מאוזן', 69000, current_date) returning id`,
    [due.contact, order],
  )
  const unknown = crypto.randomUUID()
  await expect(linkTo({ ...due, charge: ofCheckout })).rejects.toMatchObject({ code: 'charge_of_checkout' })
  await expect(linkTo({ ...due, charge: unknown })).rejects.toMatchObject({ code: 'charge_unknown' })
  await expect(linkTo({ ...due, product: unknown })).rejects.toMatchObject({ code: 'product_unknown' })
})
