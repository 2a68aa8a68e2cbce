// Product or Service node of schema.org, built from the product row. It includes only current and future prices.
import { type Offer, offerPath, stateOf } from '#features/products/products.ts'
import type { SiteFacts } from '#web/pages.ts'

const availability = {
  open: 'https://schema.org/InStock',
  before: 'https://schema.org/PreOrder',
  waitlist: 'https://schema.org/SoldOut',
  closed: 'https://schema.org/SoldOut',
} as const

/** Products that have a price. Their id is the page about the product while that page is indexed, otherwise the product's path. */
export const offerNodes = (
  offers: readonly Offer[],
  facts: Pick<SiteFacts, 'siteUrl'>,
  pageOf: (offer: Offer) => string | undefined,
  isInSearch: (path: string) => boolean,
): object[] =>
  offers.flatMap((offer) => {
    const page = pageOf(offer)
    return offerNode(offer, facts, page !== undefined && isInSearch(page) ? page : undefined) ?? []
  })

/** A product with its offer; undefined without a price, which the node requires. `path` is its canonical page. */
export function offerNode(
  offer: Offer,
  { siteUrl }: Pick<SiteFacts, 'siteUrl'>,
  path = offerPath(offer.slug),
): object | undefined {
  const { kind, name, tagline, description, price, opens_at: opensAt } = offer
  if (!price) return undefined
  const url = siteUrl + path
  const amount = (price.amount_agorot / 100).toFixed(2)
  const business = { '@id': `${siteUrl}/#organization` }
  return {
    '@type': kind === 'service' ? 'Service' : 'Product',
    '@id': `${url}#product`,
    name,
    description: description || tagline || name,
    url,
    brand: business,
    ...(kind === 'service' && { provider: business, areaServed: 'IL' }),
    offers: {
      '@type': 'Offer',
      url,
      price: amount,
      priceCurrency: 'ILS',
      availability: availability[stateOf(offer)],
      seller: business,
      ...(opensAt && { availabilityStarts: opensAt }),
      ...(price.active_to && { priceValidUntil: price.active_to.slice(0, 10) }),
      ...(price.interval && {
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          price: amount,
          priceCurrency: 'ILS',
          valueAddedTaxIncluded: price.vat_mode === 'included',
          billingDuration: price.interval === 'month' ? 'P1M' : 'P1Y',
        },
      }),
    },
  }
}

/** The next instant at which a price starts or ends: the page is cached until then. */
export const nextChange = (offers: readonly Pick<Offer, 'changes_at'>[]): string | undefined =>
  offers.flatMap(({ changes_at: at }) => at ?? []).toSorted((a, b) => Date.parse(a) - Date.parse(b))[0]
