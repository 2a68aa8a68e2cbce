// Export of lists: input, and the log of exports.
import { Instant, z } from '#lib/schema.ts'
import { sheetFormats } from '#lib/spreadsheets/sheet-formats.ts'

/** Input of export-contacts. `search` is the query string of the list; `ids` are selected, `but` excluded ids. */
export const ExportContacts = z.object({
  format: z.enum(sheetFormats),
  search: z.string().max(4000).default(''),
  ids: z.array(z.uuid()).min(1).max(20_000).optional(),
  but: z.array(z.uuid()).max(20_000).default([]),
})
export type ExportContacts = z.input<typeof ExportContacts>

/** Log entry of an export. */
const ListExport = z.object({
  id: z.uuid(),
  list: z.enum(['contacts', 'appointments', 'orders', 'form_submissions', 'quiz_attempts', 'webinar_registrations']),
  format: z.enum(sheetFormats),
  search: z.string(),
  row_count: z.int(),
  by: z.uuid().nullable(),
  at: Instant,
})

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { exports: ListExport }

export const refusals = {
  filter_invalid: 'אחד המסננים אינו תקין. הסירו אותו ונסו שוב',
  too_many_requests: 'יותר מדי ייצואים בזמן קצר. נסו שוב בעוד כמה דקות',
} as const
