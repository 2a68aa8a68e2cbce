// Totals of a checkout page. The server recomputes them and refuses a submission with different ones.
import { discountOf } from '#features/coupons/coupons.ts'
import type { OfferBump, OfferPrice } from '#features/products/products.ts'
import type { OpenedCheckout } from '../opened-checkout.ts'
import type { OpenedOrder } from '../opened-order.ts'
import { bumpFor } from '../sums.ts'

export type CheckoutTotals = {
  /** The price of the product without the order bump. */
  priceAgorot: number
  coupon: { code: string; discountAgorot: number } | undefined
  /** The order bump on offer, whether or not its checkbox is ticked. */
  bump: { title: string; text: string; amountAgorot: number } | undefined
}

export const totalOf = ({ priceAgorot, coupon, bump }: CheckoutTotals, isBumped: boolean) =>
  priceAgorot - (coupon?.discountAgorot ?? 0) + (isBumped ? (bump?.amountAgorot ?? 0) : 0)

type Choice = {
  price: OfferPrice
  offered: OfferBump | null
  /** The order, while its price is reserved. */
  held: Pick<OpenedOrder, 'amountAgorot' | 'coupon' | 'bump'> | undefined
  /** The coupon code that was entered. */
  code: string | undefined
  found: OpenedCheckout['coupon']
}

export function checkoutTotals({ price, offered, held, code, found }: Choice): CheckoutTotals {
  const priceAgorot = held
    ? held.amountAgorot + (held.coupon?.discountAgorot ?? 0) - (held.bump?.amountAgorot ?? 0)
    : price.amount_agorot
  const bump = bumpFor(offered, price)
  return {
    priceAgorot,
    coupon: couponOf(priceAgorot, held, code, found),
    bump: held?.bump
      ? { ...held.bump, text: bump?.text ?? '' }
      : bump && { title: bump.name, text: bump.text, amountAgorot: bump.price.amount_agorot },
  }
}

function couponOf(priceAgorot: number, held: Choice['held'], code: string | undefined, found: Choice['found']) {
  if (code === undefined) return undefined
  if (held?.coupon?.code === code) return held.coupon
  return found && 'code' in found ? { code: found.code, discountAgorot: discountOf(found, priceAgorot) } : undefined
}
