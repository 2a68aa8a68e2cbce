// Contract of the inbox: threads of clients and staff.
import { Instant, z } from '#lib/schema.ts'

const author = z.enum(['client', 'staff'])

const Thread = z.object({
  id: z.uuid(),
  contact_id: z.uuid(),
  household_id: z.uuid().nullable(),
  last_message_at: Instant.nullable(),
  last_author: author.nullable(),
  created_at: Instant,
  is_demo: z.boolean(),
  settled_until: Instant.nullable(),
})

const ThreadMessage = z.object({
  id: z.uuid(),
  thread_id: z.uuid(),
  author_id: z.uuid().nullable(),
  author_kind: author,
  contact_id: z.uuid().nullable(),
  body: z.string(),
  created_at: Instant,
  is_demo: z.boolean(),
  is_automatic: z.boolean(),
})
export type ThreadMessage = z.infer<typeof ThreadMessage>

const ThreadRead = z.object({ thread_id: z.uuid(), user_id: z.uuid(), read_at: Instant })

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { threads: Thread, thread_messages: ThreadMessage, thread_reads: ThreadRead }
