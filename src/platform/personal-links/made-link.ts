// A newly created personal link, and its validity.
import { count } from '#lib/hebrew/count.ts'
import { z } from '#lib/schema.ts'

/** The link is returned only once: only the hash of its token is stored. */
export const MadeLink = z.object({ url: z.string(), title: z.string(), expiresAt: z.string().nullable() })
export type MadeLink = z.infer<typeof MadeLink>

/** Zero: no expiry. */
export const LinkDays = z.coerce.number<unknown>().int().min(0).max(365)
export const linkDays = [7, 14, 30, 90, 0] as const
export const daysLabel = (days: number) =>
  days === 0 ? 'בלי הגבלה' : count(days, { one: 'יום אחד', two: 'יומיים', other: '# ימים' })
