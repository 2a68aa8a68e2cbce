// The export of the whole business as one ZIP file: states, limits and refusals.
import { Instant, z } from '#lib/schema.ts'

/** Days until an archive is deleted. */
export const retentionDays = 7
export const bucket = 'business-exports'
export const keyOf = (id: string) => `${id}.zip`

const states = ['waiting', 'running', 'ready', 'failed', 'expired'] as const

export const errorTexts = {
  no_space: 'אין די מקום בדיסק של השרת',
  not_owner: 'ההרשאה של מי שביקשו השתנתה לפני שהקובץ היה מוכן',
  failed: 'ההכנה נכשלה, והפרטים ביומן של השרת',
} as const
export type ExportErrorCode = keyof typeof errorTexts

const BusinessExport = z.object({
  id: z.uuid(),
  state: z.enum(states),
  requested_by: z.uuid().nullable(),
  requested_at: Instant,
  done_entries: z.int(),
  all_entries: z.int(),
  finished_at: Instant.nullable(),
  size_bytes: z.int().nullable(),
  row_count: z.int().nullable(),
  expires_at: Instant.nullable(),
  fault: z.enum(['no_space', 'not_owner', 'failed']).nullable(),
  downloads: z.int(),
})
export type BusinessExport = z.infer<typeof BusinessExport>

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { business_exports: BusinessExport }

export const DownloadExport = z.object({ id: z.uuid() })
/** A path of this site, valid for a minute. */
export const DownloadLink = z.object({ url: z.string() })

export const refusals = {
  export_already_running: 'הקובץ כבר בהכנה',
  export_not_ready: 'הקובץ כבר לא כאן. אפשר להכין חדש',
  too_many_requests: 'יותר מדי הורדות בזמן קצר. נסו שוב בעוד כמה דקות',
} as const
