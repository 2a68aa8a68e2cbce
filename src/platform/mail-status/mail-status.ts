// Contract of the state of outgoing mail.
import { z } from '#lib/schema.ts'

export const MailStatus = z.object({
  isConfigured: z.boolean(),
  from: z.string().nullable(),
  name: z.string().nullable(),
  /** Connected channels besides mail. */
  channels: z.array(z.string()),
})
export type MailStatus = z.infer<typeof MailStatus>

/** Queued messages of a channel: their number, and the oldest row's address and last error. */
export const WaitingChannel = z.object({
  channel: z.string(),
  waiting: z.int(),
  oldestAt: z.string(),
  to: z.string(),
  error: z.string().nullable(),
})
export type WaitingChannel = z.infer<typeof WaitingChannel>

export const TestMailQueued = z.object({ to: z.string() })

export const senderRefusals = {
  mail_not_configured: 'הדואר היוצא עוד לא הוגדר, ולכן אין מה לבדוק',
  no_address_of_yours: 'אין לחשבון שלכם כתובת דוא״ל',
} as const
