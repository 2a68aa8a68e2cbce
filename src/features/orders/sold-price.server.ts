// The price, order bump and coupon that a checkout sells: the current ones, or those reserved for an existing order.
import { type Coupon, discountOf, refusals as couponRefusals } from '#features/coupons/coupons.ts'
import type { OfferBump, OfferPrice } from '#features/products/products.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { EarlierOrder } from './earlier-order.server.ts'
import { type PlaceOrder, refusals } from './orders.ts'
import { bumpFor, priceOfOrder } from './sums.ts'

export type PriceQuote = {
  productId: string
  /** Null for a custom amount set by staff. */
  priceId: string | null
  title: string
  /** The price less the coupon, plus the order bump. */
  amountAgorot: number
  isVatFree: boolean
  most: number
  /** Whether the order still has its price and seat reserved. */
  isHeld: boolean
  coupon: { id: string; discountAgorot: number } | undefined
  bump: { productId: string; priceId: string; title: string; amountAgorot: number; isHeld: boolean } | undefined
  /** Set if the amount is that of the first month or year. */
  plan: Plan | undefined
}

type Plan = { interval: 'month' | 'year'; charges: number | null }

/** The requested item and number of payments. */
type QuoteInput = Pick<PlaceOrder, 'slug' | 'installments'> & Partial<Pick<PlaceOrder, 'priceId' | 'coupon' | 'bump'>>

type Base = Pick<PriceQuote, 'productId' | 'priceId' | 'title' | 'isVatFree' | 'most' | 'isHeld' | 'plan'> & {
  priceAgorot: number
  offered: OfferBump | undefined
}

export async function quotePrice(db: Db, input: QuoteInput, earlier: EarlierOrder | undefined): Promise<PriceQuote> {
  const { priceAgorot, offered, ...base } = await basePrice(db, input, earlier)
  refuseInstallments(input, base.most)
  const held = base.isHeld ? earlier : undefined
  // A charge and an order made by staff are paid at their agreed amount, without coupons.
  const code = earlier?.charge_id || earlier?.by_staff ? undefined : input.coupon
  if (base.plan && code !== undefined)
    throw new Refusal('coupon_not_for_plan', 422, refusals.coupon_not_for_plan, {
      coupon: refusals.coupon_not_for_plan,
    })
  const coupon = await couponOf(db, code, { productId: base.productId, priceAgorot, earlier, held })
  const bump = input.bump && bumpOf(offered, held)
  return {
    ...base,
    coupon,
    bump,
    amountAgorot: priceAgorot - (coupon?.discountAgorot ?? 0) + (bump?.amountAgorot ?? 0),
  }
}

async function basePrice(db: Db, input: QuoteInput, earlier: EarlierOrder | undefined): Promise<Base> {
  if (earlier?.by_staff) return priceByStaff(earlier)
  const [offer] = await db.query<{ id: string; name: string; prices: OfferPrice[]; bump: OfferBump | null }>(
    `select id, name, prices, bump from offers() where call_way = 'buy' and (slug = $1 or $1 = any (former_slugs))`,
    [input.slug.toLowerCase()],
  )
  const price = offer?.prices.find(({ id }) => id === input.priceId)
  const isHeld =
    earlier &&
    earlier.price_id === input.priceId &&
    new Date(earlier.held_until).getTime() > Date.now() &&
    // The page shows the current plan terms.
    (!price || (price.interval === earlier.plan_interval && price.charges === earlier.plan_charges))
  if (isHeld) {
    const { product_id: productId, price_id: priceId, title, vat_percent: vat } = earlier
    const most = price?.max_installments ?? earlier.installments
    const plan = earlier.plan_interval ? { interval: earlier.plan_interval, charges: earlier.plan_charges } : undefined
    const offered = plan ? undefined : bumpFor(offer?.bump ?? null, { vat_mode: vat === null ? 'exempt' : 'included' })
    return {
      plan,
      productId,
      priceId,
      title,
      priceAgorot: priceOfOrder(earlier),
      isVatFree: vat === null,
      most,
      isHeld,
      offered,
    }
  }
  if (!offer) throw new Refusal('product_unknown', 404, refusals.product_unknown)
  if (!price) throw new Refusal('price_gone', 409, refusals.price_gone)
  const plan = price.interval ? { interval: price.interval, charges: price.charges } : undefined
  // The card is saved with the first payment, so the first payment cannot be zero.
  if (plan && price.amount_agorot === 0) throw new Refusal('price_by_plan', 409, refusals.price_by_plan)
  return {
    plan,
    productId: offer.id,
    priceId: price.id,
    title: price.name ? `${offer.name} – ${price.name}` : offer.name,
    priceAgorot: price.amount_agorot,
    isVatFree: price.vat_mode === 'exempt',
    most: price.max_installments,
    isHeld: false,
    offered: plan ? undefined : bumpFor(offer.bump, price),
  }
}

/** The order reserves the price until its link expires. */
function priceByStaff(order: EarlierOrder): Base {
  if (new Date(order.held_until).getTime() <= Date.now()) throw new Refusal('link_expired', 410, refusals.link_expired)
  return {
    productId: order.product_id,
    priceId: order.price_id,
    title: order.title,
    priceAgorot: priceOfOrder(order),
    isVatFree: order.vat_percent === null,
    most: order.most_installments ?? 1,
    isHeld: true,
    offered: undefined,
    plan: undefined,
  }
}

function refuseInstallments({ installments }: QuoteInput, max: number) {
  if (installments <= max) return
  throw new Refusal('installments_invalid', 422, refusals.installments_invalid, {
    installments: refusals.installments_invalid,
  })
}

type ClaimedSeat = {
  productId: string
  priceAgorot: number
  earlier: EarlierOrder | undefined
  /** The order, while its price is reserved. */
  held: EarlierOrder | undefined
}

/** The limits are checked again under the coupon's lock when the order is written. */
async function couponOf(db: Db, code: string | undefined, { productId, priceAgorot, earlier, held }: ClaimedSeat) {
  if (code === undefined) return undefined
  if (held?.coupon_id && held.coupon_code === code) return { id: held.coupon_id, discountAgorot: held.discount_agorot }
  const [found] = await db.query<Pick<Coupon, 'id' | 'percent' | 'amount_agorot'> & { fault: string | null }>(
    'select * from private.coupon_of($1, $2, $3)',
    [code, productId, earlier?.id ?? null],
  )
  const refusalCode = found ? found.fault : 'coupon_unknown'
  if (refusalCode !== null || !found) {
    const text = couponRefusals[(refusalCode ?? 'coupon_unknown') as keyof typeof couponRefusals]
    throw new Refusal(refusalCode ?? 'coupon_unknown', 422, text, { coupon: text })
  }
  return { id: found.id, discountAgorot: discountOf(found, priceAgorot) }
}

function bumpOf(offered: OfferBump | undefined, held: EarlierOrder | undefined): PriceQuote['bump'] {
  if (held?.bump_product_id && held.bump_price_id && held.bump_title)
    return {
      productId: held.bump_product_id,
      priceId: held.bump_price_id,
      title: held.bump_title,
      amountAgorot: held.bump_agorot,
      isHeld: true,
    }
  if (!offered) throw new Refusal('bump_gone', 409, refusals.bump_gone)
  const { product_id: productId, name: title, price } = offered
  return { productId, priceId: price.id, title, amountAgorot: price.amount_agorot, isHeld: false }
}
