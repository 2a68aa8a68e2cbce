// Soft-deleted records, restorable for thirty days.
import { Instant, z } from '#lib/schema.ts'

export const binKinds = ['contacts', 'households', 'opportunities', 'tasks', 'activities', 'files'] as const
export type BinKind = (typeof binKinds)[number]

/** Product specification: 30 days, then the record is purged. */
export const binDays = 30

/** A deleted record. `along`: number of opportunities and tasks deleted with this contact. */
export const BinItem = z.object({
  entity: z.enum(binKinds),
  id: z.uuid(),
  name: z.string(),
  contact_id: z.uuid().nullable(),
  contact_name: z.string().nullable(),
  deleted_at: Instant,
  deleted_by: z.uuid().nullable(),
  along: z.int(),
})
export type BinItem = z.infer<typeof BinItem>

export const kindLabels: Record<BinKind, { one: string; many: string }> = {
  contacts: { one: 'איש קשר', many: 'אנשי קשר' },
  households: { one: 'משק בית', many: 'משקי בית' },
  opportunities: { one: 'הזדמנות', many: 'הזדמנויות' },
  tasks: { one: 'משימה', many: 'משימות' },
  activities: { one: 'רשומה בציר הזמן', many: 'רשומות בציר הזמן' },
  files: { one: 'קובץ', many: 'קבצים' },
}

export const refusals = {
  unknown_bin_kind: 'אי אפשר לשחזר פריט כזה',
  not_in_reach: 'הפריט כבר לא בסל, או שאין לכם הרשאה להחזיר אותו',
  contact_in_bin: 'איש הקשר עצמו נמצא בסל. משחזרים קודם אותו',
  not_allowed: 'אין לכם הרשאה לפעולה הזאת',
} as const
