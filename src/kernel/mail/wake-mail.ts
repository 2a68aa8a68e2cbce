import type pg from 'pg'

/**
 * Queues again what nobody has tried to send: mails written while there was no way out. Older ones than a week stay: their time is over.
 * The pool is of the login worker.
 */
export const wakeMail = (pool: pg.Pool): Promise<unknown> =>
  pool.query(
    `select jobs.enqueue('send_mail', json_build_object('mail', id), 'mail:' || id, null, priority) from mail.outbox
     where sent_at is null and attempts = 0 and created_at > now() - interval '7 days'
       -- A leased mail has a job already: a second one would wait for the end of the lease.
       and (leased_until is null or leased_until < now())`,
  )
