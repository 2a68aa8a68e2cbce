// Writes rendered messages to the mail outbox and logs them, in the caller's transaction.
import { createHash } from 'node:crypto'
import { bulkPriority } from '#kernel/jobs/jobs.ts'
import { queueMails } from '#kernel/mail/outbox.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { ComposedMail, DueMessage, Purpose } from '../due-message.ts'

/** The outbox's word for mails with a row in `messages`: they are checked again before each delivery. */
export const messageMailPurpose = 'message'

/** A confirmation is waited for; a reminder comes before advertising, and after a password mail. */
const priorities: Readonly<Record<Purpose, number>> = { transactional: 0, service: 5, marketing: bulkPriority }

export type WrittenMail = { message: DueMessage; mail: ComposedMail }

export async function writeMails(db: Db, written: readonly WrittenMail[]) {
  if (written.length === 0) return
  const mailIds = await queueMails(
    db,
    written.map(({ message: { to, purpose }, mail: { subject, html, text, headers } }) => ({
      to,
      subject,
      html,
      text,
      purpose: messageMailPurpose,
      priority: priorities[purpose],
      ...(headers && { headers }),
    })),
  )
  const rows = written.map(({ message, mail: { subject, text } }, i) => ({
    scheduled_id: message.id,
    contact_id: message.contactId,
    purpose: message.purpose,
    to_value: message.to,
    subject,
    body_hash: createHash('sha256').update(text).digest('hex'),
    mail_id: mailIds[i],
  }))
  await db.query(
    `insert into messages (scheduled_id, contact_id, channel, purpose, to_value, subject, body_hash, mail_id)
     select scheduled_id, contact_id, 'email', purpose, to_value, subject, body_hash, mail_id from jsonb_to_recordset($1) as m (
       scheduled_id uuid, contact_id uuid, purpose text, to_value text, subject text, body_hash text, mail_id uuid)`,
    [JSON.stringify(rows)],
  )
  await db.query(`update scheduled_messages set status = 'sending', waits_because = null where id = any ($1)`, [
    rows.map((row) => row.scheduled_id),
  ])
}
