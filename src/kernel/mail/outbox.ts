// One way out for all mail: a row in the outbox and a job that sends it, in the transaction of the change that causes it.
import { randomUUID } from 'node:crypto'
import { enqueue } from '../jobs/jobs.ts'
import type { Db } from '../postgres/as-role.ts'

/**
 * `purpose` says in one word what the mail is for, so that the outbox can be read by people.
 * `headers` stand in place of the one that says that a program wrote the mail.
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

/** Queues a mail in the caller's transaction: it leaves only if that commits. Answers the row's id. */
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

/** Queues a mail of the outbox to be sent, not before `runAt`. */
export const queueForSending = (db: Db, { id, priority = 0 }: { id: string; priority?: number }, runAt?: Date) =>
  enqueue(db, 'send_mail', { mail: id }, { key: `mail:${id}`, priority, ...(runAt && { runAt }) })
