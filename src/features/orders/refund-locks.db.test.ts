// Concurrent refunds and voidings of one payment: both lock the order, then the contact.
import { afterAll, describe, expect, test } from 'vitest'
import { openPool } from '#kernel/postgres/connection.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { eventually } from '../../../test/eventually.ts'
import { orderMaker } from './order.fixture.ts'

const db = await testDatabase()
const { as } = await makeActors(db)
const make = orderMaker(db)
const locks = openPool(db.connect('postgres'), 1)
afterAll(() => locks.end())

type Paid = { contact: string; payment: string; lock: string; locked: string }

async function paidOrder(): Promise<Paid> {
  const { product, price } = await make.product()
  const contact = await make.contact()
  const order = await make.order({ contact, product, price })
  const payment = crypto.randomUUID()
  await make.move(order, { kind: 'paid_by_hand', payment, amount_agorot: 69_000, method: 'transfer', reason: 'הגיע' })
  return { contact, payment, lock: 'select from orders where id = $1 for update', locked: order }
}

async function paidWithoutOrder(): Promise<Paid> {
  const contact = await make.contact()
  const payment = crypto.randomUUID()
  await db.sql(`insert into payments (id, contact_id, method, amount_agorot) values ($1, $2, 'bit', 69000)`, [
    payment,
    contact,
  ])
  return { contact, payment, lock: 'select from contacts where id = $1 for no key update', locked: contact }
}

/** The message of the refusal, or `done`. */
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { message: string }) => error.message,
  )
const refund = ({ contact, payment }: Paid) =>
  outcome(
    db.as(
      as.owner,
      `insert into payments (contact_id, kind, refund_of, refund_reason, method, amount_agorot) values ($1, 'refund', $2, 'התחרטו', 'bit', 100)`,
      [contact, payment],
    ),
  )
const voidPayment = ({ payment }: Paid) =>
  outcome(db.as(as.owner, `update payments set void_reason = 'לא הגיע' where id = $1`, [payment]))

/** Resolves once `count` sessions of this database wait for a lock. */
const blocked = (count: number) =>
  eventually(async () =>
    expect(
      await db.sql(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
      ),
    ).toEqual([{ n: count }]),
  )

describe.each([
  ['of an order', paidOrder],
  ['without an order', paidWithoutOrder],
])('concurrent changes of a payment %s', (_, pay) => {
  test.each([
    ['a refund', 'the voiding', refund, voidPayment, 'payment_has_refunds'],
    ['the voiding', 'a refund', voidPayment, refund, 'refund_without_payment'],
  ] as const)('of %s and concurrently %s the first succeeds, and the second is refused', async (...given) => {
    const [, , first, second, refusal] = given
    const paid = await pay()
    const begun: Promise<string>[] = []
    await inTransaction(locks, undefined, async (tx) => {
      await tx.query(paid.lock, [paid.locked])
      begun.push(first(paid))
      await blocked(1)
      begun.push(second(paid))
      await blocked(2)
    })
    expect(await Promise.all(begun)).toEqual(['done', refusal])
  })
})
