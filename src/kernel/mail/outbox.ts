// The outbox of all mail and of the messages of other channels: a row and a send job, in the transaction of the causing
// change.
import { randomUUID } from 'node:crypto'
import { enqueue } from '../jobs/jobs.ts'
import type { Db } from '../postgres/transaction.ts'

/**
 * `purpose` names the kind of mail in one word, for operators who inspect the outbox.
 * `headers` replace the default Auto-Submitted header.
 */
export type Mail = {
  to: string
  subject: string
  html: string
  text: string
  purpose: string
  headers?: Record<string, string>
  /** Priority of the send job, see EnqueueOptions. */
  priority?: number
  queue?: string
  /**
   * Default 'email'. Another channel has its adapter in SendMailOptions, its address in `to`, and neither subject nor
   * html.
   */
  channel?: string
  /** Additional data for the adapter of the channel: the attachments of a mail, the template of a WhatsApp message. */
  payload?: object
}

export type QueuedMail = Omit<Mail, 'payload' | 'queue'> & {
  id: string
  queue?: string | null
  channel: string
  payload: object | null
  createdAt: Date
}

/** Queues a mail in the caller's transaction: it is sent only after the commit. Returns the row's id. */
export async function queueMail(db: Db, mail: Mail): Promise<string> {
  const [row] = await insertMails(db, [mail])
  await queueForSending(db, row!)
  return row!.id
}

type Sendable = { id: string; priority?: number; queue?: string | null | undefined }

/** Enqueues the send job of an outbox row, not before `runAt`. */
export const queueForSending = (db: Db, { id, priority = 0, queue }: Sendable, runAt?: Date) =>
  enqueue(
    db,
    'send_mail',
    { mail: id },
    { key: `mail:${id}`, priority, ...(queue && { queue }), ...(runAt && { runAt }) },
  )

/** Mails per job: a job and its commits cost more than a mail. */
const mailsPerJob = 50

/** Queues many mails in the caller's transaction. Returns their ids, in the same order. */
export async function queueMails(db: Db, mails: readonly Mail[]): Promise<string[]> {
  const rows = await insertMails(db, mails)
  await queueManyForSending(db, rows)
  return rows.map(({ id }) => id)
}

/** Enqueues the send jobs of many outbox rows. */
export async function queueManyForSending(db: Db, mails: readonly Sendable[]) {
  const groups = Map.groupBy(mails, ({ priority = 0, queue }) => `${priority} ${queue ?? ''}`)
  for (const group of groups.values()) {
    const { priority = 0, queue } = group[0]!
    const ids = group.map(({ id }) => id)
    for (let from = 0; from < ids.length; from += mailsPerJob)
      await enqueue(
        db,
        'send_mails',
        { mails: ids.slice(from, from + mailsPerJob) },
        { priority, ...(queue && { queue }) },
      )
  }
}

async function insertMails(db: Db, mails: readonly Mail[]) {
  const rows = mails.map(
    ({ to, subject, html, text, purpose, headers = {}, priority = 0, queue, channel = 'email', payload }) => ({
      id: randomUUID(),
      to_address: to,
      subject,
      html,
      text,
      purpose,
      headers,
      priority,
      queue,
      channel,
      payload,
    }),
  )
  await db.query(
    `insert into mail.outbox (id, to_address, subject, html, text, purpose, headers, priority, queue, channel, payload)
     select id, to_address, subject, html, text, purpose, headers, priority, queue, channel, payload from jsonb_to_recordset($1) as m (
       id uuid, to_address text, subject text, html text, text text, purpose text, headers jsonb, priority integer, queue text,
       channel text, payload jsonb)`,
    [JSON.stringify(rows)],
  )
  return rows
}
