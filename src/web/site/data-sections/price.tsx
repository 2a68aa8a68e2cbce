import './price.css'
import { offerOf, formatPrice } from '#features/products/products.ts'
import type { BlockRows } from '../blocks/block-rows.ts'

/** The price of a product; nothing if the product is unknown or has no price. */
export function Price({ product, rows }: { product: string; rows: BlockRows }) {
  const price = offerOf(rows.offers, product)?.price
  if (!price) return null
  const { amount, per, payments, vat } = formatPrice(price)
  return (
    <p className="price">
      <b>{amount}</b> <span>{[per, vat, payments].filter(Boolean).join(' · ')}</span>
    </p>
  )
}
