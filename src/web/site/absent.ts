import type { SupabaseClient } from '@supabase/supabase-js'
import { readUnpublishedLegal } from '#features/legal/legal.data.ts'
import { readUnpublished } from './content.ts'

/** Addresses of the sitemap at which nothing stands yet, because nobody has published it: no page leads there. */
export const readAbsent = async (backend: SupabaseClient): Promise<string[]> =>
  (await Promise.all([readUnpublishedLegal(backend), readUnpublished(backend)])).flat()
