// The proof of what was allowed. What the browser itself keeps is in preferences.ts, without the weight of schemas.
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

/** @public Each table with its row: a test marries them. */
export const rows = { cookie_choices: CookieChoice }

export const RecordCookieChoice = z.object({
  id: z.uuid(),
  functional: z.boolean(),
  performance: z.boolean(),
  marketing: z.boolean(),
  version: z.string().min(1).max(20),
  page: z.string().max(300),
  consentDate: z.iso.datetime(),
})

/** `taken`: under this number stands the choice of somebody else, who signed in in the same browser before. */
export const RecordedCookieChoice = z.object({ taken: z.boolean() })
export type RecordedCookieChoice = z.infer<typeof RecordedCookieChoice>
