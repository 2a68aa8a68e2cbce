// From the checkout form to the ledger over HTTP, with fakes of both providers, and real webhooks and jobs.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { createGateways, type SealedKeys } from '#features/gateways/open-gateways.server.ts'
import { saveGateway, testGateway } from '#features/gateways/gateways.server.ts'
import { matchContact } from '#features/leads/match-contact.server.ts'
import { requestMetadata } from '#features/leads/record-consent.server.ts'
import { startGateways } from '#integrations/gateways/gateways.fake.ts'
import { runJobs } from '#kernel/jobs/runner.ts'
import { type Db, inTransaction } from '#kernel/postgres/transaction.ts'
import { dayOf } from '#lib/time/dates.ts'
import { createSealing, makeSealingKey } from '#platform/sealing/sealing.server.ts'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { eventually } from '../../../test/eventually.ts'
import { testKernel } from '../../../test/kernel-app.ts'
import { chargeByLink } from './charge-by-link.server.ts'
import { checkAttempt, checkPayment, checkPaymentTask } from './check-payment.server.ts'
import { openOrder } from './open-order.server.ts'
import type { OpenedOrder } from './opened-order.ts'
import { orderMaker } from './order.fixture.ts'
import { paymentNotice } from './payment-notice.server.ts'
import { placeOrder } from './place-order.server.ts'
import { reconcileDay } from './reconcile.server.ts'
import { moveOrderByHand, refundOrder } from './staff-orders.server.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const make = orderMaker(db)
const fake = await startGateways({ lateMs: 20, slowMs: 200 })
const seal = createSealing([makeSealingKey()])('keys')
const gateways = createGateways({ seal, standIn: fake })
const site = { siteUrl: 'http://localhost:3000', apiUrl: '' }
const { app, kernel } = await testKernel(db, {
  functions: [
    chargeByLink({ siteUrl: site.siteUrl }),
    placeOrder({
      gateways,
      matchContact,
      requestMetadata,
      get siteUrl() {
        return site.siteUrl
      },
      get apiUrl() {
        return site.apiUrl
      },
    }),
    openOrder,
    paymentNotice(gateways),
    moveOrderByHand,
    refundOrder(gateways),
    saveGateway(seal),
    testGateway(gateways),
  ],
})
site.apiUrl = await app.listen({ port: 0, host: '127.0.0.1' })
const transaction = <T>(work: (db: Db) => Promise<T>) => inTransaction(db.authenticator, { role: 'service_role' }, work)
const checks = { gateways, transaction, cardSeal: seal }
const runner = await runJobs({
  config: db.connect('worker'),
  tasks: { [checkPaymentTask]: checkPayment(checks) },
  pollMs: 100,
})
afterAll(async () => {
  await runner.stop()
  await fake.stop()
})

const invoke = async <T>(name: string, input: object, actor?: keyof typeof as) => {
  const answer = await kernel.invoke(name, input, {
    caller: { claims: actor ? as[actor] : { role: 'anon' }, ...(actor && { userId: as[actor].sub }) } as never,
  })
  if (!(answer instanceof Response)) return answer as T
  const body = (await answer.json()) as T
  if (!answer.ok) throw Object.assign(new Error('refused'), body)
  return body
}

const product = async (known: Parameters<typeof make.product>[0] = {}) => {
  const sold = await make.product(known)
  const [row] = await db.sql<{ slug: string }>(`update products set call_way = 'buy' where id = $1 returning slug`, [
    sold.product,
  ])
  return { ...sold, slug: row!.slug }
}
let people = 0
const formOf = ({ slug, price }: { slug: string; price: string }, known: object = {}) => ({
  slug,
  priceId: price,
  installments: 1,
  name: 'נועה לדוגמה',
  email: `buyer${++people}@example.com`,
  phone: `05012${String(people).padStart(5, '0')}`,
  terms: 'on',
  ...known,
})
const place = (form: object) => invoke<{ order: string; url: string | null }>('place-order', form)
const seen = (order: string, check = false) => invoke<OpenedOrder>('open-order', { order, check })
const ledgerOf = async (order: string) => {
  const { number } = await seen(order)
  return db.sql<{ kind: string; amount_agorot: number; method: string }>(
    `select p.kind, p.amount_agorot, p.method from payments p join orders o on o.id = p.order_id where o.number = $1 order by p.recorded_at`,
    [number],
  )
}
const attemptOf = async (order: string) => {
  const { number } = await seen(order)
  const [attempt] = await db.sql<{ id: string; order_id: string; reference: string; state: string }>(
    `select a.id, a.order_id, a.reference, a.state from payment_attempts a join orders o on o.id = a.order_id where o.number = $1 order by a.created_at desc`,
    [number],
  )
  return attempt!
}
const paid = (order: string) => eventually(async () => expect((await seen(order)).outcome).toEqual({ kind: 'paid' }))

describe.each(['cardcom', 'payplus'] as const)('payments through %s', (provider) => {
  const chosen = () => db.sql('select choose_gateway($1)', [provider])
  const bought = async (known: object = {}) => {
    await chosen()
    const sold = await product()
    return { ...(await place(formOf(sold, known))), sold }
  }

  test('a buyer pays in instalments, and the order shows them after the notice', async () => {
    const { order, url } = await bought({ installments: 3 })
    expect((await seen(order)).outcome).toEqual({ kind: 'checking' })
    expect((await fake.pay(url!, { installments: '3' })).searchParams.get('ref')).toBe(order)
    await paid(order)
    expect(await seen(order)).toMatchObject({
      status: 'paid',
      installments: 3,
      isStandIn: true,
      provider,
      pageUrl: null,
    })
    expect((await seen(order)).document?.number).toMatch(/^\d+$/)
    expect(await ledgerOf(order)).toEqual([{ kind: 'payment', amount_agorot: 69_000, method: 'card' }])
  })

  test('an invoice without an allocation number is shown on the result page once the number is entered', async () => {
    await chosen()
    // The fake provider issues no allocation number above the statutory threshold.
    await db.sql(`insert into allocation_thresholds values ('2026-06-02', 10000) on conflict do nothing`)
    const form = formOf(await product(), { companyNumber: '516127057' })
    const { order, url } = await place(form)
    await fake.pay(url!)
    await paid(order)
    expect((await seen(order)).document).toBeNull()
    const [held] = await db.sql<{ id: string; number: string }>(
      `select d.id, d.number from tax_documents d join orders o on o.id = d.order_id where o.email = $1`,
      [form.email],
    )
    await db.as(as.sales, `select enter_allocation_number($1, '123456789')`, [held!.id])
    expect((await seen(order)).document?.number).toBe(held!.number)
  })

  test('staff charge a contact by link, and the contact pays in instalments with another email address', async () => {
    await chosen()
    const contact = await make.contact()
    const { slug, product: productId } = await product()
    await db.sql(`update products set call_way = 'talk' where id = $1`, [productId])
    const createdOrder = await invoke<{ url: string; number: number }>(
      'charge-by-link',
      {
        kind: 'new', contactId: contact, productId, title: 'פגישת המשך', amountAgorot: 45_000, mostInstallments: 2, days: 7,
        name: 'נועה לדוגמה', email: 'noa@example.com',
      },
      'sales',
    ) // prettier-ignore
    const link = new URL(createdOrder.url)
    expect(link.pathname).toBe(`/${slug}/checkout`)
    const order = link.searchParams.get('order')!
    expect(await seen(order)).toMatchObject({
      amountAgorot: 45_000,
      title: 'פגישת המשך',
      byStaff: { mostInstallments: 2 },
    })
    const { priceId: _none, ...form } = formOf({ slug, price: '' }, { order, installments: 2 })
    await expect(place({ ...form, installments: 3 })).rejects.toMatchObject({ code: 'installments_invalid' })
    const placed = await place(form)
    await fake.pay(placed.url!, { installments: '2' })
    await paid(placed.order)
    expect(
      await db.sql('select status, paid_agorot, contact_id from orders where number = $1', [createdOrder.number]),
    ).toEqual([{ status: 'paid', paid_agorot: 45_000, contact_id: contact }])
    await expect(place(form)).rejects.toMatchObject({ code: 'order_paid' })
  })

  test('a Bit payment is recorded with the method bit', async () => {
    const { order, url } = await bought()
    await fake.pay(url!, { method: 'bit' })
    await paid(order)
    expect(await ledgerOf(order)).toEqual([{ kind: 'payment', amount_agorot: 69_000, method: 'bit' }])
  })

  test.each(['dup', 'late', 'docfail'])(
    'a payment in the scenario %s of the fake provider is recorded once',
    async (name) => {
      const { order, url } = await bought()
      await fake.pay(url!, { name })
      await fake.settled()
      await paid(order)
      expect(await ledgerOf(order)).toHaveLength(1)
      const { reference } = await attemptOf(order)
      const sent = fake.notices.filter((notice) => notice.url.includes(reference))
      expect(sent.map(({ status }) => status)).toEqual(Array.from(sent, () => 200))
      expect(
        await db.sql(
          'select count(*)::int as n from payment_notices n join payment_attempts a on a.id = n.attempt_id where a.reference = $1',
          [reference],
        ),
      ).toEqual([{ n: 1 }])
    },
  )

  test("a payment without a webhook is found when the payer's page polls", async () => {
    const { order, url } = await bought()
    await fake.pay(url!, { name: 'timeout' })
    expect((await seen(order)).outcome).toEqual({ kind: 'checking' })
    await seen(order, true)
    await paid(order)
  })

  test('a declined payment shows its reason, and the same order can be paid on a new page', async () => {
    const { order, url, sold } = await bought()
    await fake.pay(url!, { cvv: '999' })
    await eventually(async () =>
      expect((await seen(order)).outcome).toEqual({ kind: 'failed', reason: 'three_d_secure' }),
    )
    const { name, email, phone, number } = await seen(order)
    const again = await place({ ...formOf(sold), name, email, phone, order })
    expect(again.url).not.toBe(url)
    expect((await seen(again.order)).number).toBe(number)
    await fake.pay(again.url!)
    await paid(order)
    expect(await ledgerOf(order)).toHaveLength(1)
  })

  test('a forged webhook and a webhook at another URL change nothing', async () => {
    const { order, url } = await bought()
    await fake.pay(url!, { name: 'forge' })
    await fake.settled()
    const { id, reference } = await attemptOf(order)
    await checkAttempt(checks, id)
    expect((await seen(order)).outcome).toEqual({ kind: 'no_deal' })
    expect(await ledgerOf(order)).toEqual([])
    const wrong = await fetch(`${site.apiUrl}/functions/v1/payment-notice/${reference}/guessed`, {
      method: 'POST',
      body: '{}',
    })
    expect(wrong.status).toBe(404)
  })

  test('a payment with an altered amount is not accepted', async () => {
    const { order, url } = await bought()
    await fake.pay(url!, { name: 'altered' })
    await fake.settled()
    await eventually(async () => expect((await attemptOf(order)).state).toBe('disputed'))
    expect((await seen(order)).outcome).toEqual({ kind: 'checking' })
    expect(await ledgerOf(order)).toEqual([])
  })

  test('100 concurrent webhooks are stored once and recorded as one payment', async () => {
    const { order, url } = await bought()
    await fake.pay(url!, { name: 'timeout' })
    const page = [...fake.book.pages.values()].at(-1)!
    await Promise.all(Array.from({ length: 100 }, () => fake.send(page)))
    await paid(order)
    expect(await ledgerOf(order)).toHaveLength(1)
    const { order_id: id } = await attemptOf(order)
    expect(
      await db.sql(`select count(*)::int as n from domain_events where entity_id = $1 and type = 'order.paid'`, [id]),
    ).toEqual([{ n: 1 }])
  })

  test.each(['html', 'server_error', 'redirect_loop', 'empty'] as const)(
    'a provider that responds with %s charges nothing and loses no order',
    async (fault) => {
      await chosen()
      const sold = await product()
      const form = formOf(sold)
      fake.faults.push(fault)
      await expect(place(form)).rejects.toMatchObject({ code: 'gateway_unavailable' })
      const { order, url } = await place(form)
      expect(url).toContain('/page/')
      fake.faults.push(fault)
      await checkAttempt(checks, (await attemptOf(order)).id)
      expect((await seen(order)).outcome).toEqual({ kind: 'checking' })
      await fake.pay(url!)
      await paid(order)
      expect(await db.sql(`select count(*)::int as n from orders where email = $1`, [form.email])).toEqual([{ n: 1 }])
    },
  )

  test('a partial refund is made once per request id, and never beyond the payment', async () => {
    const { order, url } = await bought()
    await fake.pay(url!)
    await paid(order)
    const { id: attemptId } = await attemptOf(order)
    const refund = { refund: randomUUID(), attemptId, amountAgorot: 20_000, reason: 'ביטול עסקה' }
    await invoke('refund-order', refund, 'owner')
    await invoke('refund-order', refund, 'owner')
    await expect(
      invoke('refund-order', { ...refund, refund: randomUUID(), amountAgorot: 49_001 }, 'owner'),
    ).rejects.toMatchObject({
      code: 'refund_too_large',
    })
    expect(await seen(order)).toMatchObject({ status: 'partially_refunded', refundedAgorot: 20_000 })
    expect(await ledgerOf(order)).toHaveLength(2)
  })

  test('concurrent submissions of one refund send one request to the provider', async () => {
    const { order, url } = await bought()
    await fake.pay(url!)
    await paid(order)
    const { id: attemptId, order_id: orderId } = await attemptOf(order)
    const refund = { refund: randomUUID(), attemptId, amountAgorot: 20_000, reason: 'ביטול עסקה' }
    const refunds = () => [...fake.book.deals.values()].filter(({ kind }) => kind === 'refund').length
    const before = refunds()
    const presses: Promise<unknown>[] = []
    await transaction(async (other) => {
      await other.query('select from orders where id = $1 for update', [orderId])
      for (let i = 0; i < 3; i++) presses.push(invoke('refund-order', refund, 'owner'))
      // Other sessions of this database may wait too, hence at least three.
      await eventually(async () => {
        const [blocked] = await db.sql<{ n: number }>(
          `select count(*)::int as n from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
        )
        expect(blocked!.n).toBeGreaterThanOrEqual(3)
      })
    })
    await Promise.allSettled(presses)
    expect(refunds() - before).toBe(1)
    expect(await seen(order)).toMatchObject({ refundedAgorot: 20_000 })
  })

  test("a refund without a response is settled from the provider's list, and the ledgers then match", async () => {
    const { order, url } = await bought()
    await fake.pay(url!)
    await paid(order)
    const { id: attemptId } = await attemptOf(order)
    fake.faults.push('server_error')
    const refund = { refund: randomUUID(), attemptId, amountAgorot: 12_300, reason: 'ביטול עסקה' }
    await expect(invoke('refund-order', refund, 'owner')).rejects.toMatchObject({ code: 'refund_unknown' })
    expect(await seen(order)).toMatchObject({ refundedAgorot: 0 })
    // Before the response was lost, the provider had made the refund.
    const { transaction_id: transactionId } = (
      await db.sql<{ transaction_id: string }>('select transaction_id from payment_attempts where id = $1', [attemptId])
    )[0]!
    const gateway = (await transaction((service) => gateways.of(service, provider, true)))!
    await gateway.refund({ transactionId, amountAgorot: 12_300, reference: refund.refund })
    await db.sql(`update order_refunds set created_at = now() - interval '11 minutes' where id = $1`, [refund.refund])
    const day = dayOf(new Date(Date.now() - 11 * 60_000))
    await reconcileDay(checks, { provider, is_stand_in: true }, day)
    // Just after midnight the provider lists the refund under the previous day.
    if (day === dayOf(new Date()))
      expect(await seen(order)).toMatchObject({ refundedAgorot: 12_300, status: 'partially_refunded' })
  })

  test("a transaction that only the provider's list contains is a difference, and staff get one task", async () => {
    const day = dayOf(new Date())
    const books = { provider, is_stand_in: true }
    fake.book.addDeal(provider, {
      kind: 'payment',
      code: '0',
      words: 'OK',
      amountAgorot: 5_000,
      currency: 'ILS',
      reference: 'unknown',
      installments: 1,
      method: 'card',
      last4: '0008',
    })
    await reconcileDay(checks, books, day)
    await reconcileDay(checks, books, day)
    const [row] = await db.sql<{ differences: { oursAgorot: number | null; theirsAgorot: number }[] }>(
      'select differences from reconciliations where day = $1 and provider = $2',
      [day, provider],
    )
    expect(row!.differences).toContainEqual(expect.objectContaining({ oursAgorot: null, theirsAgorot: 5_000 }))
    expect(await db.sql(`select count(*)::int as n from tasks where name like $1`, [`%${provider}, %`])).toEqual([
      { n: 1 },
    ])
  })
})

test('two submissions of one form create one order and one payment page', async () => {
  await db.sql(`select choose_gateway('cardcom')`)
  const form = formOf(await product())
  const first = await place(form)
  const second = await place(form)
  expect(second.url).toBe(first.url)
  expect((await seen(second.order)).number).toBe((await seen(first.order)).number)
})

test('a free order is paid without a provider', async () => {
  const { order, url } = await place(formOf(await product({ amount: 0 })))
  expect(url).toBeNull()
  expect((await seen(order)).outcome).toEqual({ kind: 'paid' })
})

test('an expired price is valid while the order reserves it, and is refused afterwards', async () => {
  const sold = await product()
  const form = formOf(sold)
  const { order } = await place(form)
  await db.sql(`update prices set active_to = now() where id = $1`, [sold.price])
  const held = await place({ ...form, name: 'נועה אחרת', order })
  expect((await seen(held.order)).amountAgorot).toBe(69_000)
  await db.sql(`update orders set held_until = now() where number = $1`, [(await seen(order)).number])
  await expect(place({ ...form, order })).rejects.toMatchObject({ code: 'price_gone' })
})

test('the last seat is reserved for one buyer, and only the browser with that order moves it to another order', async () => {
  const sold = await product({ seats: 1 })
  const form = formOf(sold)
  const { order } = await place(form)
  const other = { ...form, phone: '0521234567' }
  await expect(place(other)).rejects.toMatchObject({ code: 'no_places_left' })
  await place({ ...other, former: order })
  await expect(place(formOf(sold))).rejects.toMatchObject({ code: 'no_places_left' })
})

test('a resumed order retains its seat even after the seat limit was lowered', async () => {
  const sold = await product({ seats: 2 })
  const [first, second] = [formOf(sold), formOf(sold)]
  const { order } = await place(first)
  const other = await place(second)
  await db.sql('update prices set seats = 1 where id = $1', [sold.price])
  for (const [form, key] of [
    [first, order],
    [second, other.order],
  ] as const)
    expect((await place({ ...form, installments: 2, order: key })).order).toBeTruthy()
  await expect(place(formOf(sold))).rejects.toMatchObject({ code: 'no_places_left' })
})

test.each([
  ['more instalments than the price allows', { installments: 4 }, 'installments_invalid'],
  ['unaccepted terms', { terms: undefined }, 'invalid_input'],
  ['an unknown product', { slug: 'nothing' }, 'product_unknown'],
  ['a price of another product', { priceId: randomUUID() }, 'price_gone'],
  ['a company number of seven digits', { companyNumber: '1234567' }, 'invalid_input'],
])('an order with %s is refused', async (_what, known, code) => {
  await expect(place({ ...formOf(await product()), ...known })).rejects.toMatchObject({ code })
})

test('a product that requires a call first cannot be ordered at the checkout', async () => {
  const sold = await product()
  await db.sql(`update products set call_way = 'talk' where id = $1`, [sold.product])
  await expect(place(formOf(sold))).rejects.toMatchObject({ code: 'product_unknown' })
})

test('an unknown link returns no order', async () => {
  await expect(seen('x'.repeat(32))).rejects.toMatchObject({ code: 'order_unknown' })
})

test('an order by bank transfer waits until staff record the payment with a reason', async () => {
  await db.sql(`select choose_gateway('manual')`)
  const { order, url } = await place(formOf(await product()))
  expect(url).toBeNull()
  expect((await seen(order)).outcome).toEqual({ kind: 'by_hand' })
  const { order_id: orderId } = await attemptOf(order)
  const byHand = {
    kind: 'paid_by_hand',
    orderId,
    payment: randomUUID(),
    amountAgorot: 69_000,
    method: 'transfer',
    reason: 'ראינו בבנק',
  }
  await invoke('move-order', byHand, 'sales')
  expect((await seen(order)).outcome).toEqual({ kind: 'paid' })
  expect(await ledgerOf(order)).toEqual([{ kind: 'payment', amount_agorot: 69_000, method: 'transfer' }])
})

test("the owner’s API keys are encrypted, and open the provider's gateway", async () => {
  const keys = { provider: 'cardcom', terminal: '1000', apiName: 'secret name', apiPassword: 'secret password' }
  await invoke('save-gateway', keys, 'owner')
  const [row] = await db.sql<{ sealed: Buffer; settings: string }>(
    `select k.sealed, g::text as settings from gateway_secrets.keys k join gateway_settings g on g.provider = k.provider`,
  )
  expect(row!.sealed.includes('secret')).toBe(false)
  expect(row!.settings).not.toContain('secret')
  expect(seal.open('cardcom', row!.sealed) as SealedKeys).toEqual({
    apiName: 'secret name',
    apiPassword: 'secret password',
  })
  await db.sql(`select choose_gateway('cardcom')`)
  const opened = await transaction((service) => gateways.chosen(service))
  expect(opened).toMatchObject({ isStandIn: false, gateway: { provider: 'cardcom', terminal: '1000' } })
  expect(ids.owner).toBeTruthy()
})
