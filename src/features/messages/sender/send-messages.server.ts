// The job that sends every scheduled message except those of campaigns, which a separate job sends.
import type pg from 'pg'
import type { Task } from '#kernel/jobs/runner.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { type Batch, type ComposeMessage, sendBatch } from './send-batch.server.ts'

export const sendMessagesTask = 'send_messages'

export type SendMessagesOptions = {
  /** Connects as authenticator. */
  pool: pg.Pool
  compose: ComposeMessage
  channels?: Batch['channels']
  /** Messages per transaction. */
  batch?: number
  now?: () => Date
}

/** The task `send_messages`: sends one batch, and schedules the next job for the next due time. */
export const sendMessages =
  ({ pool, compose, channels, batch = 50, now = () => new Date() }: SendMessagesOptions): Task =>
  () =>
    inTransaction(pool, { role: 'service_role' }, async (db) => {
      const { until } = await sendBatch(db, { most: batch, now: now(), compose, ...(channels && { channels }) })
      // Held messages remain due: their next time is the end of quiet hours.
      await db.query(
        `select private.wake_sender(case when bool_or(status = 'scheduled' and send_at <= now()) then now()
           else least(min(send_at) filter (where status = 'scheduled'), $1) end)
         from scheduled_messages where status in ('scheduled', 'held_quiet') and context_type <> 'campaign'`,
        [until ?? null],
      )
    })
