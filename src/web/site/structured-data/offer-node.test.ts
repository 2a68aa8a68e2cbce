import { expect, test } from 'vitest'
import { offerWith, siteFacts } from '../../../../test/site-facts.ts'
import { nextChange, offerNode, offerNodes } from './offer-node.ts'

const node = (changes: Parameters<typeof offerWith>[0] = {}) => offerNode(offerWith(changes), siteFacts())
const price = offerWith().price!

test('a product is described with its price in shekels, and without one not at all', () => {
  expect(node({ price: { ...price, amount_agorot: 69_050 } })).toMatchObject({
    name: 'ליווי משפחתי',
    description: 'חצי שנה של פגישות',
    url: 'https://example.co.il/livui',
    offers: { price: '690.50', priceCurrency: 'ILS', availability: 'https://schema.org/InStock' },
  })
  expect(node({ price: null })).toBeUndefined()
})

test('the page about a product identifies it while that page is in search, else its own address', () => {
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

test('a price that ends says until when, and one that returns says how often and whether it holds the tax', () => {
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

test('a page of several products is current until the first of them changes', () => {
  const at = (changes_at: string | null) => ({ changes_at })
  expect(nextChange([at(null), at('2026-12-01T00:00:00+02:00'), at('2026-11-30T21:00:00Z')])).toBe(
    '2026-11-30T21:00:00Z',
  )
  expect(nextChange([at(null)])).toBeUndefined()
})
