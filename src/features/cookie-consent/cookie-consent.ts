// Record of cookie consent. The browser's stored copy is in preferences.ts, without the schema library.
import { Instant, z } from '#lib/schema.ts'

const CookieChoice = z.object({
  id: z.uuid(),
  user_id: z.uuid().nullable(),
  functional: z.boolean(),
  performance: z.boolean(),
  marketing: z.boolean(),
  version: z.string(),
  page: z.string(),
  chosen_at: Instant,
  recorded_at: Instant,
})
export type CookieChoice = z.infer<typeof CookieChoice>

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { cookie_choices: CookieChoice }

export const RecordCookieChoice = z.object({
  id: z.uuid(),
  functional: z.boolean(),
  performance: z.boolean(),
  marketing: z.boolean(),
  version: z.string().min(1).max(20),
  page: z.string().max(300),
  consentDate: z.iso.datetime(),
})

/** `taken`: the id belongs to another user who signed in to this browser earlier. */
export const RecordedCookieChoice = z.object({ taken: z.boolean() })
export type RecordedCookieChoice = z.infer<typeof RecordedCookieChoice>
