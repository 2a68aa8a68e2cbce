import type { SupabaseClient } from '@supabase/supabase-js'
import { readUnpublishedLegal } from '#features/legal/legal.data.ts'
import { readOffers } from '#features/products/products.data.ts'
import { offerPath } from '#features/products/products.ts'
import { readUnpublished } from './content.ts'

/** Addresses of the sitemap at which nothing stands yet, because nobody has published it: no page leads there. */
export const readUnpublishedPaths = async (backend: SupabaseClient): Promise<string[]> => [
  '/:product',
  ...(await Promise.all([readUnpublishedLegal(backend), readUnpublished(backend)])).flat(),
]

/** The addresses of the products that are shown; every other word is no page. */
export const readProductPaths = async (backend: SupabaseClient): Promise<string[]> =>
  (await readOffers(backend)).map(({ slug }) => offerPath(slug))
