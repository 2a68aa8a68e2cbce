// Rules for messages of a thread. Without the schema library, because the portal's first screen loads this module.
import { count } from '#lib/hebrew/count.ts'

export const messageLimit = 5000
export const maxMessageFiles = 5

/** The body of a message that has only files, for lists, notifications and mails. */
export const attachmentsText = (names: readonly string[]) =>
  count(names.length, {
    zero: '',
    one: `קובץ מצורף: ${names[0]}`,
    two: 'שני קבצים מצורפים',
    other: '# קבצים מצורפים',
  })

/** A message written offline, stored in the user's offline store until it is sent. */
export type UnsentMessage = {
  id: string
  threadId: string
  body: string
  /** The code of a refusal for which a retry is pointless. */
  refusal?: string
}

export const refusals = {
  thread_gone: 'השיחה כבר לא כאן',
  thread_not_waiting: 'השיחה כבר לא מחכה לתשובה',
  thread_message_length: 'הודעה: עד 5,000 תווים',
  too_many_message_files: 'להודעה אחת אפשר לצרף עד חמישה קבצים',
  message_file_missing: 'קובץ מצורף הוסר בינתיים. צרפו אותו שוב',
} as const
