// All mail goes through the outbox: a row and a send job, in the transaction of the change that causes it.
import { randomUUID } from 'node:crypto'
import { enqueue } from '../jobs/jobs.ts'
import type { Db } from '../postgres/transaction.ts'

/**
 * `purpose` names the kind of mail in one word, for people who inspect the outbox.
 * `headers` replace the default Auto-Submitted header.
 */
export type Mail = {
  to: string
  subject: string
  html: string
  text: string
  purpose: string
  headers?: Record<string, string>
  /** Of the job that sends it, see EnqueueOptions. */
  priority?: number
}

export type QueuedMail = Mail & { id: string; createdAt: Date }

/** Queues a mail in the caller's transaction: it is sent only after the commit. Returns the row's id. */
export async function queueMail(
  db: Db,
  { to, subject, html, text, purpose, headers = {}, priority = 0 }: Mail,
): Promise<string> {
  const id = randomUUID()
  await db.query(
    `insert into mail.outbox (id, to_address, subject, html, text, purpose, headers, priority) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, to, subject, html, text, purpose, headers, priority],
  )
  await queueForSending(db, { id, priority })
  return id
}

/** Enqueues the send job of an outbox row, not before `runAt`. */
export const queueForSending = (db: Db, { id, priority = 0 }: { id: string; priority?: number }, runAt?: Date) =>
  enqueue(db, 'send_mail', { mail: id }, { key: `mail:${id}`, priority, ...(runAt && { runAt }) })
