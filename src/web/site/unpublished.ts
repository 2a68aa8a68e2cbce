import type { Backend } from '#client/backend.ts'
import { readUnpublishedLegal } from '#features/legal/legal.data.ts'
import { readOffers } from '#features/products/products.data.ts'
import { offerPath } from '#features/products/products.ts'
import { readOwnPages, readPublishedPaths } from '#platform/pages/pages.data.ts'
import { routes } from '../routes.ts'

/** Known paths without published content, which are not linked. */
export const readUnpublishedPaths = async (backend: Backend): Promise<string[]> => [
  '/:product',
  ...(await Promise.all([readUnpublishedLegal(backend), readUnpublishedContent(backend)])).flat(),
]

/** Paths of the published products and of the owner's published pages. */
export async function readProductPaths(backend: Backend): Promise<string[]> {
  const [offers, pages] = await Promise.all([readOffers(backend), readOwnPages(backend)])
  return [...offers.map(({ slug }) => offerPath(slug)), ...pages.map(({ path }) => path)]
}

async function readUnpublishedContent(backend: Backend): Promise<string[]> {
  const published = await readPublishedPaths(backend)
  return routes.flatMap((route) =>
    route.shell === 'site' && route.isContent && !published.includes(route.path) ? [route.path] : [],
  )
}
