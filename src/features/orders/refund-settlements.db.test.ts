// Refunds without a response that staff settle: concurrent requests, late responses, and the provider's list.
import { expect, test } from 'vitest'
import type { ListedTransaction } from '#integrations/gateways/gateway.ts'
import { type Db, inTransaction } from '#kernel/postgres/transaction.ts'
import { dayOf } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { createSealing, makeSealingKey } from '#platform/sealing/sealing.server.ts'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { testKernel } from '../../../test/kernel-app.ts'
import { orderMaker } from './order.fixture.ts'
import { reconcileDay } from './reconcile.server.ts'
import { settleRefund } from './staff-orders.server.ts'

const db = await testDatabase()
const { as, ids } = await makeActors(db)
const make = orderMaker(db)
const { kernel } = await testKernel(db, { functions: [settleRefund] })
const transaction = <T>(work: (db: Db) => Promise<T>) => inTransaction(db.authenticator, { role: 'service_role' }, work)
const yesterday = addDays(dayOf(new Date()), -1)

type Refund = Awaited<ReturnType<typeof unanswered>>
/** A paid order, and a refund of 100 that the provider did not respond to. */
async function unanswered(status: 'unknown' | 'requested' = 'unknown', amount = 10_000) {
  const contact = await make.contact()
  const order = await make.order({ contact, ...(await make.product()) })
  const { id, reference } = await make.attempt(order)
  await make.move(order, { kind: 'answer', attempt: id, answer: make.paidAnswer(reference) })
  const refund = crypto.randomUUID()
  await make.move(order, { kind: 'refund_asked', refund, attempt: id, amount_agorot: amount, reason: 'ביטול עסקה' })
  if (status === 'unknown') await answer({ order, refund }, 'unknown')
  return { contact, order, refund, attempt: id }
}
const answer = ({ order, refund }: Pick<Refund, 'order' | 'refund'>, status: string, refundId: string | null = null) =>
  make.move(order, { kind: 'refund_answer', refund, status, refund_id: refundId })
const settle = (
  { order, refund }: Refund,
  status: string,
  reason = 'הזיכוי מופיע אצל חברת הסליקה',
  actor: keyof typeof as = 'owner',
) =>
  kernel.invoke(
    'settle-refund',
    { orderId: order, refund, status, reason },
    { caller: { claims: as[actor], userId: as[actor].sub } as never },
  )
const stateOf = async ({ order, refund }: Refund) =>
  (
    await db.sql<{ status: string; number: string | null; order: string; returned: number; attention: string | null }>(
      `select r.status, r.provider_refund_id as number, o.status as order, o.refunded_agorot as returned, o.attention
       from order_refunds r join orders o on o.id = r.order_id where r.id = $1 and o.id = $2`,
      [refund, order],
    )
  )[0]!
const ledger = ({ order }: Refund) =>
  db.sql<{ provider_tx: string; amount_agorot: number }>(
    `select provider_tx, amount_agorot from payments where order_id = $1 and kind = 'refund'`,
    [order],
  )

test('settling a refund as made writes it to the ledger and logs the user and the reason', async () => {
  const refund = await unanswered()
  await settle(refund, 'done')
  expect(await stateOf(refund)).toMatchObject({ status: 'done', order: 'partially_refunded', returned: 10_000 })
  expect(await ledger(refund)).toEqual([{ provider_tx: `hand:${refund.refund}`, amount_agorot: 10_000 }])
  const [row] = await db.sql('select settled_by, settle_reason from order_refunds where id = $1', [refund.refund])
  expect(row).toEqual({ settled_by: ids.owner, settle_reason: 'הזיכוי מופיע אצל חברת הסליקה' })
  const [line] = await db.sql<{ actor_id: string; payload: object }>(
    `select actor_id, payload from activities where contact_id = $1 and type = 'order.refund_settled'`,
    [refund.contact],
  )
  expect(line).toMatchObject({
    actor_id: ids.owner,
    payload: { status: 'done', amount_agorot: 10_000, reason: 'הזיכוי מופיע אצל חברת הסליקה' },
  })
})

test('the amount of a refund settled as not made can be refunded again', async () => {
  const refund = await unanswered('unknown', 69_000)
  await settle(refund, 'refused')
  expect(await stateOf(refund)).toMatchObject({ status: 'refused', order: 'paid', returned: 0 })
  expect(await ledger(refund)).toEqual([])
  const again = crypto.randomUUID()
  await make.move(refund.order, {
    kind: 'refund_asked',
    refund: again,
    attempt: refund.attempt,
    amount_agorot: 69_000,
    reason: 'ביטול עסקה',
  })
  await answer({ order: refund.order, refund: again }, 'done', crypto.randomUUID())
  expect(await stateOf(refund)).toMatchObject({ order: 'refunded', returned: 69_000 })
})

test('of concurrent requests one settles a refund, and a contradicting one is refused', async () => {
  const refund = await unanswered()
  await Promise.all([settle(refund, 'done'), settle(refund, 'done'), settle(refund, 'done')])
  expect(await ledger(refund)).toHaveLength(1)
  await expect(settle(refund, 'refused')).rejects.toMatchObject({ code: 'refund_settled' })
  const lines = await db.sql(`select from activities where contact_id = $1 and type = 'order.refund_settled'`, [
    refund.contact,
  ])
  expect(lines).toHaveLength(1)
  const both = await unanswered()
  const opposite = await Promise.allSettled([settle(both, 'done'), settle(both, 'refused')])
  expect(opposite.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('settling a refund requires a reason, a finished request and a role that may refund', async () => {
  const refund = await unanswered('requested')
  await expect(settle(refund, 'done', ' ')).rejects.toMatchObject({ status: 422 })
  await expect(settle(refund, 'done', 'נבדק אצלם', 'sales')).rejects.toMatchObject({ status: 403 })
  await expect(settle(refund, 'done')).rejects.toMatchObject({ code: 'refund_running' })
  await db.sql(`update order_refunds set created_at = now() - interval '11 minutes' where id = $1`, [refund.refund])
  await settle(refund, 'refused')
  expect(await stateOf(refund)).toMatchObject({ status: 'refused' })
})

test("a late response that agrees adds the provider's number and no second ledger entry", async () => {
  const refund = await unanswered()
  await settle(refund, 'done')
  const number = crypto.randomUUID()
  await answer(refund, 'done', number)
  await answer(refund, 'done', number)
  expect(await stateOf(refund)).toMatchObject({ status: 'done', number, returned: 10_000, attention: null })
  expect(await ledger(refund)).toEqual([{ provider_tx: number, amount_agorot: 10_000 }])
})

test('a late response that the refund was made after all is recorded and flagged for staff', async () => {
  const refund = await unanswered()
  await settle(refund, 'refused')
  await answer(refund, 'unknown')
  expect(await stateOf(refund)).toMatchObject({ status: 'refused', attention: null })
  const number = crypto.randomUUID()
  await answer(refund, 'done', number)
  expect(await stateOf(refund)).toMatchObject({ status: 'done', number, returned: 10_000, attention: 'refund_differs' })
  expect(await ledger(refund)).toHaveLength(1)
})

test('a late response beyond the refundable amount is flagged for staff', async () => {
  const refund = await unanswered('unknown', 69_000)
  await settle(refund, 'refused')
  const again = crypto.randomUUID()
  await make.move(refund.order, {
    kind: 'refund_asked',
    refund: again,
    attempt: refund.attempt,
    amount_agorot: 69_000,
    reason: 'ביטול עסקה',
  })
  await answer({ order: refund.order, refund: again }, 'done', crypto.randomUUID())
  await answer(refund, 'done', crypto.randomUUID())
  expect(await stateOf(refund)).toMatchObject({ status: 'refused', returned: 69_000, attention: 'refund_differs' })
})

test('a late refusal of a refund settled as made is flagged for staff', async () => {
  const refund = await unanswered()
  await settle(refund, 'done')
  await answer(refund, 'refused')
  expect(await stateOf(refund)).toMatchObject({ status: 'done', returned: 10_000, attention: 'refund_differs' })
})

test("the provider's list confirms a settled refund without a difference", async () => {
  const refund = await unanswered()
  await db.sql(`update order_refunds set created_at = now() - interval '1 day' where id = $1`, [refund.refund])
  await settle(refund, 'done')
  await db.sql(`update payments set paid_on = '2020-01-01' where order_id = $1 and kind = 'payment'`, [refund.order])
  const line: ListedTransaction = {
    transactionId: crypto.randomUUID(),
    kind: 'refund',
    amountAgorot: 10_000,
    currency: 'ILS',
  }
  const gateways = {
    of: async () =>
      ({
        provider: 'cardcom',
        listDay: async (day: string) => ({ ok: true, value: day === yesterday ? [line] : [] }),
      }) as never,
  }
  const parts = { gateways, transaction, cardSeal: createSealing([makeSealingKey()])('cards') }
  await db.sql(`update order_refunds set created_at = now() - interval '9 days' where id <> $1`, [refund.refund])
  await reconcileDay(parts, { provider: 'cardcom', is_stand_in: false }, yesterday)
  expect(await stateOf(refund)).toMatchObject({ number: line.transactionId, attention: null })
  expect(await ledger(refund)).toEqual([{ provider_tx: line.transactionId, amount_agorot: 10_000 }])
  const [compared] = await db.sql('select differences from reconciliations where day = $1', [yesterday])
  expect(compared).toEqual({ differences: [] })
})
