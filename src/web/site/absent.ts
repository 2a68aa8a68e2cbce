import type { SupabaseClient } from '@supabase/supabase-js'
import { readUnpublishedLegal } from '#features/legal/legal.data.ts'

/** Addresses of the sitemap at which nothing stands yet, because nobody has published it: no page leads there. */
export const readAbsent = (backend: SupabaseClient): Promise<string[]> => readUnpublishedLegal(backend)
