import type pg from 'pg'
import { inTransaction } from '../postgres/transaction.ts'
import { queueManyForSending } from './outbox.ts'

/**
 * Enqueues unsent mails without a job, which were created while their channel was not configured, except those older than a week.
 * The pool is of the login worker.
 */
export const wakeMail = (pool: pg.Pool, channels: readonly string[] = ['email']): Promise<void> =>
  inTransaction(pool, undefined, async (db) => {
    const mails = await db.query<{ id: string; priority: number; queue: string | null }>(
      `select id, priority, queue from mail.outbox
       where channel = any ($1) and sent_at is null and attempts = 0 and created_at > now() - interval '7 days'
         -- A leased mail already has a job: a second one would wait until the lease expires.
         and (leased_until is null or leased_until < now())
       order by created_at`,
      [channels],
    )
    await queueManyForSending(db, mails)
  })
