// Writes rendered messages to the outbox and logs them, in the caller's transaction.
import { createHash } from 'node:crypto'
import { bulkPriority } from '#kernel/jobs/jobs.ts'
import { type Mail, queueMails } from '#kernel/mail/outbox.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import type { ComposedMessage, DueMessage, Purpose } from '../due-message.ts'

/** The outbox category of rows with a row in `messages`, which are checked again before each delivery. */
export const messageMailPurpose = 'message'

/** Recipients wait for confirmations. Reminders precede advertising, but not password mails. */
const priorities: Readonly<Record<Purpose, number>> = { transactional: 0, service: 5, marketing: bulkPriority }

/** Maximum characters of a text message in its log row. */
const shownLength = 120

export type WrittenMessage = { message: DueMessage; composed: ComposedMessage }

export async function writeMessages(db: Db, written: readonly WrittenMessage[]) {
  if (written.length === 0) return
  const outboxIds = await queueMails(db, written.map(outboxRow))
  const rows = written.map(({ message, composed }, i) => ({
    scheduled_id: message.id,
    contact_id: message.contactId,
    channel: message.channel,
    purpose: message.purpose,
    to_value: message.to,
    subject: 'html' in composed ? composed.subject : oneLine(composed.text).slice(0, shownLength),
    body_hash: createHash('sha256').update(composed.text).digest('hex'),
    mail_id: outboxIds[i],
    needs_window: message.channel === 'whatsapp' && !('approved' in composed),
  }))
  await db.query(
    `insert into messages (scheduled_id, contact_id, channel, purpose, to_value, subject, body_hash, mail_id, needs_window)
     select scheduled_id, contact_id, channel, purpose, to_value, subject, body_hash, mail_id, needs_window
     from jsonb_to_recordset($1) as m (scheduled_id uuid, contact_id uuid, channel text, purpose text, to_value text, subject text,
       body_hash text, mail_id uuid, needs_window boolean)`,
    [JSON.stringify(rows)],
  )
  await db.query(`update scheduled_messages set status = 'sending', waits_because = null where id = any ($1)`, [
    rows.map((row) => row.scheduled_id),
  ])
}

function outboxRow({ message: { to, purpose, channel }, composed }: WrittenMessage): Mail {
  const shared = { to, channel, purpose: messageMailPurpose, priority: priorities[purpose], text: composed.text }
  if (!('html' in composed))
    return { ...shared, subject: '', html: '', ...(composed.approved && { payload: { approved: composed.approved } }) }
  const { subject, html, headers, attachments } = composed
  return { ...shared, subject, html, ...(headers && { headers }), ...(attachments && { payload: { attachments } }) }
}
