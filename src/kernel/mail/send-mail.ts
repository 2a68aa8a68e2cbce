// The job that sends one mail of the outbox.
import type pg from 'pg'
import type { Task } from '../jobs/runner.ts'
import { inTransaction } from '../postgres/transaction.ts'
import {
  attemptDelivery,
  delivererOf,
  type DeliveryBlock,
  lease,
  mailColumns,
  messageOf,
  record,
  type SendMailOptions,
} from './delivery.ts'
import { type QueuedMail, queueForSending } from './outbox.ts'

/** The retry limit of graphile-worker. With growing delays the last attempt is after about four days. */
const maxAttempts = 25

type Row = QueuedMail & { leasedUntil: Date | null }

/**
 * The task `send_mail`, at least once: claim with a lease, deliver, record. No transaction is open during the request to the mail server.
 * When a runner dies between delivery and record, its job is repeated and sends the mail again, with the same Message-ID.
 */
export const sendMail =
  (options: SendMailOptions): Task =>
  async (payload, { id: job, pool, attempt }) => {
    const { mail: id } = payload as { mail: string }
    const { onDelivered } = options
    const mail = await claim(pool, id, job, options)
    const deliver = mail && delivererOf(options, mail)
    if (!deliver) return
    const outcome = await attemptDelivery(deliver, mail)
    await inTransaction(pool, undefined, async (db) => {
      if ('error' in outcome) {
        const failure = messageOf(outcome.error)
        await record(db, [{ id, error: failure }])
        if (attempt >= maxAttempts) await onDelivered?.(db, [{ mail, delivery: { refused: failure } }])
      } else if ('notBefore' in outcome) {
        await record(db, [{ id, error: outcome.because }])
        await queueForSending(db, mail, outcome.notBefore)
      } else {
        await record(db, [{ id, error: outcome.refused }])
        await onDelivered?.(db, [{ mail, delivery: outcome }])
      }
    })
    // graphile-worker retries a job that throws, with growing delays.
    if ('error' in outcome) throw outcome.error
  }

/** Leases the mail to this job. Returns undefined when it must not be sent now. */
const claim = (pool: pg.Pool, id: string, job: string, options: SendMailOptions) =>
  inTransaction(pool, undefined, async (db): Promise<QueuedMail | undefined> => {
    const [row] = await db.query<Row>(
      `select ${mailColumns}, case when leased_until > now() and leased_to_job <> $2 then leased_until end as "leasedUntil"
       from mail.outbox where id = $1 and sent_at is null for update skip locked`,
      [id, job],
    )
    if (!row) return undefined
    const { leasedUntil, ...mail } = row
    if (!delivererOf(options, mail) && !leasedUntil) {
      options.onUndeliverable?.(mail)
      return undefined
    }
    const block: DeliveryBlock | undefined = leasedUntil
      ? { notBefore: leasedUntil }
      : (await options.checkDelivery?.(db, [mail]))?.get(id)
    if (block) {
      if ('notBefore' in block) await queueForSending(db, mail, block.notBefore)
      else await record(db, [{ id, error: block.refused }])
      return undefined
    }
    await lease(db, [id], job)
    return mail
  })
