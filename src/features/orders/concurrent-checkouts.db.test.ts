// Concurrent checkouts of one product through the kernel's function endpoints, with their pool of ten connections.
import { afterAll, expect, test } from 'vitest'
import { createGateways } from '#features/gateways/open-gateways.server.ts'
import { matchContact } from '#features/leads/match-contact.server.ts'
import { requestMetadata } from '#features/leads/record-consent.server.ts'
import { startGateways } from '#integrations/gateways/gateways.fake.ts'
import { openPool } from '#kernel/postgres/connection.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { createSealing, makeSealingKey } from '#platform/sealing/sealing.server.ts'
import { testDatabase } from '../../../test/database.ts'
import { eventually } from '../../../test/eventually.ts'
import { testKernel } from '../../../test/kernel-app.ts'
import { orderMaker } from './order.fixture.ts'
import { placeOrder } from './place-order.server.ts'

const db = await testDatabase()
const make = orderMaker(db)
const fake = await startGateways()
const gateways = createGateways({ seal: createSealing([makeSealingKey()])('keys'), standIn: fake })
const siteUrl = 'http://localhost:3000'
const { kernel } = await testKernel(db, {
  functions: [placeOrder({ gateways, matchContact, requestMetadata, siteUrl, apiUrl: siteUrl })],
})
const locks = openPool(db.connect('postgres'), 1)
afterAll(async () => {
  await locks.end()
  await fake.stop()
})

async function product(seats: number | null) {
  const { product: id, price } = await make.product({ seats })
  const [row] = await db.sql<{ slug: string }>(`update products set call_way = 'buy' where id = $1 returning slug`, [
    id,
  ])
  return { price, slug: row!.slug }
}

let people = 0
/** Returns the HTTP status and the refusal code. */
async function place({ slug, price }: { slug: string; price: string }) {
  const number = String(++people).padStart(5, '0')
  const input = {
    slug,
    priceId: price,
    installments: 1,
    name: 'נועה לדוגמה',
    email: `buyer${number}@example.com`,
    phone: `05212${number}`,
    terms: 'on',
  }
  const answer = kernel.invoke('place-order', input, {
    caller: { claims: { role: 'anon' } } as never,
  }) as Promise<Response>
  return answer.then(
    ({ status }) => status,
    (refusal: { code?: string }) => refusal.code,
  )
}

/** Runs `work` while another transaction has the lock of the price. */
const whileLocked = (price: string, work: () => Promise<void>) =>
  inTransaction(locks, undefined, async (tx) => {
    await tx.query('select from prices where id = $1 for update', [price])
    await work()
  })

const asService = (text: string, values: unknown[]) =>
  inTransaction(db.authenticator, { role: 'service_role' }, (other) => other.query(text, values))

/** Resolves once `count` sessions of this database wait for a lock. */
const blocked = (count: number) =>
  eventually(async () =>
    expect(
      await db.sql(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
      ),
    ).toEqual([{ n: count }]),
  )

test('checkouts that wait for a seat of one product leave pool connections for checkouts of other products', async () => {
  const [chosenProduct, other] = [await product(12), await product(5)]
  // Existing name: inserting contacts with the same new name would block on its index entry.
  await db.sql(`insert into contacts (first_name, last_name) values ('נועה', 'לדוגמה')`)
  let waiting: Promise<unknown[]> | undefined
  await whileLocked(chosenProduct.price, async () => {
    waiting = Promise.all(Array.from({ length: 20 }, () => place(chosenProduct)))
    expect(await place(other)).toBe(201)
  })
  const answers = await waiting!
  expect(answers.filter((answer) => answer === 201)).toHaveLength(12)
  expect(answers.filter((answer) => answer === 'no_places_left')).toHaveLength(8)
})

test('a checkout of a product without a seat limit does not wait for another checkout', async () => {
  const { price } = await product(null)
  const { product: id } = (
    await db.sql<{ product: string }>('select product_id as product from prices where id = $1', [price])
  )[0]!
  const claim = 'select private.claim_place_at($1, $2)'
  await inTransaction(locks, undefined, async (tx) => {
    await tx.query(claim, [price, id])
    await inTransaction(db.authenticator, { role: 'service_role' }, async (other) => {
      await other.query(`set local lock_timeout = '500ms'`)
      await other.query(claim, [price, id])
    })
    // Setting a seat limit waits for running checkouts.
    await expect(
      db.sql(`set lock_timeout = '300ms'; update prices set seats = 1 where id = '${price}'; reset lock_timeout`),
    ).rejects.toMatchObject({ code: '55P03' })
  })
})

test('checkouts that wait while a seat limit is set do not block each other', async () => {
  for (let round = 0; round < 40; round++) {
    const sold = await make.product({ seats: null })
    const claim = () => asService('select private.claim_place_at($1, $2)', [sold.price, sold.product])
    let waiting: Promise<unknown>[] = []
    await inTransaction(locks, undefined, async (tx) => {
      await tx.query('update prices set seats = 9 where id = $1', [sold.price])
      waiting = [claim(), claim(), claim(), claim()]
      await blocked(4)
    })
    await expect(Promise.all(waiting)).resolves.toHaveLength(4)
  }
})

test('concurrent payments of one product all get their seats', async () => {
  const sold = await make.product({ seats: 24 })
  const paid = await Promise.all(
    Array.from({ length: 24 }, async () => {
      const order = await make.order({ contact: await make.contact(), ...sold })
      return { order, ...(await make.attempt(order)) }
    }),
  )
  const moved = await Promise.allSettled(
    paid.map(({ order, id, reference }) =>
      asService('select move_order($1, $2)', [
        order,
        { kind: 'answer', attempt: id, answer: make.paidAnswer(reference) },
      ]),
    ),
  )
  expect(moved.filter(({ status }) => status === 'rejected')).toEqual([])
  expect(await db.sql('select count(*)::int as n from enrolments where price_id = $1', [sold.price])).toEqual([
    { n: 24 },
  ])
})

test('two payments claim the seats of two products in opposite order without a deadlock', async () => {
  const [one, two] = [await make.product({ seats: 5, amount: 0 }), await make.product({ seats: 5, amount: 0 })]
  const orderOf = async (bought: typeof one, added: typeof one) => {
    const contact = await make.contact()
    const order = await make.order({ contact, ...bought, amount: 0 })
    await db.sql(`update orders set bump_product_id = $2, bump_price_id = $3, bump_title = 'תוספת' where id = $1`, [
      order,
      added.product,
      added.price,
    ])
    return { contact, order, product: bought.product }
  }
  const orders = [await orderOf(one, two), await orderOf(two, one)]
  let waiting: Promise<unknown>[] = []
  // Each payment locks the seats of its product. It waits for an enrolment of its buyer before it claims the seat of
  // the order bump.
  const another = inTransaction(locks, undefined, async (tx) => {
    for (const { contact, product: of } of orders)
      await tx.query('insert into enrolments (product_id, contact_id) values ($1, $2)', [of, contact])
    waiting = orders.map(({ order }) => asService(`select move_order($1, '{"kind": "free"}')`, [order]))
    await blocked(2)
    throw new Error('taken back')
  })
  await expect(another).rejects.toThrow('taken back')
  await expect(Promise.all(waiting)).resolves.toHaveLength(2)
  for (const { product: id } of [one, two])
    expect(await db.sql('select count(*)::int as n from enrolments where product_id = $1', [id])).toEqual([{ n: 2 }])
})
