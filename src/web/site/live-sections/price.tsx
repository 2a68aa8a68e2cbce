import './price.css'
import { offerOf, formatPrice } from '#features/products/products.ts'
import type { Live } from '../blocks/live.ts'

/** What a product costs, from its row; nothing where no product of this name has a price. */
export function Price({ product, live }: { product: string; live: Live }) {
  const price = offerOf(live.offers, product)?.price
  if (!price) return null
  const { amount, per, payments, vat } = formatPrice(price)
  return (
    <p className="price">
      <b>{amount}</b> <span>{[per, vat, payments].filter(Boolean).join(' · ')}</span>
    </p>
  )
}
