// The job that empties the outbox.
import type { Task } from '../jobs/runner.ts'
import { type Db, inTransaction } from '../postgres/as-role.ts'
import { type QueuedMail, queueForSending } from './outbox.ts'

/** `refused`: why trying again is of no use; `isAddress`: because nobody is reached at the address. */
export type Delivery = { refused?: string; isAddress?: boolean }

/** Hands one mail to the outside. Resolves when it was taken or refused for good; throws when it may work later. */
export type Deliver = (mail: QueuedMail) => Promise<Delivery | void>

/** What stands in the way of a mail that is about to leave: it must not go any more, or not yet. */
export type Hindrance = { refused: string } | { notBefore: Date }

export type SendMailOptions = {
  /** Without it mail stays in the outbox. */
  deliver?: Deliver | undefined
  /** Told of each mail that stays, once. */
  onStaying?: (mail: QueuedMail) => void
  /** Asked before each try: between the writing of a mail and its leaving lie days, if nobody takes it. In the login worker's transaction. */
  mayLeave?: (db: Db, mail: QueuedMail) => Promise<Hindrance | undefined>
  /** Told what became of a mail that was tried, in the transaction of the login worker that marks it. */
  onDelivered?: (db: Db, mail: QueuedMail, delivery: Delivery) => Promise<void>
}

/** So often the queue comes again, the last time after some four days. What nobody took until then nobody will. */
const mostAttempts = 25

type Row = QueuedMail & { sentAt: Date | null }

/** The task `send_mail`. What was sent is marked in the same breath and never sent again; a row that another runner holds is left to it. */
export const sendMail =
  ({ deliver, onStaying, mayLeave, onDelivered }: SendMailOptions): Task =>
  async (payload, { pool, attempt }) => {
    const { mail: id } = payload as { mail: string }
    const failure = await inTransaction(pool, undefined, async (db) => {
      const [row] = await db.query<Row>(
        `select id, to_address as "to", subject, html, text, purpose, headers, created_at as "createdAt", sent_at as "sentAt"
         from mail.outbox where id = $1 and sent_at is null for update skip locked`,
        [id],
      )
      if (!row) return undefined
      if (!deliver) {
        onStaying?.(row)
        return undefined
      }
      const hindrance = await mayLeave?.(db, row)
      if (hindrance && 'notBefore' in hindrance) {
        await queueForSending(db, id, hindrance.notBefore)
        return undefined
      }
      if (hindrance) {
        await noteTry(db, id, hindrance.refused)
        return undefined
      }
      const delivery = await Promise.resolve(deliver(row)).then(
        (answer) => answer ?? {},
        (error: unknown) => ({ error }),
      )
      if ('error' in delivery) {
        const { error } = delivery
        const message = error instanceof Error ? error.message : String(error)
        await noteTry(db, id, message)
        if (attempt >= mostAttempts) await onDelivered?.(db, row, { refused: message })
        return error
      }
      await noteTry(db, id, delivery.refused)
      await onDelivered?.(db, row, delivery)
      return undefined
    })
    // Thrown only now, so that the note about it was committed: the queue comes again, later each time.
    if (failure) throw failure
  }

/** A mail that was tried and had nothing against it was sent. */
const noteTry = (db: Db, id: string, error: string | undefined) =>
  db.query(
    `update mail.outbox set attempts = attempts + 1, last_error = $2, sent_at = case when $2::text is null then now() end where id = $1`,
    [id, error ?? null],
  )
