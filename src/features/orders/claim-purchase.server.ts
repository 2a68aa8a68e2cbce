// claim-purchase: returns the purchase event of a paid order to the first page that requests it.
import { defineFunction } from '#kernel/functions/functions.ts'
import { z } from '#lib/schema.ts'
import { OrderToken } from './orders.ts'
import type { PurchaseClaimed } from './purchase.ts'

/** Purchases at the local stand-in for a provider are not reported. */
export const claimPurchase = defineFunction({
  name: 'claim-purchase',
  caller: 'anyone',
  as: 'service', // authorized by the order token
  perClient: { burst: 60, refillMs: 600_000 },
  input: z.object({ order: OrderToken }),
  output: z.custom<PurchaseClaimed>(),
  async run({ input: { order: token }, db }): Promise<PurchaseClaimed> {
    const [claimed] = await db.query<{ paid_agorot: number }>(
      `update orders o set purchase_sent_at = now()
       where o.id = (select l.order_id from order_links l where l.token_hash = link_hash($1))
         and o.purchase_sent_at is null and o.paid_at is not null and o.paid_agorot > 0
         and not exists (select from payment_attempts a where a.order_id = o.id and a.is_stand_in)
       returning o.paid_agorot`,
      [token],
    )
    return { amountAgorot: claimed?.paid_agorot ?? null }
  },
})
