import { z } from 'zod'
import { invalidRequest } from '../errors.ts'

/** Where a page ended, in which order. It decides over what the next request says of the order. */
export const Cursor = z.object({
  column: z.enum(['name', 'created_at', 'updated_at']),
  order: z.enum(['asc', 'desc']),
  name: z.string().max(1100),
  /** The value of a column of times, as precise as PostgreSQL writes it. */
  at: z.string().max(40).optional(),
})
export type Cursor = z.infer<typeof Cursor>

export const writeCursor = (cursor: Cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url')

export function readCursor(text: string): Cursor {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  } catch {
    throw invalidRequest('Invalid Parameter continuation token')
  }
}
