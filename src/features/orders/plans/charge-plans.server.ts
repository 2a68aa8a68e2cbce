// The job that charges the saved cards of plans.
import { randomBytes } from 'node:crypto'
import type { Gateway, Gateways, Provider } from '#features/gateways/gateways.ts'
import {
  type Answer,
  type DocumentKind,
  isUncertain,
  type TokenCharge,
  type VerifiedPayment,
} from '#integrations/gateways/gateway.ts'
import type { Task } from '#kernel/jobs/runner.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { Seal } from '#platform/sealing/sealing.server.ts'
import { moveOrder } from '../moves.server.ts'
import type { Order } from '../order-rows.ts'
import { runEach } from '../run-each.ts'
import { openCard } from './card-tokens.server.ts'

export const chargePlansTask = 'charge_plans'

export type ChargeParts = {
  gateways: Gateways<Db>
  transaction: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  cardSeal: Seal
}

export const chargePlans =
  (parts: ChargeParts): Task =>
  async () =>
    runEach([chargeDue, reportUnanswered], (step) => step(parts))

async function chargeDue(parts: ChargeParts) {
  await parts.transaction((db) => db.query('select private.order_plan_charges()'))
  const due = await parts.transaction((db) =>
    db.query<{ order_id: string }>('select * from private.plan_charges_due()'),
  )
  await runEach(due, ({ order_id: orderId }) => chargeOrder(parts, orderId))
}

/** Flags charges without a response for a day. The provider may be down, the card stopped, or the order cancelled. */
async function reportUnanswered({ transaction }: ChargeParts) {
  const unanswered = await transaction((db) =>
    db.query<{ id: string; order_id: string }>(
      `select a.id, a.order_id from payment_attempts a join orders o on o.id = a.order_id
       where a.by_token and a.state = 'created' and a.created_at < now() - interval '1 day'
         and o.attention is distinct from 'provider_silent'`,
    ),
  )
  await runEach(unanswered, ({ id, order_id: orderId }) =>
    transaction(async (db) => void (await moveOrder(db, orderId, { kind: 'silent', attempt: id }))),
  )
}

type Begun = { attempt: string; gateway: Gateway; charge: TokenCharge }

/**
 * Charges one order. Its reference is stored before the request and reused until a response: the provider charges a
 * reference only once. The request runs outside of the transaction.
 */
export async function chargeOrder(parts: ChargeParts, orderId: string): Promise<void> {
  const started = await parts.transaction((db) => begin(parts, db, orderId))
  if (!started) return
  const answer = await started.gateway.chargeToken(started.charge)
  const outcome = outcomeOf(answer)
  if (!outcome) return
  await parts.transaction((db) => moveOrder(db, orderId, { kind: 'answer', attempt: started.attempt, answer: outcome }))
}

/**
 * The response to record; undefined while there is none. A refusal by the provider counts as a decline of the card, an
 * error of our API keys does not.
 */
function outcomeOf(answer: Answer<VerifiedPayment>): Omit<VerifiedPayment, 'token'> | undefined {
  if (answer.ok) {
    const { token: _secret, ...outcome } = answer.value
    return outcome.state === 'pending' ? undefined : outcome
  }
  if (isUncertain(answer) || answer.fault === 'unauthorized') return undefined
  return { state: 'declined', reason: 'declined', ...(answer.code && { rawCode: answer.code }) }
}

type Plan = { plan_id: string; provider: Provider; is_stand_in: boolean }

async function begin({ gateways, cardSeal }: ChargeParts, db: Db, orderId: string): Promise<Begun | undefined> {
  // The lock serializes concurrent runs; the second one finds the order already charged.
  const order = await db.one<Order>('select * from orders where id = $1 for update', [orderId])
  const [isDue] = await db.query('select from private.plan_charges_due($1)', [orderId])
  if (!isDue) return undefined
  const plan = await db.one<Plan>(
    'select k.plan_id, k.provider, k.is_stand_in from plan_cards k join charges c on c.plan_id = k.plan_id where c.id = $1',
    [order.charge_id],
  )
  const [gateway, token] = [
    await gateways.of(db, plan.provider, plan.is_stand_in),
    await openCard(db, cardSeal, plan.plan_id),
  ]
  // Without API keys nothing is charged; the provider test shows this to the owner.
  if (!gateway || !token) return undefined
  const running = await runningCharge(db, orderId)
  // Another provider or terminal does not know the reference, and would charge again.
  if (running && (running.provider !== gateway.provider || running.terminal !== gateway.terminal)) return undefined
  if (!running && !(await isUnpaid(db, orderId))) return undefined
  const attempt = running ?? (await addCharge(db, orderId, gateway, plan.is_stand_in))
  const selected = await gateways.chosen(db)
  const charge = chargeOf(order, attempt, selected?.document ?? 'invoice_receipt')
  return { attempt: attempt.id, gateway, charge: { ...charge, token } }
}

type Attempt = { id: string; reference: string; amount_agorot: number }

const runningCharge = async (db: Db, orderId: string) =>
  (
    await db.query<Attempt & { provider: string; terminal: string }>(
      `select id, reference, amount_agorot, provider, terminal from payment_attempts
       where order_id = $1 and by_token and state = 'created'`,
      [orderId],
    )
  )[0]

const isUnpaid = async (db: Db, orderId: string) =>
  (await db.one<{ owes: boolean }>('select private.fit_plan_order($1) as owes', [orderId])).owes

/** The hashed secret is discarded, because a charge of a saved card has no webhook URL. */
const addCharge = (db: Db, orderId: string, { provider, terminal }: Gateway, isStandIn: boolean) =>
  db.one<Attempt>(
    `insert into payment_attempts (order_id, provider, is_stand_in, terminal, reference, secret_hash, amount_agorot, by_token)
     select id, $2, $3, $4, $5, link_hash($6), amount_agorot, true from orders where id = $1 returning id, reference, amount_agorot`,
    [
      orderId,
      provider,
      isStandIn,
      terminal,
      `pay_${randomBytes(18).toString('base64url')}`,
      randomBytes(24).toString('base64url'),
    ],
  )

const chargeOf = (order: Order, attempt: Attempt, document: DocumentKind): Omit<TokenCharge, 'token'> => {
  const isVatFree = order.vat_percent === null
  return {
    reference: attempt.reference,
    amountAgorot: attempt.amount_agorot,
    title: order.title,
    customer: {
      name: order.name,
      email: order.email,
      phone: order.phone ?? undefined,
      invoiceName: order.invoice_name ?? undefined,
      companyNumber: order.company_number ?? undefined,
    },
    document: document === 'invoice_receipt' && isVatFree ? 'receipt' : document,
    isVatFree,
  }
}
