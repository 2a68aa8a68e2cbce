// The nightly comparison: payments verified after midnight, refunds shortly before midnight, and lists that could not be read.
import { beforeEach, expect, test } from 'vitest'
import type { Gateways } from '#features/gateways/gateways.ts'
import type { ListedTransaction } from '#integrations/gateways/gateway.ts'
import { type Db, inTransaction } from '#kernel/postgres/transaction.ts'
import { dayOf } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { createSealing, makeSealingKey } from '#platform/sealing/sealing.server.ts'
import { testDatabase } from '../../../test/database.ts'
import { orderMaker } from './order.fixture.ts'
import { reconcileDay, reconcilePayments } from './reconcile.server.ts'

const db = await testDatabase()
const make = orderMaker(db)
const transaction = <T>(work: (db: Db) => Promise<T>) => inTransaction(db.authenticator, { role: 'service_role' }, work)
const lists = new Map<string, ListedTransaction[]>()
const faulty = new Set<string>()
/** The provider's lists, by day. */
const gateways: Pick<Gateways<Db>, 'of'> = {
  of: async () =>
    ({
      provider: 'cardcom',
      verify: async () => ({ ok: true, value: { state: 'pending' } }),
      listDay: async (day: string) =>
        faulty.has(day) ? { ok: false, fault: 'server_error', detail: '' } : { ok: true, value: lists.get(day) ?? [] },
    }) as never,
}
const parts = { gateways, transaction, cardSeal: createSealing([makeSealingKey()])('cards') }
const books = { provider: 'cardcom', is_stand_in: false } as const
const [today, yesterday, before] = [0, -1, -2].map((days) => addDays(dayOf(new Date()), days)) as [
  string,
  string,
  string,
]
const compare = (day: string) => reconcileDay(parts, books, day)
const resultOf = async (day: string) =>
  (
    await db.sql<{ ours: number; theirs: number; differences: object[]; fault: string | null }>(
      'select ours_agorot::int as ours, theirs_agorot::int as theirs, differences, fault from reconciliations where day = $1',
      [day],
    )
  )[0]
const tasks = async () =>
  (await db.sql<{ n: number }>(`select count(*)::int as n from tasks where name like 'להשוות תשלומים%'`))[0]!.n

beforeEach(async () => {
  lists.clear()
  faulty.clear()
  // Moves payments of earlier tests out of the compared days.
  await db.sql(
    `delete from reconciliations; delete from tasks where name like 'להשוות תשלומים%'; update payments set paid_on = '2020-01-01'`,
  )
})

/** A payment on day `on` in our ledger, and on day `listed` in the provider's. */
async function paid({ on, listed }: { on: string; listed: string }) {
  const order = await make.order({ contact: await make.contact(), ...(await make.product()) })
  const { id, reference } = await make.attempt(order)
  const answer = make.paidAnswer(reference)
  await make.move(order, { kind: 'answer', attempt: id, answer })
  await db.sql('update payments set paid_on = $2 where order_id = $1', [order, on])
  const line = { transactionId: answer.transactionId, kind: 'payment' as const, amountAgorot: 69_000, currency: 'ILS' }
  lists.set(listed, [...(lists.get(listed) ?? []), line])
  return { order, attempt: id }
}

/** A refund without a response, requested at this Israel time. */
async function requestRefund({ order, attempt }: { order: string; attempt: string }, amount: number, at: string) {
  const refund = crypto.randomUUID()
  await make.move(order, { kind: 'refund_asked', refund, attempt, amount_agorot: amount, reason: 'ביטול עסקה' })
  await make.move(order, { kind: 'refund_answer', refund, status: 'unknown', refund_id: null })
  await db.sql(`update order_refunds set created_at = $2::timestamp at time zone 'Asia/Jerusalem' where id = $1`, [refund, at]) // prettier-ignore
  return async () =>
    (await db.sql<{ status: string }>('select status from order_refunds where id = $1', [refund]))[0]!.status
}
const refundLine = (amountAgorot: number): ListedTransaction => ({ transactionId: crypto.randomUUID(), kind: 'refund', amountAgorot, currency: 'ILS' }) // prettier-ignore

test('a payment verified after midnight is not a difference on either day', async () => {
  await paid({ on: today, listed: yesterday })
  await compare(yesterday)
  await compare(today)
  expect(await resultOf(yesterday)).toEqual({ ours: 69_000, theirs: 69_000, differences: [], fault: null })
  expect(await resultOf(today)).toEqual({ ours: 0, theirs: 0, differences: [], fault: null })
  expect(await tasks()).toBe(0)
})

test('a payment that is missing in every list is a difference', async () => {
  await paid({ on: yesterday, listed: '2020-01-01' })
  await compare(yesterday)
  expect(await resultOf(yesterday)).toMatchObject({ ours: 69_000, theirs: 0, differences: [{ theirsAgorot: null }] })
  expect(await tasks()).toBe(1)
})

test("a refund made shortly before midnight is looked up in the next day's list before it counts as refused", async () => {
  const bought = await paid({ on: before, listed: before })
  const status = await requestRefund(bought, 20_000, `${before} 23:58`)
  await compare(before)
  expect(await status()).toBe('unknown')
  lists.set(yesterday, [refundLine(20_000)])
  await compare(yesterday)
  expect(await status()).toBe('done')
  expect(await resultOf(yesterday)).toMatchObject({ ours: -20_000, theirs: -20_000, differences: [] })
})

test('a refund that is missing in every list counts as refused', async () => {
  const bought = await paid({ on: before, listed: before })
  const [early, late] = [
    await requestRefund(bought, 10_000, `${before} 12:00`),
    await requestRefund(bought, 15_000, `${before} 23:58`),
  ]
  await compare(before)
  await compare(yesterday)
  expect([await early(), await late()]).toEqual(['refused', 'refused'])
})

test('one listed refund is not matched if two requests have its amount, and staff get a task', async () => {
  const [one, two] = [
    await paid({ on: yesterday, listed: yesterday }),
    await paid({ on: yesterday, listed: yesterday }),
  ]
  const both = [
    await requestRefund(one, 10_000, `${yesterday} 12:00`),
    await requestRefund(two, 10_000, `${yesterday} 12:01`),
  ]
  lists.get(yesterday)!.push(refundLine(10_000))
  await compare(yesterday)
  expect(await Promise.all(both.map((status) => status()))).toEqual(['unknown', 'unknown'])
  expect(await tasks()).toBe(1)
  lists.get(yesterday)!.push(refundLine(10_000))
  await compare(yesterday)
  expect(await Promise.all(both.map((status) => status()))).toEqual(['done', 'done'])
})

test('a day whose list could not be read is reconciled the next night', async () => {
  await paid({ on: before, listed: before })
  await db.sql(`update payment_attempts set opened_at = now() - interval '2 days'`)
  faulty.add(before)
  await reconcilePayments(parts)({}, undefined as never)
  expect(await resultOf(before)).toMatchObject({ fault: 'server_error' })
  faulty.clear()
  await reconcilePayments(parts)({}, undefined as never)
  expect(await resultOf(before)).toEqual({ ours: 69_000, theirs: 69_000, differences: [], fault: null })
})

test('a refund without a response is settled even if no payment page was opened for weeks', async () => {
  const status = await requestRefund(
    await paid({ on: '2020-01-01', listed: '2020-01-01' }),
    20_000,
    `${yesterday} 12:00`,
  )
  await db.sql(`update payment_attempts set opened_at = now() - interval '30 days'`)
  await reconcilePayments(parts)({}, undefined as never)
  expect(await status()).toBe('refused')
})

test("a week with only charges of saved cards is reconciled with the provider's list", async () => {
  const { attempt } = await paid({ on: yesterday, listed: yesterday })
  await db.sql(`update payment_attempts set opened_at = now() - interval '30 days'`)
  await db.sql('update payment_attempts set by_token = true, opened_at = null where id = $1', [attempt])
  await reconcilePayments(parts)({}, undefined as never)
  expect(await resultOf(yesterday)).toMatchObject({ ours: 69_000, theirs: 69_000, differences: [] })
})
