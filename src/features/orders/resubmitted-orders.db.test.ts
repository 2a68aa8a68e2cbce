// Resubmitted orders: after staff voided their payment, or after a payment page failed to open.
import { afterAll, expect, test } from 'vitest'
import { createGateways } from '#features/gateways/open-gateways.server.ts'
import { matchContact } from '#features/leads/match-contact.server.ts'
import { requestMetadata } from '#features/leads/record-consent.server.ts'
import { startGateways } from '#integrations/gateways/gateways.fake.ts'
import { type Db, inTransaction } from '#kernel/postgres/transaction.ts'
import { createSealing, makeSealingKey } from '#platform/sealing/sealing.server.ts'
import { testDatabase } from '../../../test/database.ts'
import { testKernel } from '../../../test/kernel-app.ts'
import { checkAttempt } from './check-payment.server.ts'
import { orderMaker } from './order.fixture.ts'
import { placeOrder } from './place-order.server.ts'

const db = await testDatabase()
const make = orderMaker(db)
const fake = await startGateways({ lateMs: 1, slowMs: 1 })
afterAll(() => fake.stop())
const seal = createSealing([makeSealingKey()])('keys')
const gateways = createGateways({ seal, standIn: fake })
const transaction = <T>(work: (db: Db) => Promise<T>) => inTransaction(db.authenticator, { role: 'service_role' }, work)
const site = { siteUrl: 'http://localhost:3000', apiUrl: 'http://127.0.0.1:9' }
const { kernel } = await testKernel(db, { functions: [placeOrder({ gateways, matchContact, requestMetadata, ...site })] }) // prettier-ignore

/** Returns the payment page, the order's id, and the form with the order's token. */
async function place(form: object) {
  const answer = (await kernel.invoke('place-order', form, {
    caller: { claims: { role: 'anon' } } as never,
  })) as Response
  if (!answer.ok) throw Object.assign(new Error('refused'), (await answer.json()) as object)
  const { order, url } = (await answer.json()) as { order: string; url: string }
  const [row] = await db.sql<{ id: string }>(
    'select order_id as id from order_links where token_hash = link_hash($1)',
    [order],
  )
  return { id: row!.id, url, again: { ...form, order } }
}

test.each(['once', 'monthly'])(
  'after a voided payment, another person who resubmits an order sold %s gets a separate payable order',
  async (sold) => {
    await db.sql(`select choose_gateway('cardcom')`)
    const { product, price } = await make.product()
    if (sold === 'monthly')
      await db.sql(`update prices set interval = 'month', charges = 3, max_installments = 1 where id = $1`, [price])
    const [row] = await db.sql<{ slug: string }>(`update products set call_way = 'buy' where id = $1 returning slug`, [
      product,
    ])
    const of = (name: string, phone: string) => ({ name, phone, email: `${crypto.randomUUID()}@example.com` })
    const [parent, partner] =
      sold === 'once'
        ? [of('נועה לדוגמה', '0509811001'), of('דן לדוגמה', '0509811002')]
        : [of('מאיה לדוגמה', '0509811003'), of('גיל לדוגמה', '0509811004')]
    const first = await place({ slug: row!.slug, priceId: price, terms: 'on', ...parent })
    const byHand = { kind: 'paid_by_hand', amount_agorot: 69_000, method: 'transfer', reason: 'ראינו בבנק' }
    expect(await make.move(first.id, byHand)).toMatchObject({ status: 'paid' })
    await db.sql(`update payments set void_reason = 'נרשם על הזמנה אחרת' where order_id = $1`, [first.id])
    const second = await place({ ...first.again, ...partner })
    expect(second.id).not.toBe(first.id)
    await fake.pay(second.url)
    const [attempt] = await db.sql<{ id: string }>('select id from payment_attempts where order_id = $1', [second.id])
    await checkAttempt({ gateways, transaction, cardSeal: seal }, attempt!.id)
    expect(await db.sql('select status, paid_agorot from orders where id = $1', [second.id])).toEqual([
      { status: 'paid', paid_agorot: 69_000 },
    ])
  },
)

test('another person who resubmits an order with a voided payment does not get the seat of the first payer', async () => {
  await db.sql(`select choose_gateway('cardcom')`)
  const { product, price } = await make.product({ seats: 1 })
  const [row] = await db.sql<{ slug: string }>(`update products set call_way = 'buy' where id = $1 returning slug`, [
    product,
  ])
  const of = (name: string, phone: string) => ({ name, phone, email: `${crypto.randomUUID()}@example.com` })
  const first = await place({ slug: row!.slug, priceId: price, terms: 'on', ...of('נועה לדוגמה', '0509811006') })
  const byHand = { kind: 'paid_by_hand', amount_agorot: 69_000, method: 'transfer', reason: 'ראינו בבנק' }
  await make.move(first.id, byHand)
  await db.sql(`update payments set void_reason = 'נרשם על הזמנה אחרת' where order_id = $1`, [first.id])
  await expect(place({ ...first.again, ...of('דן לדוגמה', '0509811007') })).rejects.toMatchObject({
    code: 'no_places_left',
  })
})

test.each<[what: string, change: object, amountAgorot: number]>([
  ['of a lower amount', { coupon: 'TEN' }, 62_100],
  ['with another name', { name: 'רות כהן' }, 69_000],
])(
  'after a page %s failed to open, the next submission opens a new page in its place',
  async (_what, change, amountAgorot) => {
    await db.sql(`select choose_gateway('cardcom')`)
    await db.sql(`insert into coupons (code, percent) values ('TEN', 10) on conflict do nothing`)
    const { product, price } = await make.product()
    const [row] = await db.sql<{ slug: string }>(`update products set call_way = 'buy' where id = $1 returning slug`, [
      product,
    ])
    const payer = { name: 'רות לדוגמה', phone: '050-9811005', email: `${crypto.randomUUID()}@example.com` }
    const first = await place({ slug: row!.slug, priceId: price, terms: 'on', ...payer })
    fake.faults.push('server_error')
    await expect(place({ ...first.again, ...change })).rejects.toMatchObject({ code: 'gateway_unavailable' })
    const second = await place({ ...first.again, ...change })
    expect(second.id).toBe(first.id)
    expect(second.url).not.toBe(first.url)
    expect([...fake.book.pages.values()].at(-1)).toMatchObject({ amountAgorot })
  },
)
