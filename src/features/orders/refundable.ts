// The amount of a payment attempt that can still be returned through its provider.
import type { z } from '#lib/schema.ts'
import type { OrderRefund, PaymentAttempt } from './order-rows.ts'

type Attempt = Pick<PaymentAttempt, 'id' | 'state' | 'amount_agorot' | 'provider'>
type Refund = Pick<z.infer<typeof OrderRefund>, 'attempt_id' | 'status' | 'amount_agorot'>
type Refunded = { paid_agorot: number; refunded_agorot: number; order_refunds: readonly Refund[] }

/**
 * A refund without a response counts as made, because it may have been. Refunds that staff recorded in the ledger
 * count, too.
 */
export function refundableOf(
  { id, state, amount_agorot: amount, provider }: Attempt,
  { paid_agorot: paid, refunded_agorot: refunded, order_refunds: refunds }: Refunded,
): number {
  if (provider === 'manual' || (state !== 'paid' && state !== 'partially_refunded')) return 0
  const counted = refunds.filter(({ status }) => status !== 'refused')
  const unanswered = counted.filter(({ status }) => status !== 'done')
  const remaining = amount - sum(counted.filter(({ attempt_id: of }) => of === id))
  return Math.max(0, Math.min(remaining, paid - refunded - sum(unanswered)))
}

const sum = (refunds: readonly Refund[]) => refunds.reduce((all, { amount_agorot: agorot }) => all + agorot, 0)
