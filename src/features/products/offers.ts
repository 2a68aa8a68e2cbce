// What may be told of a product to a visitor: its price, its places, its time.
import { count } from '#lib/hebrew/hebrew-text.ts'
import { formatMoney } from '#lib/money.ts'
import type { Price, Product } from './product-rows.ts'

/** The price of now or, before its first day, the one to come. */
export type OfferPrice = Pick<
  Price,
  'id' | 'amount_agorot' | 'vat_mode' | 'max_installments' | 'interval' | 'charges' | 'active_to' | 'seats'
>

/** What offers() tells everybody of a product that is shown. */
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
  is_open: boolean
  opens_at: string | null
  /** Counted; null where places are not limited. */
  seats_left: number | null
  /** Counted too: more people took this one than any other. */
  is_most_chosen: boolean
  /** When the price of now ends or another begins. */
  changes_at: string | null
}

/** `open`: can be bought. `before`: its first day has not come. `waitlist`, `closed`: full or over, with and without a way to leave a name. */
export type OfferState = 'open' | 'before' | 'waitlist' | 'closed'

export function stateOf({
  is_open: isOpen,
  opens_at: opensAt,
  seats_left: left,
  has_waitlist: waits,
}: Offer): OfferState {
  if (isOpen && left !== 0) return 'open'
  if (opensAt !== null) return 'before'
  return waits ? 'waitlist' : 'closed'
}

/** The product of this address, under its name of today or a former one. */
export const offerOf = (offers: readonly Offer[], slug: string): Offer | undefined =>
  offers.find((offer) => offer.slug === slug) ?? offers.find((offer) => offer.former_slugs.includes(slug))

export const offerPath = (slug: string) => `/${encodeURIComponent(slug)}`
export const checkoutRoute = '/:product/checkout'
export const checkoutPath = (slug: string) => `${offerPath(slug)}/checkout`

/** A price in words: 1,290 ₪ · לחודש · חיוב חודשי, 6 חודשים. `vat` says what the amount holds. */
export function priceWords({
  amount_agorot: agorot,
  interval,
  charges,
  max_installments: most,
  vat_mode: vat,
}: OfferPrice) {
  return {
    amount: formatMoney(agorot),
    per: interval === 'month' ? 'לחודש' : interval === 'year' ? 'לשנה' : null,
    payments: paymentsInWords(interval, charges, most),
    vat: vat === 'included' ? 'כולל מע״מ' : 'העסק פטור ממע״מ',
  }
}

function paymentsInWords(interval: OfferPrice['interval'], charges: number | null, most: number): string {
  if (interval === 'month')
    return charges === null
      ? 'חיוב חודשי, אפשר לעצור'
      : `חיוב חודשי, ${count(charges, { one: 'חודש', two: 'חודשיים', other: '# חודשים' })}`
  if (interval === 'year')
    return charges === null
      ? 'חיוב שנתי, אפשר לעצור'
      : `חיוב שנתי, ${count(charges, { one: 'שנה', two: 'שנתיים', other: '# שנים' })}`
  return most === 1
    ? 'תשלום אחד'
    : `${count(most, { one: '', two: 'עד שני תשלומים', other: 'עד # תשלומים' })} ללא ריבית`
}

/** "Three places left", said only when there are few of them. Undefined: nothing to say. */
export function seatsInWords({
  is_open: isOpen,
  seats_left: left,
}: Pick<Offer, 'is_open' | 'seats_left'>): string | undefined {
  if (!isOpen || left === null || left > fewSeats) return undefined
  return count(left, {
    zero: 'ההרשמה מלאה',
    one: 'נותר מקום אחד',
    two: 'נותרו שני מקומות',
    other: 'נותרו # מקומות',
  })
}
const fewSeats = 10

/** All labels of the products that are compared, in the order in which they come, with the value of each; null: it says nothing. */
export function comparison(offers: readonly Pick<Offer, 'facts'>[]): { label: string; values: (string | null)[] }[] {
  const labels = [...new Set(offers.flatMap(({ facts }) => facts.map(({ label }) => label)))]
  return labels.map((label) => ({
    label,
    values: offers.map(({ facts }) => facts.find((fact) => fact.label === label)?.value ?? null),
  }))
}
