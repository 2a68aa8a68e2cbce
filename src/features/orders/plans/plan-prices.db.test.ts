// Monthly and yearly prices bought at the public checkout: the plan, its card, and the later charges.
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
import { checkAttempt } from '../check-payment.server.ts'
import { orderMaker } from '../order.fixture.ts'
import { placeOrder } from '../place-order.server.ts'
import { moveOrderByHand } from '../staff-orders.server.ts'
import { chargeOrder, chargePlans } from './charge-plans.server.ts'

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
  functions: [placeOrder({ gateways, matchContact, requestMetadata, siteUrl: 'http://localhost:3000', apiUrl: 'http://127.0.0.1:9' }), moveOrderByHand], // prettier-ignore
})
const choose = (provider: string) => db.sql('select choose_gateway($1)', [provider])
beforeEach(() => choose('cardcom'))
const run = () => chargePlans(parts)({}, undefined as never)

type Sold = Awaited<ReturnType<typeof monthly>>
/** Creates a product with a monthly price of 500; `charges`: null for a plan without an end date. */
async function monthly(charges: number | null = 3, interval = 'month') {
  const { product, price } = await make.product({ amount: 50_000 })
  await db.sql(`update prices set interval = $2, charges = $3, max_installments = 1 where id = $1`, [price, interval, charges]) // prettier-ignore
  const [sold] = await db.sql<{ slug: string }>(`update products set call_way = 'buy' where id = $1 returning slug`, [product]) // prettier-ignore
  return { product, price, slug: sold!.slug }
}

let people = 0
async function place({ slug, price }: Pick<Sold, 'slug' | 'price'>, known: object = {}) {
  people++
  const person = { name: 'נועה לדוגמה', email: `noa${people}@example.com`, phone: `05098${String(people).padStart(5, '0')}` } // prettier-ignore
  const answer = (await kernel.invoke(
    'place-order',
    { slug, priceId: price, terms: 'on', ...person, ...known },
    {
      caller: { claims: { role: 'anon' } } as never,
    },
  )) as Response
  const { order, url } = (await answer.json()) as { order: string; url: string }
  const [row] = await db.sql<{ id: string }>(
    'select order_id as id from order_links where token_hash = link_hash($1)',
    [order],
  )
  return { id: row!.id, url, again: { ...person, order } }
}
async function verify(order: string) {
  const attempts = await db.sql<{ id: string }>('select id from payment_attempts where order_id = $1', [order])
  for (const { id } of attempts) await checkAttempt(parts, id)
}
async function buy(sold: Sold, known: object = {}, typed: { method?: string } = {}) {
  const { id, url } = await place(sold, known)
  await fake.pay(url, typed)
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
/** Moves all dates back by this number of days. */
const daysLater = (plan: string, days: number) =>
  db.sql('update charges set due_on = due_on - $2::integer where plan_id = $1', [plan, days])
/** Charges the card on the due day of the next charge, for any length of the month. */
async function nextCharge(plan: string) {
  const next = (await chargesOf(plan)).find(({ status }) => status !== 'paid')!
  await daysLater(plan, next.days)
  await run()
}
/** Refunds the order's first or second payment. */
async function refund(order: string, amount = 50_000, which = 0) {
  const paid = await db.sql<{ id: string }>(
    `select a.id from payment_attempts a join payments p on p.provider = a.provider and p.provider_tx = a.transaction_id
     where a.order_id = $1 and p.kind = 'payment' order by p.charge_id is null`,
    [order],
  )
  const id = crypto.randomUUID()
  const refundFact = {
    kind: 'refund_asked',
    refund: id,
    attempt: paid[which]!.id,
    amount_agorot: amount,
    reason: 'ביטול',
  }
  await make.move(order, refundFact)
  return make.move(order, { kind: 'refund_answer', refund: id, status: 'done', refund_id: `r-${id}` })
}
const cardOf = async (plan: string) =>
  (await db.sql<{ state: string }>('select state from plan_cards where plan_id = $1', [plan]))[0]?.state
const tasksOf = async (order: string) =>
  (
    await db.sql<{ name: string; status: string }>(
      `select t.name, t.status from tasks t join orders o on o.contact_id = t.contact_id
       where o.id = $1 and t.name like '%' || o.number || '%' and t.name not like 'להזמין%'`,
      [order],
    )
  ).map(({ name, status }) => `${status}: ${name.replace(/ \(.*/, '')}`)
const switchCard = (plan: string, active: boolean) => db.as(as.owner, 'select switch_plan_card($1, $2)', [plan, active])
const orderOf = async (id: string) =>
  (await db.sql<{ status: string; paid_agorot: number; charge: number | null }>(
    'select o.status, o.paid_agorot, c.number as charge from orders o left join charges c on c.id = o.charge_id where o.id = $1',
    [id],
  ))[0] // prettier-ignore

test.each(['cardcom', 'payplus'])(
  'a monthly price at %s is paid immediately for the first month, and each later month by the saved card',
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

test('later charges are due on the day of the month of the first one, but never on a Saturday', async () => {
  const days = await db.sql<{ day: string }>(
    `select private.plan_day('2026-01-31', 'month', n)::text as day from generate_series(2, 5) n
     union all select private.plan_day('2024-02-29', 'year', 2)::text`,
  )
  // 28 February 2026 is a Saturday.
  expect(days.map(({ day }) => day)).toEqual(['2026-03-01', '2026-03-31', '2026-04-30', '2026-05-31', '2025-02-28'])
  const { plan } = await buy(await monthly(12))
  expect((await chargesOf(plan)).slice(1).filter(({ weekday }) => weekday === 6)).toEqual([])
})

test('a plan without an end date has one upcoming charge at a time, until its card is stopped', async () => {
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
  // After the restart the skipped days are not charged, and the next charge is announced.
  await switchCard(plan, true)
  await run()
  const [put] = (await chargesOf(plan)).slice(2)
  expect(put).toMatchObject({ number: 3, status: null })
  expect(put!.days).toBeGreaterThan(3)
  await nextCharge(plan)
  await run()
  const again = await chargesOf(plan)
  expect(again).toMatchObject([{}, {}, { number: 3, status: 'paid' }, { number: 4, status: null }])
  expect(again[3]!.days).toBeGreaterThan(3)
})

test('charges that fell due while the card was stopped are announced before they are charged', async () => {
  const { plan } = await buy(await monthly(3))
  await switchCard(plan, false)
  await daysLater(plan, 100)
  await switchCard(plan, true)
  await run()
  const late = (await chargesOf(plan)).slice(1)
  expect(late).toMatchObject([{ status: null }, { status: null }])
  for (const { days, weekday } of late) {
    expect(days).toBeGreaterThan(3)
    expect(weekday).not.toBe(6)
  }
  await daysLater(plan, late[0]!.days - 3)
  await run()
  expect((await chargesOf(plan)).slice(1)).toMatchObject([{ status: 'pending' }, { status: 'pending' }])
  await daysLater(plan, 3)
  await run()
  expect((await chargesOf(plan)).slice(1)).toMatchObject([{ status: 'paid' }, { status: 'paid' }])
})

test('a charge announced before its card was stopped is announced again after a restart', async () => {
  const { plan } = await buy(await monthly(3))
  const next = (await chargesOf(plan))[1]!
  await daysLater(plan, next.days - 2)
  await run()
  const notices = () =>
    db.sql<{ status: string }>(
      `select s.status from scheduled_messages s join message_rules r on r.id = s.rule_id and r.key = 'plan.ahead'
       join orders o on o.id = s.context_id join charges c on c.id = o.charge_id where c.plan_id = $1 order by s.planned_at`,
      [plan],
    )
  await db.sql(
    `update scheduled_messages s set status = 'sent' from orders o join charges c on c.id = o.charge_id
     where s.context_id = o.id and c.plan_id = $1 and s.status = 'scheduled'`,
    [plan],
  )
  expect(await notices()).toEqual([{ status: 'sent' }])
  await switchCard(plan, false)
  await switchCard(plan, true)
  expect((await chargesOf(plan))[1]!.days).toBeGreaterThan(3)
  expect(await notices()).toEqual([{ status: 'sent' }, { status: 'scheduled' }])
})

test('a plan without an end date ends when its latest charge is voided', async () => {
  const { plan } = await buy(await monthly(null))
  await db.sql(`update charges set void_reason = 'המשפחה ביקשה לסיים' where plan_id = $1 and number = 2`, [plan])
  await daysLater(plan, 100)
  await run()
  expect(await numbersOf(plan)).toEqual([1, 2])
})

test.each([
  ['first', 0],
  ['second', 1],
])(
  'an order paid on two pages creates one plan, and after a refund of its %s payment the next month is charged',
  async (_, which) => {
    const sold = await monthly(3)
    const first = await place(sold)
    const second = await place(sold, { ...first.again, name: 'רות לדוגמה' })
    expect(second.id).toBe(first.id)
    for (const { url } of [first, second]) await fake.pay(url)
    await Promise.all([verify(first.id), verify(first.id)])
    const attempts = await db.sql('select state from payment_attempts where order_id = $1', [first.id])
    expect(attempts).toEqual([{ state: 'paid' }, { state: 'paid' }])
    expect(await db.sql('select from payment_plans where order_id = $1', [first.id])).toHaveLength(1)
    const plan = (await planOf(first.id))!
    expect(await numbersOf(plan)).toEqual([1, 2, 3])
    expect(await refund(first.id, 50_000, which)).toMatchObject({ paid_agorot: 100_000, attention: 'paid_twice' })
    const next = (await chargesOf(plan))[1]!
    await daysLater(plan, next.days)
    await run()
    expect((await chargesOf(plan))[1]).toMatchObject({ status: 'paid', paid: 50_000 })
  },
)

test("after refunds of both payments, the order's first charge is not owed", async () => {
  const sold = await monthly(3)
  const first = await place(sold)
  const second = await place(sold, { ...first.again, name: 'רות לדוגמה' })
  for (const { url } of [first, second]) await fake.pay(url)
  await verify(first.id)
  await refund(first.id, 50_000, 1)
  expect(await refund(first.id, 50_000, 0)).toMatchObject({ status: 'refunded' })
  const open = await db.sql<{ number: number }>(
    `select d.number from orders o cross join lateral private.open_charges(o.contact_id) d where o.id = $1 order by 1`,
    [first.id],
  )
  expect(open).toEqual([{ number: 2 }, { number: 3 }])
})

test('a full refund stops the card, and a partial refund creates a staff task', async () => {
  const [whole, part] = [await buy(await monthly(3)), await buy(await monthly(3))]
  await refund(whole.order)
  expect(await cardOf(whole.plan)).toBe('stopped')
  expect(await refund(part.order, 10_000)).toMatchObject({ attention: 'plan_goes_on' })
  expect(await cardOf(part.plan)).toBe('active')
  expect(await tasksOf(part.order)).toEqual(['To Do: לבדוק אם לעצור את תוכנית התשלומים: חלק מהתשלום הוחזר'])
  for (const { plan } of [whole, part]) await daysLater(plan, 40)
  await run()
  expect((await chargesOf(whole.plan))[1]).toMatchObject({ status: null })
  expect((await chargesOf(part.plan))[1]).toMatchObject({ status: 'paid' })
})

test('a refund of a later month creates a staff task while charges remain', async () => {
  const monthOf = async (plan: string, number: number) =>
    (
      await db.sql<{ id: string }>(
        'select o.id from orders o join charges c on c.id = o.charge_id where c.plan_id = $1 and c.number = $2',
        [plan, number],
      )
    )[0]!.id
  const { plan } = await buy(await monthly(3))
  await nextCharge(plan)
  const second = await monthOf(plan, 2)
  expect(await refund(second)).toMatchObject({ status: 'refunded', attention: 'plan_goes_on' })
  expect(await cardOf(plan)).toBe('active')
  expect(await tasksOf(second)).toEqual(['To Do: לבדוק אם לעצור את תוכנית התשלומים: חלק מהתשלום הוחזר'])
  const ended = await buy(await monthly(2))
  await nextCharge(ended.plan)
  expect(await refund(await monthOf(ended.plan, 2))).toMatchObject({ status: 'refunded', attention: null })
})

test('staff cannot add a charge to a plan whose card is charged', async () => {
  const { plan } = await buy(await monthly(3))
  const add = db.as(
    as.sales,
    `insert into charges (contact_id, plan_id, number, title, amount_agorot, due_on)
     select contact_id, id, 4, 'תוספת', 900000, current_date from payment_plans where id = $1`,
    [plan],
  )
  await expect(add).rejects.toMatchObject({ constraint: 'plan_has_card' })
  expect(await numbersOf(plan)).toEqual([1, 2, 3])
})

test('a submission whose plan terms differ from the current price is refused', async () => {
  const sold = await monthly(3)
  await db.sql('update prices set charges = 6 where id = $1', [sold.price])
  for (const shownPlan of ['month:3', 'month:', 'year:6', 'once'])
    await expect(place(sold, { shownPlan })).rejects.toMatchObject({ code: 'plan_changed' })
  await place(sold, { shownPlan: 'month:6' })
  await db.sql('update prices set charges = null, interval = null where id = $1', [sold.price])
  await expect(place(sold, { shownPlan: 'month:6' })).rejects.toMatchObject({ code: 'plan_changed' })
  await place(sold, { shownPlan: 'once' })
})

test('a submission with other terms creates a new order, so that an open page is paid on its original terms', async () => {
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

test('staff get a task when the first month saved no card, until a card is saved', async () => {
  const { order, plan } = await buy(await monthly(3), {}, { method: 'bit' })
  expect(await cardOf(plan)).toBeUndefined()
  const task = 'לשלוח קישור לתשלום הבא: לא נשמר כרטיס לתוכנית התשלומים'
  expect(await tasksOf(order)).toEqual([`To Do: ${task}`])
  const attention = () => db.sql('select attention from orders where id = $1', [order])
  expect(await attention()).toEqual([{ attention: 'card_missing' }])
  const card = { provider: 'cardcom', is_stand_in: true, last4: '0008', expires_on: '2030-12-31' }
  await db.sql(`select gateway_secrets.keep_card($1, $2, '\\x00')`, [plan, { ...card, last4: '12' }])
  expect(await db.sql('select last4 from plan_cards where plan_id = $1', [plan])).toEqual([{ last4: null }])
  expect(await tasksOf(order)).toEqual([`Done: ${task}`])
  expect(await attention()).toEqual([{ attention: null }])
})

test('the documents of later months name the company of the first one', async () => {
  const { plan } = await buy(await monthly(3), { invoiceName: 'לדוגמה בע״מ', companyNumber: '512345678' })
  await nextCharge(plan)
  await nextCharge(plan)
  const orders = await db.sql(
    `select o.invoice_name, o.company_number, o.status from orders o join charges c on c.id = o.charge_id
     where c.plan_id = $1 order by c.number`,
    [plan],
  )
  const each = { invoice_name: 'לדוגמה בע״מ', company_number: '512345678', status: 'paid' }
  expect(orders).toEqual([each, each, each])
})

test('a declined first month creates no plan', async () => {
  const { id, url } = await place(await monthly(3))
  await fake.pay(url, { card: '1' })
  await verify(id)
  expect(await orderOf(id)).toMatchObject({ status: 'failed', charge: null })
  expect(await planOf(id)).toBeUndefined()
})

test('a payment recorded by staff starts the plan, which waits for a card', async () => {
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
  ['an order bump', { bump: 'on' }, 'bump_gone'],
])('a monthly price cannot be combined with %s', async (_, known, code) => {
  await expect(place(await monthly(), known)).rejects.toMatchObject({ code })
})

test('without a provider that saves cards a monthly price is not sold, and no order is created', async () => {
  await choose('manual')
  const sold = await monthly()
  await expect(place(sold)).rejects.toMatchObject({ code: 'price_by_plan' })
  expect(await db.sql('select from orders where product_id = $1', [sold.product])).toEqual([])
})

test('an order retains the price and plan length with which it was placed', async () => {
  const sold = await monthly(3)
  const { id, url } = await place(sold)
  await db.sql(`update prices set interval = null, charges = null, amount_agorot = 90000 where id = $1`, [sold.price])
  await fake.pay(url)
  await verify(id)
  expect(await numbersOf((await planOf(id))!)).toEqual([1, 2, 3])
})

test('a charge without a response is not repeated at another provider', async () => {
  const { plan } = await buy(await monthly(3))
  await daysLater(plan, (await chargesOf(plan))[1]!.days)
  await db.sql('select private.order_plan_charges()')
  const [month] = await db.sql<{ id: string }>(
    'select o.id from orders o join charges c on c.id = o.charge_id where c.plan_id = $1 and c.number = 2',
    [plan],
  )
  fake.faults.push('lost')
  await chargeOrder(parts, month!.id)
  await db.sql(`update plan_cards set provider = 'payplus' where plan_id = $1`, [plan])
  await db.sql(`update payment_attempts set created_at = now() - interval '11 minutes' where order_id = $1`, [
    month!.id,
  ])
  await chargeOrder(parts, month!.id)
  const attempts = await db.sql<{ reference: string; state: string }>(
    'select reference, state from payment_attempts where order_id = $1',
    [month!.id],
  )
  expect(attempts).toMatchObject([{ state: 'created' }])
  const deals = [...fake.book.deals.values()].filter(({ reference }) => reference === attempts[0]!.reference)
  expect(deals).toHaveLength(1)
})

test('staff end a charge after a day without a response, and it is charged again after an announcement', async () => {
  const { plan } = await buy(await monthly(3))
  await daysLater(plan, (await chargesOf(plan))[1]!.days)
  await db.sql('select private.order_plan_charges()')
  const [month] = await db.sql<{ id: string }>(
    'select o.id from orders o join charges c on c.id = o.charge_id where c.plan_id = $1 and c.number = 2',
    [plan],
  )
  const order = month!.id
  fake.faults.push('server_error')
  await chargeOrder(parts, order)
  const [silent] = await db.sql<{ id: string }>('select id from payment_attempts where order_id = $1', [order])
  const fact = { kind: 'charge_ended', attempt: silent!.id, reason: 'לא מופיע אצל חברת הסליקה' }
  await expect(make.move(order, fact)).rejects.toMatchObject({ message: 'charge_not_silent' })
  await db.sql(`update payment_attempts set created_at = now() - interval '25 hours' where id = $1`, [silent!.id])
  await make.move(order, { kind: 'silent', attempt: silent!.id })
  await expect(make.move(order, { ...fact, reason: ' ' })).rejects.toMatchObject({ message: 'reason_missing' })
  await kernel.invoke('move-order', { ...fact, orderId: order }, { caller: { claims: as.sales } as never })
  await expect(make.move(order, fact)).rejects.toMatchObject({ message: 'charge_not_silent' })
  expect(await db.sql('select attention from orders where id = $1', [order])).toEqual([{ attention: null }])
  expect(await tasksOf(order)).toEqual(['Done: לבדוק תשלום: אין תשובה מחברת הסליקה'])
  const attempts = () => db.sql('select state from payment_attempts where order_id = $1 order by created_at', [order])
  await run()
  expect(await attempts()).toEqual([{ state: 'cancelled' }])
  // The new due day of the charge passes while the card is stopped.
  await switchCard(plan, false)
  await daysLater(plan, (await chargesOf(plan))[1]!.days)
  await switchCard(plan, true)
  expect((await chargesOf(plan))[1]!.days).toBeGreaterThanOrEqual(4)
  await nextCharge(plan)
  expect(await attempts()).toEqual([{ state: 'cancelled' }, { state: 'paid' }])
})
