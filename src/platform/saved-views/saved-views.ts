// Contract of saved views: named filters of a list.
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { Instant, z } from '#lib/schema.ts'

export const entities = ['contacts', 'opportunities', 'tasks'] as const
export type Entity = (typeof entities)[number]

export const SavedView = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  entity: z.enum(entities),
  name: z.string(),
  query: z.object({ search: z.string() }),
  shared: z.boolean(),
  position: z.int(),
  created_at: Instant,
  version: z.int(),
})
export type SavedView = z.infer<typeof SavedView>

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { saved_views: SavedView }

export const ViewName = z
  .string('שדה חובה')
  .transform(oneLine)
  .pipe(z.string().min(1, 'יש לתת לתצוגה שם').max(60, 'עד 60 תווים'))

/** A normalized query string for comparison: without the question mark, parameters sorted. */
export function normalizeSearch(search: string): string {
  const params = new URLSearchParams(search)
  params.sort()
  return params.toString()
}

export const refusals = {
  view_name_length: 'יש לתת לתצוגה שם באורך של עד 60 תווים',
  view_name_taken: 'כבר יש לכם תצוגה בשם הזה. בחרו שם אחר',
  view_query_invalid: 'הסינון ארוך מדי לשמירה',
  too_many_views: 'אפשר לשמור עד 30 תצוגות. מחקו אחת שכבר לא בשימוש',
} as const
