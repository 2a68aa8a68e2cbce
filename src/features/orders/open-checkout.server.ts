// open-checkout: the checkout data besides the offer: payment availability, the current VAT rate and the coupon's
// discount.
import { type Coupon, normalCode } from '#features/coupons/coupons.ts'
import type { Gateways } from '#features/gateways/gateways.ts'
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import { inProcessAddress } from '#kernel/http/in-process.ts'
import { createRateLimit, rateLimitKey } from '#kernel/http/rate-limit.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'
import type { OpenedCheckout } from './opened-checkout.ts'
import { OrderToken, refusals } from './orders.ts'

const OpenCheckout = z.object({
  coupon: z
    .object({ code: z.string().max(200).transform(normalCode), productId: z.uuid(), order: OrderToken.optional() })
    .optional(),
  /** Client IP address, set by the server-rendered page. Ignored from other callers. */
  client: z.string().optional(),
})

/** Rate limit of unknown coupon codes per client: a buyer mistypes a few, and guessing needs thousands. */
const vainTries = { burst: 20, refillMs: 3_600_000 }

export const openCheckout = (gateways: Pick<Gateways<Db>, 'chosen'>) => {
  const limit = createRateLimit(vainTries)

  /**
   * Known codes are not counted, even if ended or used up: many visitors with one campaign's link may share an IP
   * address.
   */
  async function tryCoupon(db: Db, coupon: CouponInput, { ip, client }: { ip?: string; client?: string | undefined }) {
    const isPage = ip === inProcessAddress
    const from = isPage ? client : ip
    const key = from === undefined ? undefined : rateLimitKey(from, false)
    if (key !== undefined && !limit.take(key)) {
      if (!isPage) throw new Refusal('too_many_requests', 429, refusals.too_many_requests)
      return { fault: 'too_many_requests' }
    }
    const found = await couponOf(db, coupon)
    const isUnknown = 'fault' in found && found.fault === 'coupon_unknown'
    if (key !== undefined && !isUnknown) limit.giveBack(key)
    return found
  }

  return defineFunction({
    name: 'open-checkout',
    caller: 'anyone',
    as: 'service', // visitors cannot read the provider settings
    refusals,
    input: OpenCheckout,
    output: z.custom<OpenedCheckout>(),
    async run({ input: { coupon, client }, db, request: { ip } }) {
      const opened = await gateways.chosen(db)
      const [rate] = await db.query<{ percent: string }>(
        `select percent from vat_rates where valid_from <= (now() at time zone 'Asia/Jerusalem')::date order by valid_from desc limit 1`,
      )
      return {
        provider: opened?.gateway.provider ?? null,
        isStandIn: opened?.isStandIn ?? false,
        vatPercent: rate ? Number(rate.percent) : null,
        coupon: coupon ? await tryCoupon(db, coupon, { ...(ip !== undefined && { ip }), client }) : null,
      }
    },
  })
}

type CouponInput = NonNullable<z.output<typeof OpenCheckout>['coupon']>

async function couponOf(
  db: Db,
  { code, productId, order }: CouponInput,
): Promise<NonNullable<OpenedCheckout['coupon']>> {
  const [found] = await db.query<Pick<Coupon, 'code' | 'percent' | 'amount_agorot'> & { fault: string | null }>(
    `select * from private.coupon_of($1, $2, (select l.order_id from order_links l where l.token_hash = link_hash($3)))`,
    [code, productId, order ?? null],
  )
  if (!found) return { fault: 'coupon_unknown' }
  const { fault, percent, amount_agorot } = found
  return fault === null ? { code: found.code, percent, amount_agorot } : { fault }
}
