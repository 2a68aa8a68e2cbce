// Writes a rendered message to the mail outbox and logs it, in the caller's transaction.
import { createHash } from 'node:crypto'
import { bulkPriority } from '#kernel/jobs/jobs.ts'
import { queueMail } from '#kernel/mail/outbox.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { ComposedMail, DueMessage } from '../due-message.ts'

/** The outbox's word for mails with a row in `messages`: they are checked again before each delivery. */
export const messageMailPurpose = 'message'

export async function writeMail(db: Db, message: DueMessage, { subject, html, text, headers }: ComposedMail) {
  const mailId = await queueMail(db, {
    to: message.to,
    subject,
    html,
    text,
    purpose: messageMailPurpose,
    ...(headers && { headers }),
    ...(message.purpose === 'marketing' && { priority: bulkPriority }),
  })
  await db.query(
    `insert into messages (scheduled_id, contact_id, channel, purpose, to_value, subject, body_hash, mail_id)
     values ($1, $2, 'email', $3, $4, $5, $6, $7)`,
    [
      message.id,
      message.contactId,
      message.purpose,
      message.to,
      subject,
      createHash('sha256').update(text).digest('hex'),
      mailId,
    ],
  )
}
