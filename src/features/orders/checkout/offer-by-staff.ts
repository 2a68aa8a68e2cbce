import type { Offer, OfferPrice } from '#features/products/products.ts'
import type { OpenedOrder } from '../opened-order.ts'

/**
 * The offer shown at the checkout of an order made by staff. It has the order's amount, even if the product has no
 * public offer.
 */
export function offerByStaff(order: OpenedOrder, shown: Offer | undefined): Offer {
  const price: OfferPrice = {
    id: order.priceId ?? '',
    name: '',
    amount_agorot: order.amountAgorot,
    vat_mode: order.vatPercent === null ? 'exempt' : 'included',
    max_installments: order.byStaff?.mostInstallments ?? 1,
    interval: null,
    charges: null,
    active_to: null,
    seats: null,
    seats_left: null,
  }
  return {
    kind: 'service',
    tagline: '',
    description: '',
    included: [],
    facts: [],
    call_words: '',
    has_waitlist: false,
    updated_at: order.heldUntil,
    former_slugs: [],
    ...shown,
    // The product's description does not apply to a custom amount.
    ...(order.priceId === null && { tagline: '', description: '' }),
    id: order.productId,
    slug: order.slug,
    name: order.product,
    call_way: 'buy',
    price,
    prices: [price],
    is_open: true,
    opens_at: null,
    seats_left: null,
    is_most_chosen: false,
    changes_at: null,
    bump: null,
  }
}
