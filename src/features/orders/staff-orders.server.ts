// move-order, refund-order and settle-refund: changes of an order by staff, each with a reason.
import { type Gateways, type Provider } from '#features/gateways/gateways.ts'
import { isUncertain } from '#integrations/gateways/gateway.ts'
import { Refusal } from '#kernel/errors.ts'
import { defineEndpoint, defineFunction } from '#kernel/functions/functions.ts'
import { parseBody } from '#kernel/functions/parse-body.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'
import { moveOrder } from './moves.server.ts'
import { MoveOrder, RefundOrder, refusals, SettleRefund } from './orders.ts'

const has =
  (...roles: string[]) =>
  async (db: Db) =>
    (await db.one<{ may: boolean }>('select has_role(variadic $1) as may', [roles])).may

export const moveOrderByHand = defineFunction({
  name: 'move-order',
  caller: has('owner', 'admin', 'sales'),
  as: 'service', // orders are changed only by functions
  refusals,
  input: MoveOrder,
  output: z.object({ status: z.string() }),
  async run({ input, db }) {
    const { orderId, ...change } = input
    const { status } = await moveOrder(
      db,
      orderId,
      change.kind === 'paid_by_hand'
        ? {
            kind: change.kind,
            reason: change.reason,
            payment: change.payment,
            amount_agorot: change.amountAgorot,
            method: change.method,
            reference: change.reference,
          }
        : change,
    )
    return { status }
  },
})

/** No request is sent to the provider: the caller looked the refund up there. */
export const settleRefund = defineFunction({
  name: 'settle-refund',
  caller: has('owner', 'admin'),
  as: 'service', // orders are changed only by functions
  refusals,
  input: SettleRefund,
  output: z.object({ status: z.string() }),
  async run({ input: { orderId, ...settled }, db }) {
    const { status } = await moveOrder(db, orderId, { kind: 'refund_settled', ...settled })
    return { status }
  },
})

type PaidOrder = {
  order_id: string
  provider: Provider
  is_stand_in: boolean
  transaction_id: string | null
  status: string | null
}

/** Refunds are restricted to roles that manage money. */
export const refundOrder = (gateways: Pick<Gateways<Db>, 'of'>) =>
  defineEndpoint({
    name: 'refund-order',
    caller: has('owner', 'admin'),
    as: 'service',
    methods: ['POST'],
    bodyLimit: 5000,
    refusals,
    async fetch(request, { transaction }) {
      const { refund, attemptId, amountAgorot, reason } = await parseBody(request, RefundOrder)
      const { paid, gateway } = await transaction(async (db) => {
        const paid = await readPaid(db, attemptId, refund)
        // A repeated request returns the result of the first one.
        if (paid.status === null)
          await moveOrder(db, paid.order_id, {
            kind: 'refund_asked',
            refund,
            attempt: attemptId,
            amount_agorot: amountAgorot,
            reason,
          })
        return { paid, gateway: await gateways.of(db, paid.provider, paid.is_stand_in) }
      })
      if (paid.status !== null) return statusResponse(paid.status)
      const answer = gateway
        ? await gateway.refund({ transactionId: paid.transaction_id ?? '', amountAgorot, reference: refund })
        : ({ ok: false, fault: 'unauthorized', detail: '' } as const)
      const status = answer.ok ? 'done' : isUncertain(answer) ? 'unknown' : 'refused'
      await transaction((db) =>
        moveOrder(db, paid.order_id, {
          kind: 'refund_answer',
          refund,
          status,
          refund_id: answer.ok ? answer.value.refundId : null,
          fault: answer.ok ? null : answer.fault,
        }),
      )
      return statusResponse(status)
    },
  })

async function readPaid(db: Db, attemptId: string, refund: string): Promise<PaidOrder> {
  // The lock serializes concurrent requests: a later one finds the first one's refund and does not call the provider
  // again.
  await db.query('select from orders where id = (select order_id from payment_attempts where id = $1) for update', [
    attemptId,
  ])
  const [paid] = await db.query<PaidOrder>(
    `select a.order_id, a.provider, a.is_stand_in, a.transaction_id, (select r.status from order_refunds r where r.id = $2) as status
     from payment_attempts a where a.id = $1`,
    [attemptId, refund],
  )
  if (!paid) throw new Refusal('order_unknown', 404, refusals.order_unknown)
  return paid
}

function statusResponse(status: string): Response {
  if (status === 'done') return Response.json({ status })
  if (status === 'refused') throw new Refusal('refund_refused', 409, refusals.refund_refused)
  throw new Refusal('refund_unknown', 503, refusals.refund_unknown)
}
