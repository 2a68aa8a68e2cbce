// Possible duplicate contacts: score and reasons.
import { Instant, z } from '#lib/schema.ts'

export const reasons = ['phone', 'email', 'name', 'street'] as const
export const reasonLabels: Record<(typeof reasons)[number], string> = {
  phone: 'אותו טלפון',
  email: 'אותו דוא״ל',
  name: 'אותו שם',
  street: 'אותו שם משפחה ואותה כתובת',
}

export const DuplicatePair = z.object({
  first_id: z.uuid(),
  second_id: z.uuid(),
  score: z.int(),
  reasons: z.array(z.enum(reasons)),
  looks_like: z.enum(['duplicate', 'household']),
  found_at: Instant,
  dismissed_at: Instant.nullable(),
  dismissed_by: z.uuid().nullable(),
})
export type DuplicatePair = z.infer<typeof DuplicatePair>

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { duplicate_pairs: DuplicatePair }

/** Minimum score for a pair to be suggested. */
export const MIN_SCORE = 60

export const refusals = {
  contact_not_found: 'אחת הרשומות נמחקה בינתיים',
  household_of_one: 'למשק בית צריך שני אנשים שונים',
  two_households: 'כל אחת מהרשומות כבר שייכת למשק בית אחר. אפשר לשנות את משק הבית בכרטיס של אחת מהן',
  pair_not_found: 'הזוג הזה כבר לא ברשימה',
  not_allowed: 'אין לכם הרשאה לפעולה הזו',
} as const
