// Contract of the pixel settings. The tracker itself is in page-view-tracker.ts, without schema imports.
import { Instant, z } from '#lib/schema.ts'

export const TrackingSettings = z.object({
  is_only: z.boolean(),
  pixel_id: z.string(),
  updated_at: Instant,
})
export type TrackingSettings = z.infer<typeof TrackingSettings>

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { tracking_settings: TrackingSettings }

export const refusals = { pixel_id_form: 'מספר הפיקסל הוא 5 עד 20 ספרות' } as const

export const isPixelId = (text: string) => /^[0-9]{5,20}$/.test(text)
