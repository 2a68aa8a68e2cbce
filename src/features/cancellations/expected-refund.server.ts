// The expected refund of the order given in a cancellation notice.
import type { Db } from '#kernel/postgres/transaction.ts'
import { formatMoney } from '#lib/money.ts'
import { dayOf } from '#lib/time/dates.ts'
import { type CancelTransaction, legalRefund } from './cancellations.ts'

type Bought = { amount_agorot: number; paid_agorot: number; paid_at: Date; is_plan: boolean }

/**
 * Returns a sentence; empty if the order was placed with another address, because amounts are sent only to the buyer.
 * Only staff know how many meetings were held, and whether the transaction included a conversation.
 */
export async function expectedRefund(
  db: Db,
  { reference, email }: Pick<CancelTransaction, 'reference' | 'email'>,
  cancelledOn: string,
): Promise<string> {
  const [bought] = await db.query<Bought>(
    `select amount_agorot, paid_agorot - refunded_agorot as paid_agorot, paid_at, plan_interval is not null as is_plan from orders
     where number::text = $1 and lower(email) = lower($2) and paid_at is not null and paid_agorot > refunded_agorot and not is_demo`,
    [reference, email],
  )
  if (!bought) return ''
  const { basis, refundAgorot, feeAgorot } = legalRefund({
    priceAgorot: bought.amount_agorot,
    paidAgorot: bought.paid_agorot,
    boughtOn: dayOf(bought.paid_at),
    cancelledOn,
    isProtected: false,
    hadConversation: false,
    isDefective: false,
    kind: bought.is_plan ? 'continuous' : 'meetings',
  })
  if (basis !== 'fourteen_days') return ''
  return `סכום ההחזר הצפוי: ${formatMoney(refundAgorot)}, אחרי דמי ביטול של ${formatMoney(feeAgorot)}. אם כבר נערכו פגישות, תמורתן תקוזז.`
}
