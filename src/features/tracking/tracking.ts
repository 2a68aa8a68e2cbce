// To whom page views are told. How they are told is in page-view-tracker.ts, without the weight of schemas.
import { Instant, z } from '#lib/schema.ts'

export const TrackingSettings = z.object({
  is_only: z.boolean(),
  pixel_id: z.string(),
  updated_at: Instant,
})
export type TrackingSettings = z.infer<typeof TrackingSettings>

/** @public Each table with its row: a test marries them. */
export const rows = { tracking_settings: TrackingSettings }

export const refusals = { pixel_id_form: 'מספר הפיקסל הוא 5 עד 20 ספרות' } as const

export const isPixelId = (text: string) => /^[0-9]{5,20}$/.test(text)
