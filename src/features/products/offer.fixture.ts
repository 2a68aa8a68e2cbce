import type { Offer, OfferPrice } from './products.ts'

/** An open offer without a seat limit. */
export const offerWith = (known: Partial<Offer> = {}): Offer => {
  const price = priceWith()
  return { ...offer, id: crypto.randomUUID(), price, prices: [price], ...known }
}

const priceWith = (): OfferPrice => ({
  id: crypto.randomUUID(),
  name: '',
  amount_agorot: 129_000,
  vat_mode: 'included',
  max_installments: 1,
  interval: null,
  charges: null,
  active_to: null,
  seats: null,
  seats_left: null,
})

const offer: Omit<Offer, 'id' | 'price' | 'prices'> = {
  slug: 'course',
  name: 'קורס תקציב',
  kind: 'service',
  tagline: '',
  description: '',
  included: [],
  facts: [],
  call_words: 'להרשמה',
  call_way: 'buy',
  has_waitlist: true,
  updated_at: '2026-01-01T00:00:00Z',
  former_slugs: [],
  is_open: true,
  opens_at: null,
  seats_left: null,
  is_most_chosen: false,
  changes_at: null,
  bump: null,
}
