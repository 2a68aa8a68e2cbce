// The three pages that present a product at length. The product's own path is also available, and shares the canonical page.
import type { Backend } from '#client/backend.ts'
import { type Offer, offerOf } from '#features/products/products.ts'
import { readFirstBlock } from '#platform/pages/pages.data.ts'

/** In order: of two pages with one product, the first is its canonical page. */
export const productPages = ['/product', '/product-2', '/product-3'] as const

/** The published page of each product, by product slug. The product is set in the opening of the page. */
export async function readProductPages(
  backend: Backend,
  offers: readonly Offer[],
): Promise<ReadonlyMap<string, string>> {
  const openings = await Promise.all(
    productPages.map(async (path) => ({ path, opening: await readFirstBlock(backend, path, 'opening') })),
  )
  return new Map(
    openings.toReversed().flatMap(({ path, opening }) => {
      const offer = opening?.content.product && offerOf(offers, opening.content.product)
      return offer ? [[offer.slug, path]] : []
    }),
  )
}
