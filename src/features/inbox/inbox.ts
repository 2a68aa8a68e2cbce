// Contract of the inbox: threads of clients and staff.
import { count } from '#lib/hebrew/count.ts'
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
export const rows = { threads: Thread, thread_messages: ThreadMessage, thread_reads: ThreadRead }

export const messageLimit = 5000
export const mostMessageFiles = 5

/** The body of a message with files only: lists, notifications and mails show text. */
export const wordsOfFiles = (names: readonly string[]) =>
  count(names.length, {
    zero: '',
    one: `קובץ מצורף: ${names[0]}`,
    two: 'שני קבצים מצורפים',
    other: '# קבצים מצורפים',
  })

/** A message written offline: in the user's offline store until it is sent. */
export type UnsentMessage = {
  id: string
  threadId: string
  body: string
  /** The code of a refusal that a retry would not change. */
  refusal?: string
}

export const refusals = {
  thread_gone: 'השיחה כבר לא כאן',
  thread_not_waiting: 'השיחה כבר לא מחכה לתשובה',
  thread_message_length: 'הודעה: עד 5,000 תווים',
  too_many_message_files: 'להודעה אחת אפשר לצרף עד חמישה קבצים',
  message_file_missing: 'קובץ מצורף הוסר בינתיים. צרפו אותו שוב',
} as const
