import type { Backend } from '#client/backend.ts'
import { leadPath } from '#features/lead-magnets/lead-magnets.ts'
import { readShownLeadMagnets } from '#features/lead-magnets/public.data.ts'
import { readUnpublishedLegal } from '#features/legal/legal.data.ts'
import { readOffers } from '#features/products/products.data.ts'
import { checkoutPath, offerPath } from '#features/products/products.ts'
import { readOwnPages, readPublishedPaths } from '#platform/pages/pages.data.ts'
import { routes } from '../routes.ts'

/** Known paths without published content, which are not linked. Products and lead magnets are linked by their own paths. */
export const readUnpublishedPaths = async (backend: Backend): Promise<string[]> => [
  '/:product',
  '/lead/:slug',
  ...(await Promise.all([readUnpublishedLegal(backend), readUnpublishedContent(backend)])).flat(),
]

/**
 * Paths of published products and their checkout, of the owner's pages, and of the lead magnets on offer. Former
 * product paths redirect.
 */
export async function readProductPaths(backend: Backend): Promise<string[]> {
  const [offers, pages, magnets] = await Promise.all([
    readOffers(backend),
    readOwnPages(backend),
    readShownLeadMagnets(backend),
  ])
  return [
    ...offers.flatMap(({ slug, former_slugs: former, call_way: way }) =>
      [slug, ...former].flatMap((one) => [offerPath(one), ...(way === 'buy' ? [checkoutPath(one)] : [])]),
    ),
    ...pages.map(({ path }) => path),
    // The path as typed by the owner, and encoded.
    ...magnets.flatMap(({ slug }) => [`/lead/${slug}`, leadPath(slug)]),
  ]
}

async function readUnpublishedContent(backend: Backend): Promise<string[]> {
  const published = await readPublishedPaths(backend)
  return routes.flatMap((route) =>
    route.shell === 'site' && route.isContent && !published.includes(route.path) ? [route.path] : [],
  )
}
