// The outcome shown on an order's page. A charge is only mentioned once the provider has confirmed it.
import type { Order, PaymentAttempt } from './order-rows.ts'

/**
 * `open`: not sent to a provider. `by_hand`: staff wait for a transfer. `checking`: the provider has not responded yet.
 * `no_deal`: the provider reports no charge so far, and the page can still be paid. `failed`: nothing was charged.
 */
export type OrderOutcome =
  | { kind: 'open' | 'paid' | 'by_hand' | 'checking' | 'no_deal' }
  | { kind: 'failed'; reason: NonNullable<PaymentAttempt['reason']> }

type AttemptFacts = Pick<PaymentAttempt, 'provider' | 'state' | 'reason' | 'checked_at' | 'fault'>

/** `attempt`: the latest payment attempt. */
export function outcomeOf(
  { paid_at: paidAt, status }: Pick<Order, 'paid_at' | 'status'>,
  attempt: AttemptFacts | undefined,
): OrderOutcome {
  if (paidAt !== null) return { kind: 'paid' }
  if (!attempt) return { kind: 'open' }
  const { provider, state, reason, checked_at: checkedAt, fault } = attempt
  if (state === 'declined' || state === 'expired') return { kind: 'failed', reason: reason ?? 'unknown' }
  // Without a payment page nothing was charged.
  if (state === 'created') return fault ? { kind: 'failed', reason: 'unknown' } : { kind: 'open' }
  if (provider === 'manual') return { kind: status === 'cancelled' ? 'open' : 'by_hand' }
  return { kind: state === 'verifying' && checkedAt !== null ? 'no_deal' : 'checking' }
}
