// What may be sent in a thread. Without schemas: the portal's first screen loads it.
import { count } from '#lib/hebrew/count.ts'

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
