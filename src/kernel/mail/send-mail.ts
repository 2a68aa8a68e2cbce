// The job that empties the outbox.
import type pg from 'pg'
import { withTimeout } from '#lib/with-timeout.ts'
import type { Task } from '../jobs/runner.ts'
import { type Db, inTransaction } from '../postgres/transaction.ts'
import { type QueuedMail, queueForSending } from './outbox.ts'

/** `refused`: why trying again is of no use; `isAddress`: because the address does not exist. */
export type Delivery = { refused?: string; isAddress?: boolean }

/** Hands one mail to the mail server. Resolves when it was accepted or refused for good; throws when a later attempt may succeed. */
export type Deliver = (mail: QueuedMail) => Promise<Delivery | void>

/** Why a mail is not sent: for good, or not before a time. */
export type DeliveryBlock = { refused: string } | { notBefore: Date }

export type SendMailOptions = {
  /** Without it mail stays in the outbox. */
  deliver?: Deliver | undefined
  /** Called once for each mail that stays. */
  onUndeliverable?: (mail: QueuedMail) => void
  /** Asked before each attempt, in a transaction of the login worker: a mail may have waited for days. */
  checkDelivery?: (db: Db, mail: QueuedMail) => Promise<DeliveryBlock | undefined>
  /** Given the outcome of each attempt that is final, in the transaction of the login worker that records it. */
  onDelivered?: (db: Db, mail: QueuedMail, delivery: Delivery) => Promise<void>
}

/** Attempts of graphile-worker, with growing delays: the last one after some four days. */
const mostAttempts = 25

/** Longer than a delivery may take: another job for the same mail waits for its end. */
const leaseSeconds = 120
const deliveryLimitMs = 100_000
const deliveryTimedOut = `the mail server did not answer within ${deliveryLimitMs / 1000} s`

type Row = QueuedMail & { leasedUntil: Date | null }

/**
 * The task `send_mail`, at least once: claim with a lease, deliver, record. No transaction is open while the mail server is asked.
 * When a runner dies between delivery and record, its job is repeated and sends the mail again, with the same Message-ID.
 */
export const sendMail =
  (options: SendMailOptions): Task =>
  async (payload, { id: job, pool, attempt }) => {
    const { mail: id } = payload as { mail: string }
    const { deliver, onDelivered } = options
    const mail = await claim(pool, id, job, options)
    if (!mail || !deliver) return
    const outcome = await withTimeout(deliveryLimitMs, deliver(mail), deliveryTimedOut).then(
      (delivery) => delivery ?? {},
      (error: unknown) => ({ error }),
    )
    const failure = 'error' in outcome ? messageOf(outcome.error) : undefined
    await inTransaction(pool, undefined, async (db) => {
      await record(db, id, failure ?? (outcome as Delivery).refused)
      if (failure === undefined) await onDelivered?.(db, mail, outcome as Delivery)
      else if (attempt >= mostAttempts) await onDelivered?.(db, mail, { refused: failure })
    })
    // graphile-worker repeats a job that throws, later each time.
    if ('error' in outcome) throw outcome.error
  }

/** The mail, leased to this runner; undefined when it is not to be sent now. */
const claim = (pool: pg.Pool, id: string, job: string, { deliver, onUndeliverable, checkDelivery }: SendMailOptions) =>
  inTransaction(pool, undefined, async (db): Promise<QueuedMail | undefined> => {
    const [row] = await db.query<Row>(
      `select id, to_address as "to", subject, html, text, purpose, headers, priority, created_at as "createdAt",
         case when leased_until > now() and leased_to_job <> $2 then leased_until end as "leasedUntil"
       from mail.outbox where id = $1 and sent_at is null for update skip locked`,
      [id, job],
    )
    if (!row) return undefined
    const { leasedUntil, ...mail } = row
    if (!deliver && !leasedUntil) {
      onUndeliverable?.(mail)
      return undefined
    }
    const block: DeliveryBlock | undefined = leasedUntil ? { notBefore: leasedUntil } : await checkDelivery?.(db, mail)
    if (block) {
      if ('notBefore' in block) await queueForSending(db, mail, block.notBefore)
      else await record(db, id, block.refused)
      return undefined
    }
    await db.query(
      `update mail.outbox set leased_to_job = $2, leased_until = now() + make_interval(secs => $3) where id = $1`,
      [id, job, leaseSeconds],
    )
    return mail
  })

/** Without an error the mail was sent. */
const record = (db: Db, id: string, error: string | undefined) =>
  db.query(
    `update mail.outbox set attempts = attempts + 1, last_error = $2, leased_until = null,
       sent_at = case when $2::text is null then now() end where id = $1`,
    [id, error ?? null],
  )

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
