// Public data of a product: price, seats, period.
import { count } from '#lib/hebrew/count.ts'
import { formatMoney } from '#lib/money.ts'
import type { Price, Product } from './product-rows.ts'

/** The current price or, before its first day, the upcoming one. */
export type OfferPrice = Pick<
  Price,
  'id' | 'name' | 'amount_agorot' | 'vat_mode' | 'max_installments' | 'interval' | 'charges' | 'active_to' | 'seats'
> & {
  /** Computed; null where seats are unlimited. */
  seats_left: number | null
}

/** The order bump: another product with a one-time price, and the text that promotes it. */
export type OfferBump = { product_id: string; name: string; text: string; price: OfferPrice }

/** One row of offers(), the public view of a product. */
export type Offer = Pick<
  Product,
  | 'id'
  | 'slug'
  | 'name'
  | 'kind'
  | 'tagline'
  | 'description'
  | 'included'
  | 'facts'
  | 'call_words'
  | 'call_way'
  | 'has_waitlist'
  | 'updated_at'
> & {
  former_slugs: string[]
  price: OfferPrice | null
  /** Current prices, cheapest first; several if the product has named prices. */
  prices: OfferPrice[]
  is_open: boolean
  opens_at: string | null
  /** Computed; null where seats are unlimited. */
  seats_left: number | null
  /** Computed: the product with the most enrolments. */
  is_most_chosen: boolean
  /** When the current price ends or the next one begins. */
  changes_at: string | null
  /** The order bump on the checkout. */
  bump: OfferBump | null
}

/** `open`: on sale. `before`: not on sale yet. `waitlist`, `closed`: sold out or ended, with and without a waitlist. */
export type OfferState = 'open' | 'before' | 'waitlist' | 'closed'

export function stateOf({
  is_open: isOpen,
  opens_at: opensAt,
  seats_left: seatsLeft,
  has_waitlist: waits,
}: Offer): OfferState {
  if (isOpen && seatsLeft !== 0) return 'open'
  if (opensAt !== null) return 'before'
  return waits ? 'waitlist' : 'closed'
}

/** The product with this slug, current or former. */
export const offerOf = (offers: readonly Offer[], slug: string): Offer | undefined =>
  offers.find((offer) => offer.slug === slug) ?? offers.find((offer) => offer.former_slugs.includes(slug))

export const offerPath = (slug: string) => `/${encodeURIComponent(slug)}`
export const checkoutRoute = '/:product/checkout'
export const checkoutPath = (slug: string) => `${offerPath(slug)}/checkout`

/** A price as text: 1,290 ₪ · לחודש · חיוב חודשי, 6 חודשים. `vat` mentions the included VAT. */
export function formatPrice({
  amount_agorot: agorot,
  interval,
  charges,
  max_installments: max,
  vat_mode: vat,
}: Pick<OfferPrice, 'amount_agorot' | 'interval' | 'charges' | 'max_installments' | 'vat_mode'>) {
  return {
    amount: formatMoney(agorot),
    per: interval === 'month' ? 'לחודש' : interval === 'year' ? 'לשנה' : null,
    payments: paymentsText(interval, charges, max),
    vat: vat === 'included' ? 'כולל מע״מ' : 'העסק פטור ממע״מ',
  }
}

function paymentsText(interval: OfferPrice['interval'], charges: number | null, max: number): string {
  if (interval === 'month')
    return charges === null
      ? 'חיוב חודשי, אפשר לעצור'
      : `חיוב חודשי, ${count(charges, { one: 'חודש', two: 'חודשיים', other: '# חודשים' })}`
  if (interval === 'year')
    return charges === null
      ? 'חיוב שנתי, אפשר לעצור'
      : `חיוב שנתי, ${count(charges, { one: 'שנה', two: 'שנתיים', other: '# שנים' })}`
  return max === 1 ? 'תשלום אחד' : `${count(max, { one: '', two: 'עד שני תשלומים', other: 'עד # תשלומים' })} ללא ריבית`
}

/** "Three seats left", only when few are left. Undefined: nothing to show. */
export function seatsText({
  is_open: isOpen,
  seats_left: seatsLeft,
}: Pick<Offer, 'is_open' | 'seats_left'>): string | undefined {
  if (!isOpen || seatsLeft === null || seatsLeft > fewSeats) return undefined
  return count(seatsLeft, {
    zero: 'ההרשמה מלאה',
    one: 'נותר מקום אחד',
    two: 'נותרו שני מקומות',
    other: 'נותרו # מקומות',
  })
}
const fewSeats = 10

/** The comparison table: all labels in order, each with the value per product; null: not stated. */
export function comparison(offers: readonly Pick<Offer, 'facts'>[]): { label: string; values: (string | null)[] }[] {
  const labels = [...new Set(offers.flatMap(({ facts }) => facts.map(({ label }) => label)))]
  return labels.map((label) => ({
    label,
    values: offers.map(({ facts }) => facts.find((fact) => fact.label === label)?.value ?? null),
  }))
}
