// Sums of a checkout: included VAT, instalments, order bump and discount. Amounts are agorot.
import type { OfferBump, OfferPrice } from '#features/products/products.ts'
import type { Order } from './order-rows.ts'

/** The price of the order's main product, without the order bump. */
export const priceOfOrder = ({
  amount_agorot: amount,
  discount_agorot: discount,
  bump_agorot: bump,
}: Pick<Order, 'amount_agorot' | 'discount_agorot' | 'bump_agorot'>) => amount + discount - bump

/** An order has a single VAT rate, so the order bump must have the same. */
export const bumpFor = (bump: OfferBump | null, { vat_mode: mode }: Pick<OfferPrice, 'vat_mode'>) =>
  bump?.price.vat_mode === mode ? bump : undefined

/** The VAT included in a price. */
export const vatWithin = (amountAgorot: number, percent: number) =>
  Math.round((amountAgorot * percent) / (100 + percent))

/** Equal monthly instalments; the first one includes the remainder. */
export function installmentsOf(amountAgorot: number, count: number): { first: number; others: number } {
  const others = Math.floor(amountAgorot / count)
  return { first: amountAgorot - others * (count - 1), others }
}
