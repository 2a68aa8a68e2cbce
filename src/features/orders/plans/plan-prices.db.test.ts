// Prices by the month, bought at the public checkout: the plan, its card, and the charges that follow.
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createGateways } from '#features/gateways/open-gateways.server.ts'
import { matchContact } from '#features/leads/match-contact.server.ts'
import { requestOrigin } from '#features/leads/record-consent.server.ts'
import { startGateways } from '#integrations/gateways/gateways.fake.ts'
import { type Db, inTransaction } from '#kernel/postgres/transaction.ts'
import { createSealing, makeSealingKey } from '#platform/sealing/sealing.server.ts'
import { makeActors } from '../../../../test/actors.ts'
import { testDatabase } from '../../../../test/database.ts'
import { testKernel } from '../../../../test/kernel-app.ts'
import { checkAttempt } from '../check-payment.server.ts'
import { orderMaker } from '../order.fixture.ts'
import { placeOrder } from '../place-order.server.ts'
import { chargePlans } from './charge-plans.server.ts'

const db = await testDatabase()
const { as } = await makeActors(db)
const make = orderMaker(db)
const fake = await startGateways({ lateMs: 1, slowMs: 1 })
afterAll(() => fake.stop())
const sealFor = createSealing([makeSealingKey()])
const gateways = createGateways({ seal: sealFor('keys'), standIn: fake })
const transaction = <T>(work: (db: Db) => Promise<T>) => inTransaction(db.authenticator, { role: 'service_role' }, work)
const parts = { gateways, transaction, cardSeal: sealFor('cards') }
const { kernel } = await testKernel(db, {
  functions: [placeOrder({ gateways, matchContact, requestOrigin, siteUrl: 'http://localhost:3000', apiUrl: 'http://127.0.0.1:9' })], // prettier-ignore
})
const choose = (provider: string) => db.sql('select choose_gateway($1)', [provider])
beforeEach(() => choose('cardcom'))
const run = () => chargePlans(parts)({}, undefined as never)

type Sold = Awaited<ReturnType<typeof monthly>>
/** A product that is sold by the month at 500; `charges`: null until it is ended. */
async function monthly(charges: number | null = 3, interval = 'month') {
  const { product, price } = await make.product({ amount: 50_000 })
  await db.sql(`update prices set interval = $2, charges = $3, max_installments = 1 where id = $1`, [price, interval, charges]) // prettier-ignore
  const [sold] = await db.sql<{ slug: string }>(`update products set call_way = 'buy' where id = $1 returning slug`, [product]) // prettier-ignore
  return { product, price, slug: sold!.slug }
}

let people = 0
async function place({ slug, price }: Pick<Sold, 'slug' | 'price'>, known: object = {}) {
  people++
  const who = { name: 'נועה לדוגמה', email: `noa${people}@example.com`, phone: `05098${String(people).padStart(5, '0')}` } // prettier-ignore
  const answer = (await kernel.invoke(
    'place-order',
    { slug, priceId: price, terms: 'on', ...who, ...known },
    {
      caller: { claims: { role: 'anon' } } as never,
    },
  )) as Response
  const { order, url } = (await answer.json()) as { order: string; url: string }
  const [row] = await db.sql<{ id: string }>(
    'select order_id as id from order_links where token_hash = link_hash($1)',
    [order],
  )
  return { id: row!.id, url, again: { ...who, order } }
}
async function verify(order: string) {
  const attempts = await db.sql<{ id: string }>('select id from payment_attempts where order_id = $1', [order])
  for (const { id } of attempts) await checkAttempt(parts, id)
}
async function buy(sold: Sold) {
  const { id, url } = await place(sold)
  await fake.pay(url)
  await verify(id)
  return { order: id, plan: (await planOf(id))! }
}
const planOf = async (order: string) =>
  (await db.sql<{ id: string }>('select id from payment_plans where order_id = $1', [order]))[0]?.id
const chargesOf = (plan: string) =>
  db.sql<{ number: number; days: number; weekday: number; status: string | null; paid: number | null }>(
    `select c.number, c.due_on - private.today() as days, extract(isodow from c.due_on)::int as weekday, o.status, o.paid_agorot as paid
     from charges c left join orders o on o.charge_id = c.id where c.plan_id = $1 order by c.number`,
    [plan],
  )
const numbersOf = async (plan: string) => (await chargesOf(plan)).map(({ number }) => number)
/** As if everything had happened so many days earlier. */
const daysLater = (plan: string, days: number) =>
  db.sql('update charges set due_on = due_on - $2::integer where plan_id = $1', [plan, days])
/** Charges the card on the day of the next charge, whatever the length of its month. */
async function nextCharge(plan: string) {
  const next = (await chargesOf(plan)).find(({ status }) => status !== 'paid')!
  await daysLater(plan, next.days)
  await run()
}
const orderOf = async (id: string) =>
  (await db.sql<{ status: string; paid_agorot: number; charge: number | null }>(
    'select o.status, o.paid_agorot, c.number as charge from orders o left join charges c on c.id = o.charge_id where o.id = $1',
    [id],
  ))[0] // prettier-ignore

test.each(['cardcom', 'payplus'])(
  'a monthly price at %s is paid once now, and each month by the saved card',
  async (provider) => {
    await choose(provider)
    const sold = await monthly(3)
    const { order, plan } = await buy(sold)
    expect(await orderOf(order)).toEqual({ status: 'paid', paid_agorot: 50_000, charge: 1 })
    expect(await chargesOf(plan)).toMatchObject([{ days: 0, status: 'paid', paid: 50_000 }, { number: 2, status: null }, { number: 3 }]) // prettier-ignore
    const [card] = await db.sql('select state, last4 from plan_cards where plan_id = $1', [plan])
    expect(card).toEqual({ state: 'active', last4: '0008' })
    const enrolled = await db.sql('select price_id from enrolments where product_id = $1', [sold.product])
    expect(enrolled).toEqual([{ price_id: sold.price }])
    await run()
    expect((await chargesOf(plan))[1]).toMatchObject({ status: null })
    await nextCharge(plan)
    await nextCharge(plan)
    await run()
    expect(await chargesOf(plan)).toMatchObject(Array.from({ length: 3 }, () => ({ status: 'paid', paid: 50_000 })))
    const titles = await db.sql<{ title: string }>(
      `select o.title from orders o join charges c on c.id = o.charge_id where c.plan_id = $1 order by c.number`,
      [plan],
    )
    expect(titles.map(({ title }) => title)).toEqual([
      'בית מאוזן',
      'בית מאוזן, תשלום 2 מתוך 3',
      'בית מאוזן, תשלום 3 מתוך 3',
    ])
    expect(await db.sql('select from enrolments where product_id = $1', [sold.product])).toHaveLength(1)
  },
)

test('later charges fall on the day of the first one, and not on a Saturday', async () => {
  const days = await db.sql<{ day: string }>(
    `select private.plan_day('2026-01-31', 'month', n)::text as day from generate_series(2, 5) n
     union all select private.plan_day('2024-02-29', 'year', 2)::text`,
  )
  // 28 February 2026 is a Saturday.
  expect(days.map(({ day }) => day)).toEqual(['2026-03-01', '2026-03-31', '2026-04-30', '2026-05-31', '2025-02-28'])
  const { plan } = await buy(await monthly(12))
  expect((await chargesOf(plan)).slice(1).filter(({ weekday }) => weekday === 6)).toEqual([])
})

test('a price without an end has one charge ahead, month by month, until its card is stopped', async () => {
  const { plan } = await buy(await monthly(null))
  expect(await numbersOf(plan)).toEqual([1, 2])
  await run()
  expect(await numbersOf(plan)).toEqual([1, 2])
  await nextCharge(plan)
  await run()
  expect(await chargesOf(plan)).toMatchObject([
    { status: 'paid' },
    { status: 'paid', paid: 50_000 },
    { number: 3, status: null },
  ])
  const [ahead] = (await chargesOf(plan)).slice(2)
  expect(ahead!.days).toBeGreaterThan(26)
  await db.as(as.owner, 'select switch_plan_card($1, false)', [plan])
  await daysLater(plan, 100)
  await run()
  expect(await chargesOf(plan)).toMatchObject([{}, {}, { number: 3, status: null }])
  // Begun again: the days between are not charged.
  await db.as(as.owner, 'select switch_plan_card($1, true)', [plan])
  await run()
  await run()
  const again = await chargesOf(plan)
  expect(again).toMatchObject([{}, {}, { number: 3, status: 'paid' }, { number: 4, status: null }])
  expect(again[3]!.days).toBeGreaterThan(3)
})

test('a price without an end ends when its latest charge is made void', async () => {
  const { plan } = await buy(await monthly(null))
  await db.sql(`update charges set void_reason = 'המשפחה ביקשה לסיים' where plan_id = $1 and number = 2`, [plan])
  await daysLater(plan, 100)
  await run()
  expect(await numbersOf(plan)).toEqual([1, 2])
})

test('two pages of one order that are both paid make one plan', async () => {
  const sold = await monthly(3)
  const first = await place(sold)
  const second = await place(sold, { name: 'רות לדוגמה' })
  for (const { url } of [first, second]) await fake.pay(url)
  await Promise.all([verify(first.id), verify(first.id), verify(second.id)])
  for (const { id } of [first, second]) {
    const plans = await db.sql('select from payment_plans where order_id = $1', [id])
    expect(plans).toHaveLength(1)
    expect(await numbersOf((await planOf(id))!)).toEqual([1, 2, 3])
  }
})

test('a page that shows other months than the price has now is refused', async () => {
  const sold = await monthly(3)
  await db.sql('update prices set charges = 6 where id = $1', [sold.price])
  for (const shownPlan of ['month:3', 'month:', 'year:6', 'once'])
    await expect(place(sold, { shownPlan })).rejects.toMatchObject({ code: 'plan_changed' })
  await place(sold, { shownPlan: 'month:6' })
  await db.sql('update prices set charges = null, interval = null where id = $1', [sold.price])
  await expect(place(sold, { shownPlan: 'month:6' })).rejects.toMatchObject({ code: 'plan_changed' })
  await place(sold, { shownPlan: 'once' })
})

test('a press on other terms begins another order, so that an open page is paid as it was opened', async () => {
  const sold = await monthly(3)
  const [once] = await db.sql<{ id: string }>(
    `insert into prices (product_id, name, amount_agorot, max_installments, active_from)
     values ($1, 'תשלום אחד', 50000, 1, now() - interval '1 day') returning id`,
    [sold.product],
  )
  const single = await place({ slug: sold.slug, price: once!.id })
  const byMonth = await place(sold, single.again)
  expect(byMonth.id).not.toBe(single.id)
  expect((await place(sold, single.again)).id).toBe(byMonth.id)
  await fake.pay(single.url)
  for (const { id } of [single, byMonth]) await verify(id)
  expect(await orderOf(single.id)).toMatchObject({ status: 'paid', paid_agorot: 50_000 })
  const charges = await db.sql(
    'select plan_id, amount_agorot from charges where contact_id = (select contact_id from orders where id = $1)',
    [single.id],
  )
  expect(charges).toEqual([{ plan_id: null, amount_agorot: 50_000 }])
})

test('a declined first month makes no plan', async () => {
  const { id, url } = await place(await monthly(3))
  await fake.pay(url, { card: '1' })
  await verify(id)
  expect(await orderOf(id)).toMatchObject({ status: 'failed', charge: null })
  expect(await planOf(id)).toBeUndefined()
})

test('what staff record by hand begins the plan, which waits for a card', async () => {
  const { id } = await place(await monthly(3))
  await make.move(id, { kind: 'paid_by_hand', amount_agorot: 50_000, method: 'transfer', reason: 'ההעברה הגיעה' })
  expect(await orderOf(id)).toEqual({ status: 'paid', paid_agorot: 50_000, charge: 1 })
  const plan = (await planOf(id))!
  await daysLater(plan, 40)
  await run()
  expect(await chargesOf(plan)).toMatchObject([{ status: 'paid' }, { status: null }, { status: null }])
})

test.each<[what: string, known: object, code: string]>([
  ['a coupon', { coupon: 'SALE10' }, 'coupon_not_for_plan'],
  ['instalments', { installments: 3 }, 'installments_invalid'],
  ['an addition', { bump: 'on' }, 'bump_gone'],
])('a monthly price takes no %s', async (_, known, code) => {
  await expect(place(await monthly(), known)).rejects.toMatchObject({ code })
})

test('without a provider that saves cards a monthly price is not sold, and no order is left', async () => {
  await choose('manual')
  const sold = await monthly()
  await expect(place(sold)).rejects.toMatchObject({ code: 'price_by_plan' })
  expect(await db.sql('select from orders where product_id = $1', [sold.product])).toEqual([])
})

test('an order keeps the price and the length that it was made with', async () => {
  const sold = await monthly(3)
  const { id, url } = await place(sold)
  await db.sql(`update prices set interval = null, charges = null, amount_agorot = 90000 where id = $1`, [sold.price])
  await fake.pay(url)
  await verify(id)
  expect(await numbersOf((await planOf(id))!)).toEqual([1, 2, 3])
})
