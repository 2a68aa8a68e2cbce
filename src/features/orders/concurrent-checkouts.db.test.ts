// Many checkouts of one product at once, over the functions of the kernel with their pool of ten connections.
import { afterAll, expect, test } from 'vitest'
import { createGateways } from '#features/gateways/open-gateways.server.ts'
import { matchContact } from '#features/leads/match-contact.server.ts'
import { requestOrigin } from '#features/leads/record-consent.server.ts'
import { startGateways } from '#integrations/gateways/gateways.fake.ts'
import { openPool } from '#kernel/postgres/connection.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { createSealing, makeSealingKey } from '#platform/sealing/sealing.server.ts'
import { testDatabase } from '../../../test/database.ts'
import { testKernel } from '../../../test/kernel-app.ts'
import { orderMaker } from './order.fixture.ts'
import { placeOrder } from './place-order.server.ts'

const db = await testDatabase()
const make = orderMaker(db)
const fake = await startGateways()
const gateways = createGateways({ seal: createSealing([makeSealingKey()])('keys'), standIn: fake })
const siteUrl = 'http://localhost:3000'
const { kernel } = await testKernel(db, {
  functions: [placeOrder({ gateways, matchContact, requestOrigin, siteUrl, apiUrl: siteUrl })],
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
/** The status of the answer, and the code of a refusal. */
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

test('checkouts that wait for the places of one product leave connections to those of another', async () => {
  const [wanted, other] = [await product(12), await product(5)]
  // The words of a name that is new to the business are indexed once: contacts with the same new name wait for each other.
  await db.sql(`insert into contacts (first_name, last_name) values ('נועה', 'לדוגמה')`)
  let waiting: Promise<unknown[]> | undefined
  await whileLocked(wanted.price, async () => {
    waiting = Promise.all(Array.from({ length: 20 }, () => place(wanted)))
    expect(await place(other)).toBe(201)
  })
  const answers = await waiting!
  expect(answers.filter((answer) => answer === 201)).toHaveLength(12)
  expect(answers.filter((answer) => answer === 'no_places_left')).toHaveLength(8)
})

test('a checkout of a product without a number of places waits for no other checkout', async () => {
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
    // The number of places is limited only between checkouts.
    await expect(
      db.sql(`set lock_timeout = '300ms'; update prices set seats = 1 where id = '${price}'; reset lock_timeout`),
    ).rejects.toMatchObject({ code: '55P03' })
  })
})
