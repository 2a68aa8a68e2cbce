// The job that sends every scheduled message except those of campaigns, which have a pace of their own.
import type pg from 'pg'
import type { Task } from '#kernel/jobs/runner.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { type Batch, type ComposeMessage, sendBatch } from './send-batch.server.ts'

export const sendMessagesTask = 'send_messages'

export type SendMessagesOptions = {
  /** Logs in as authenticator. */
  pool: pg.Pool
  compose: ComposeMessage
  channels?: Batch['channels']
  /** Messages per transaction. */
  batch?: number
  now?: () => Date
}

/** The task `send_messages`: one batch, and a job for the next moment at which something is due. */
export const sendMessages =
  ({ pool, compose, channels, batch = 50, now = () => new Date() }: SendMessagesOptions): Task =>
  () =>
    inTransaction(pool, { role: 'service_role' }, async (db) => {
      const { until } = await sendBatch(db, { most: batch, now: now(), compose, ...(channels && { channels }) })
      // Held messages stay due: the end of quiet hours is their next moment.
      await db.query(
        `select private.wake_sender(case when bool_or(status = 'scheduled' and send_at <= now()) then now()
           else least(min(send_at) filter (where status = 'scheduled'), $1) end)
         from scheduled_messages where status in ('scheduled', 'held_quiet') and context_type <> 'campaign'`,
        [until ?? null],
      )
    })
