// Bulk actions: many rows changed in one call, with undo.
import { Instant, JsonObject, z } from '#lib/schema.ts'

export const BulkChange = z.object({
  id: z.uuid(),
  entity: z.enum(['contacts', 'opportunities', 'tasks']),
  by: z.uuid().nullable(),
  began_at: Instant,
  at: Instant,
  change: JsonObject,
  before: JsonObject,
  undone_at: Instant.nullable(),
})

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { bulk_changes: BulkChange }

/** Response of a bulk action. `batch` is the undo handle; null if no row changed. */
export type BulkAnswer = { batch: string | null; changed: number; asked: number }
/** Dry run: the number of rows that would change, and the first names. */
export type BulkPreview = { count: number; names: string[] }
/** `left`: rows changed since the bulk action, which undo skips. */
export type UndoneBulk = { restored: number; left: number; left_names: string[] }

export const refusals = {
  bulk_not_found: 'הפעולה הזאת כבר לא נמצאת',
  bulk_already_undone: 'הפעולה הזאת כבר בוטלה',
  bulk_too_many: 'אפשר לשנות עד 20,000 רשומות בבת אחת. צמצמו את הסינון',
  unknown_bulk_change: 'אי אפשר לבצע את השינוי הזה על כמה רשומות יחד',
} as const
