// Sums of a checkout: tax within a price, instalments, what was added and taken off. Amounts are agorot.
import type { OfferBump, OfferPrice } from '#features/products/products.ts'
import type { Order } from './order-rows.ts'

/** The product's own price in an order. */
export const priceOfOrder = ({
  amount_agorot: amount,
  discount_agorot: discount,
  bump_agorot: bump,
}: Pick<Order, 'amount_agorot' | 'discount_agorot' | 'bump_agorot'>) => amount + discount - bump

/** An order has one rate of VAT, so what is added has the same. */
export const bumpFor = (bump: OfferBump | null, { vat_mode: mode }: Pick<OfferPrice, 'vat_mode'>) =>
  bump?.price.vat_mode === mode ? bump : undefined

/** The tax that a price includes. */
export const vatWithin = (amountAgorot: number, percent: number) =>
  Math.round((amountAgorot * percent) / (100 + percent))

/** Equal monthly parts; the first one takes what does not divide. */
export function installmentsOf(amountAgorot: number, count: number): { first: number; others: number } {
  const others = Math.floor(amountAgorot / count)
  return { first: amountAgorot - others * (count - 1), others }
}
