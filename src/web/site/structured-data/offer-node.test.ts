import { expect, test } from 'vitest'
import { offerWith, siteFacts } from '../../../../test/site-facts.ts'
import { nextChange, offerNode, offerNodes } from './offer-node.ts'

const node = (changes: Parameters<typeof offerWith>[0] = {}) => offerNode(offerWith(changes), siteFacts())
const price = offerWith().price!

test('the node has the price in shekels; a product without a price has no node', () => {
  expect(node({ price: { ...price, amount_agorot: 69_050 } })).toMatchObject({
    name: 'ליווי משפחתי',
    description: 'חצי שנה של פגישות',
    url: 'https://example.co.il/livui',
    offers: { price: '690.50', priceCurrency: 'ILS', availability: 'https://schema.org/InStock' },
  })
  expect(node({ price: null })).toBeUndefined()
})

test('a service names its provider, and everything else that is sold is a product', () => {
  expect(node()).toMatchObject({
    '@type': 'Service',
    provider: { '@id': 'https://example.co.il/#organization' },
    areaServed: 'IL',
  })
  for (const kind of ['digital', 'event', 'subscription'] as const)
    expect(node({ kind })).toMatchObject({ '@type': 'Product' })
  expect(node({ kind: 'digital' })).not.toHaveProperty('provider')
})

test('the node id is the page about the product while that page is indexed, otherwise the product’s path', () => {
  const urls = (isInSearch: boolean, page?: string) =>
    offerNodes(
      [offerWith()],
      siteFacts(),
      () => page,
      () => isInSearch,
    ).map((one) => (one as { url: string }).url)
  expect(urls(true, '/product')).toEqual(['https://example.co.il/product'])
  expect(urls(false, '/product')).toEqual(['https://example.co.il/livui'])
  expect(urls(true)).toEqual(['https://example.co.il/livui'])
})

test.each([
  [{ seats_left: 0 }, 'SoldOut'],
  [{ is_open: false, opens_at: '2027-01-01T00:00:00Z' }, 'PreOrder'],
  [{ is_open: false, has_waitlist: false }, 'SoldOut'],
])('the availability of %j is %s', (changes, expected) => {
  expect(node(changes)).toMatchObject({ offers: { availability: `https://schema.org/${expected}` } })
})

test('a limited price has its end date, and a recurring price its interval and whether it includes VAT', () => {
  const changes = {
    ...price,
    active_to: '2026-12-31T22:00:00Z',
    interval: 'month' as const,
    vat_mode: 'exempt' as const,
  }
  expect(node({ price: changes })).toMatchObject({
    offers: {
      priceValidUntil: '2026-12-31',
      priceSpecification: { billingDuration: 'P1M', valueAddedTaxIncluded: false },
    },
  })
  expect(node({ price: { ...price, interval: 'year' } })).toMatchObject({
    offers: { priceSpecification: { billingDuration: 'P1Y' } },
  })
  expect(JSON.stringify(node())).not.toMatch(/priceValidUntil|priceSpecification/)
})

test('a page of several products is cached until the first of them changes', () => {
  const at = (changes_at: string | null) => ({ changes_at })
  expect(nextChange([at(null), at('2026-12-01T00:00:00+02:00'), at('2026-11-30T21:00:00Z')])).toBe(
    '2026-11-30T21:00:00Z',
  )
  expect(nextChange([at(null)])).toBeUndefined()
})
