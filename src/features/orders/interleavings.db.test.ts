// Random sequences of submissions, payments, webhooks, polls, refunds, errors and comparisons: our ledger equals the
// provider's.
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createGateways } from '#features/gateways/open-gateways.server.ts'
import { matchContact } from '#features/leads/match-contact.server.ts'
import { requestMetadata } from '#features/leads/record-consent.server.ts'
import { startGateways } from '#integrations/gateways/gateways.fake.ts'
import { type Db, inTransaction } from '#kernel/postgres/transaction.ts'
import { dayOf } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { createSealing, makeSealingKey } from '#platform/sealing/sealing.server.ts'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { testKernel } from '../../../test/kernel-app.ts'
import { checkAttempt } from './check-payment.server.ts'
import { orderMaker } from './order.fixture.ts'
import { paymentNotice } from './payment-notice.server.ts'
import { placeOrder } from './place-order.server.ts'
import { reconcileDay } from './reconcile.server.ts'
import { refundOrder } from './staff-orders.server.ts'

const db = await testDatabase()
const { as } = await makeActors(db)
const make = orderMaker(db)
const fake = await startGateways({ lateMs: 1, slowMs: 1 })
const seal = createSealing([makeSealingKey()])('keys')
const gateways = createGateways({ seal, standIn: fake })
const parts = { gateways, matchContact, requestMetadata, siteUrl: 'http://localhost:3000', apiUrl: '' }
const { app, kernel } = await testKernel(db, {
  functions: [placeOrder(parts), paymentNotice(gateways), refundOrder(gateways)],
})
parts.apiUrl = await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => fake.stop())
const transaction = <T>(work: (db: Db) => Promise<T>) => inTransaction(db.authenticator, { role: 'service_role' }, work)
const checks = { gateways, transaction, cardSeal: seal }

type Buyer = { form: object; email: string; url: string | undefined }
type Attempt = { id: string; order_id: string; provider_ref: string | null; amount_agorot: number }

const refusalOf = () => undefined
async function press(buyer: Buyer, known: object = {}) {
  const call = kernel.invoke(
    'place-order',
    { ...buyer.form, ...known },
    { caller: { claims: { role: 'anon' } } as never },
  )
  const answer = (await call.catch(refusalOf)) as Response | undefined
  if (!answer?.ok) return
  const { order, url } = (await answer.json()) as { order: string; url: string }
  buyer.form = { ...buyer.form, order }
  buyer.url = url
}
const attemptsOf = ({ email }: Buyer) =>
  db.sql<Attempt>(
    `select a.id, a.order_id, a.provider_ref, a.amount_agorot from payment_attempts a join orders o on o.id = a.order_id
     where o.email = $1 order by a.created_at`,
    [email],
  )
const check = async (buyer: Buyer) =>
  Promise.all((await attemptsOf(buyer)).flatMap(({ id }) => [checkAttempt(checks, id), checkAttempt(checks, id)]))
async function refund(buyer: Buyer, attempt: Attempt, amountAgorot: number, id: string) {
  const input = { refund: id, attemptId: attempt.id, amountAgorot, reason: `בקשה של ${buyer.email}` }
  await kernel
    .invoke('refund-order', input, { caller: { claims: as.owner, userId: as.owner.sub } as never })
    .catch(refusalOf)
}
/** The provider lists a refund made before midnight under that day. */
async function compare(provider: string) {
  await db.sql(
    `update order_refunds set created_at = created_at - interval '11 minutes' where created_at > now() - interval '10 minutes'`,
  )
  const today = dayOf(new Date())
  for (const day of [addDays(today, -1), today])
    await reconcileDay(checks, { provider: provider as 'cardcom', is_stand_in: true }, day)
}

const who = fc.integer({ min: 0, max: 1 })
const step = fc.oneof(
  fc.record({ kind: fc.constant('press' as const), who, installments: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('pay' as const), who, how: fc.constantFrom({}, { cvv: '999' }, { method: 'bit' }, { name: 'timeout' }, { name: 'dup' }, { name: 'forge' }) }), // prettier-ignore
  fc.record({ kind: fc.constant('notice' as const), who }),
  fc.record({ kind: fc.constant('check' as const), who }),
  fc.record({ kind: fc.constant('refund' as const), who, share: fc.integer({ min: 1, max: 100 }), presses: fc.integer({ min: 1, max: 3 }) }), // prettier-ignore
  fc.record({ kind: fc.constant('fault' as const), how: fc.constantFrom('lost' as const, 'server_error' as const, 'html' as const) }), // prettier-ignore
  fc.record({ kind: fc.constant('compare' as const) }),
)
let people = 0
let refunds = 0

test("our ledger equals the provider's list for any order of webhooks, polls and refunds", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 6, maxLength: 18 }),
      fc.constantFrom('cardcom', 'payplus'),
      async (steps, provider) => {
        await db.sql('select choose_gateway($1)', [provider])
        fake.faults.length = 0
        const buyers: Buyer[] = []
        for (let i = 0; i < 2; i++) {
          const { product, price } = await make.product({ seats: 5 })
          const [row] = await db.sql<{ slug: string }>(`update products set call_way = 'buy' where id = $1 returning slug`, [product]) // prettier-ignore
          const number = String(++people).padStart(5, '0')
          const email = `buyer${number}@example.com`
          const form = { slug: row!.slug, priceId: price, installments: 1, name: 'נועה לדוגמה', email, phone: `05013${number}`, terms: 'on' } // prettier-ignore
          const buyer: Buyer = { form, email, url: undefined }
          await press(buyer)
          buyers.push(buyer)
        }
        for (const one of steps) {
          const buyer = buyers['who' in one ? one.who : 0]!
          if (one.kind === 'press') await press(buyer, { installments: one.installments })
          if (one.kind === 'pay' && buyer.url) await fake.pay(buyer.url, one.how)
          if (one.kind === 'notice')
            await Promise.all([...fake.book.pages.values()].slice(-4).flatMap((page) => [fake.send(page), fake.send(page)])) // prettier-ignore
          if (one.kind === 'check') await check(buyer)
          if (one.kind === 'fault') fake.faults.push(one.how)
          if (one.kind === 'compare') await compare(provider)
          if (one.kind === 'refund') {
            const [attempt] = (await attemptsOf(buyer)).toReversed()
            const id = crypto.randomUUID()
            // The provider's list distinguishes refunds only by amount, so each amount is unique.
            const amount = Math.trunc(((attempt?.amount_agorot ?? 0) * one.share) / 100) + ++refunds
            if (attempt)
              await Promise.all(Array.from({ length: one.presses }, () => refund(buyer, attempt, amount, id)))
          }
        }
        await fake.settled()
        fake.faults.length = 0
        for (const buyer of buyers) await check(buyer)
        await compare(provider)
        for (const { email } of buyers) await expectEqualBooks(email)
        expect(
          await db.sql(
            `select differences, ours_agorot = theirs_agorot as is_equal from reconciliations
             where provider = $1 and is_stand_in order by day desc limit 1`,
            [provider],
          ),
        ).toEqual([{ differences: [], is_equal: true }])
      },
    ),
    // No shrinking: the day's ledger contains earlier runs, so a smaller case would fail for another reason.
    { numRuns: 25, endOnFailure: true },
  )
}, 300_000)

type Booked = { id: string; paid_agorot: number; refunded_agorot: number }

async function expectEqualBooks(email: string) {
  const orders = await db.sql<Booked>('select id, paid_agorot, refunded_agorot from orders where email = $1', [email])
  const paid = (await Promise.all(orders.map(expectEqualOrder))).reduce((all, count) => all + count, 0)
  const [enrolled] = await db.sql<{ n: number }>(
    'select count(*)::int as n from enrolments where contact_id in (select contact_id from orders where email = $1)',
    [email],
  )
  expect(enrolled!.n).toBe(paid > 0 ? 1 : 0)
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)

/** Returns the number of payments. */
async function expectEqualOrder({ id: order, paid_agorot, refunded_agorot }: Booked): Promise<number> {
  const ours = await db.sql<{ id: string; kind: string; amount: number }>(
    'select provider_tx as id, kind, amount_agorot as amount from payments where order_id = $1',
    [order],
  )
  const attempts = await db.sql<{ reference: string }>('select reference from payment_attempts where order_id = $1', [
    order,
  ])
  const references = new Set(attempts.map(({ reference }) => reference))
  const deals = [...fake.book.deals.values()].filter(({ code }) => code === '0')
  const paid = deals.filter(({ kind, reference }) => kind === 'payment' && references.has(reference))
  const theirs = [...paid, ...deals.filter(({ refundOf }) => paid.some(({ id }) => id === refundOf))].map(
    ({ id, kind, amountAgorot: amount }) => ({ id, kind, amount }),
  )
  expect(ours.toSorted(byId)).toEqual(theirs.toSorted(byId))
  const sum = (kind: string) => theirs.filter((deal) => deal.kind === kind).reduce((all, { amount }) => all + amount, 0)
  expect({ paid_agorot, refunded_agorot }).toEqual({ paid_agorot: sum('payment'), refunded_agorot: sum('refund') })
  const [facts] = await db.sql(
    `select (select count(*)::int from domain_events where entity_id = $1 and type = 'order.paid') as events,
       (select count(*)::int from charges where order_id = $1) as charges,
       (select count(*)::int from tax_documents where order_id = $1 and corrects_id is null) as documents`,
    [order],
  )
  const once = paid.length > 0 ? 1 : 0
  expect(facts).toEqual({ events: once, charges: once, documents: paid.length })
  return paid.length
}
