// open-checkout: what a checkout needs besides the offer: whether payment is available, the current VAT rate and the coupon's discount.
import { type Coupon, normalCode } from '#features/coupons/coupons.ts'
import type { Gateways } from '#features/gateways/gateways.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'
import type { OpenedCheckout } from './opened-checkout.ts'
import { OrderToken } from './orders.ts'

const OpenCheckout = z.object({
  coupon: z
    .object({ code: z.string().max(200).transform(normalCode), productId: z.uuid(), order: OrderToken.optional() })
    .optional(),
})

export const openCheckout = (gateways: Pick<Gateways<Db>, 'chosen'>) =>
  defineFunction({
    name: 'open-checkout',
    caller: 'anyone',
    as: 'service', // visitors cannot read the provider settings
    input: OpenCheckout,
    output: z.custom<OpenedCheckout>(),
    async run({ input: { coupon }, db }) {
      const opened = await gateways.chosen(db)
      const [rate] = await db.query<{ percent: string }>(
        `select percent from vat_rates where valid_from <= (now() at time zone 'Asia/Jerusalem')::date order by valid_from desc limit 1`,
      )
      return {
        provider: opened?.gateway.provider ?? null,
        isStandIn: opened?.isStandIn ?? false,
        vatPercent: rate ? Number(rate.percent) : null,
        coupon: coupon ? await couponOf(db, coupon) : null,
      }
    },
  })

async function couponOf(db: Db, { code, productId, order }: NonNullable<z.output<typeof OpenCheckout>['coupon']>) {
  const [found] = await db.query<Pick<Coupon, 'code' | 'percent' | 'amount_agorot'> & { fault: string | null }>(
    `select * from private.coupon_of($1, $2, (select l.order_id from order_links l where l.token_hash = link_hash($3)))`,
    [code, productId, order ?? null],
  )
  if (!found) return { fault: 'coupon_unknown' }
  const { fault, percent, amount_agorot } = found
  return fault === null ? { code: found.code, percent, amount_agorot } : { fault }
}
