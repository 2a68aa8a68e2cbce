import { z } from 'zod'
import { invalidRequest } from '../errors.ts'

/** The position where a page ended, with its order. Takes precedence over the order in the next request. */
export const Cursor = z.object({
  column: z.enum(['name', 'created_at', 'updated_at']),
  order: z.enum(['asc', 'desc']),
  name: z.string().max(1100),
  /** A timestamp at PostgreSQL's full precision. */
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
