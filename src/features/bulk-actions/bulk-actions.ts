// Many rows changed at once, and the way back.
import { Instant, JsonObject, z } from '#lib/schema.ts'

export const BulkChange = z.object({
  id: z.uuid(),
  entity: z.enum(['contacts', 'opportunities', 'tasks']),
  by: z.uuid().nullable(),
  at: Instant,
  change: JsonObject,
  before: JsonObject,
  undone_at: Instant.nullable(),
})

/** @public Each table with its row: a test marries them. */
export const rows = { bulk_changes: BulkChange }

/** What a bulk change answers. `batch` takes it back; null when there was nothing to change. */
export type BulkAnswer = { batch: string | null; changed: number; asked: number }
/** What would be changed: how many, and the first names to recognise them by. */
export type BulkPreview = { count: number; names: string[] }
/** `left`: rows that somebody has changed since, and that stay as that person left them. */
export type UndoneBulk = { restored: number; left: number; left_names: string[] }

export const refusals = {
  bulk_not_found: 'הפעולה הזאת כבר לא נמצאת',
  bulk_already_undone: 'הפעולה הזאת כבר בוטלה',
  bulk_too_many: 'אפשר לשנות עד 20,000 רשומות בבת אחת. צמצמו את הסינון',
  unknown_bulk_change: 'אי אפשר לבצע את השינוי הזה על כמה רשומות יחד',
} as const
