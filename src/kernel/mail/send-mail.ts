// The job that empties the outbox.
import type { Task } from '../jobs/runner.ts'
import { type Db, inTransaction } from '../postgres/as-role.ts'
import type { QueuedMail } from './outbox.ts'

/** `refused`: why trying again is of no use; `isAddress`: because nobody is reached at the address. */
export type Delivery = { refused?: string; isAddress?: boolean }

/** Hands one mail to the outside. Resolves when it was taken or refused for good; throws when it may work later. */
export type Deliver = (mail: QueuedMail) => Promise<Delivery | void>

export type SendMailOptions = {
  /** Without it mail stays in the outbox. */
  deliver?: Deliver | undefined
  /** Told of each mail that stays, once. */
  onStaying?: (mail: QueuedMail) => void
  /** Told what became of a mail, in the transaction of the login worker that marks it. */
  onDelivered?: (db: Db, mail: QueuedMail, delivery: Delivery) => Promise<void>
}

/** So often the queue comes again, the last time after some four days. What nobody took until then nobody will. */
const mostAttempts = 25

type Row = QueuedMail & { sentAt: Date | null }

/** The task `send_mail`. What was sent is marked in the same breath and never sent again; a row that another runner holds is left to it. */
export const sendMail =
  ({ deliver, onStaying, onDelivered }: SendMailOptions): Task =>
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
      const delivery = await Promise.resolve(deliver(row)).then(
        (answer) => answer ?? {},
        (error: unknown) => ({ error }),
      )
      if ('error' in delivery) {
        const { error } = delivery
        const message = error instanceof Error ? error.message : String(error)
        await db.query(`update mail.outbox set attempts = attempts + 1, last_error = $2 where id = $1`, [id, message])
        if (attempt >= mostAttempts) await onDelivered?.(db, row, { refused: message })
        return error
      }
      await db.query(
        `update mail.outbox set attempts = attempts + 1, last_error = $2, sent_at = case when $2::text is null then now() end where id = $1`,
        [id, delivery.refused ?? null],
      )
      await onDelivered?.(db, row, delivery)
      return undefined
    })
    // Thrown only now, so that the note about it was committed: the queue comes again, later each time.
    if (failure) throw failure
  }
