// The job that sends many mails of the outbox. It claims all of them at once, and commits outcomes in batches.
import type pg from 'pg'
import type { Task } from '../jobs/runner.ts'
import { type Db, inTransaction } from '../postgres/transaction.ts'
import {
  attemptDelivery,
  delivererOf,
  type Delivery,
  lease,
  mailColumns,
  messageOf,
  type Outcome,
  record,
  type SendMailOptions,
} from './delivery.ts'
import { type QueuedMail, queueForSending, queueManyForSending } from './outbox.ts'

/** Number of concurrent deliveries. */
const lanes = 2

/**
 * No delivery starts while this many are unrecorded. Including those in flight, a `kill -9` resends at most five mails
 * of a job.
 */
const maxUnrecorded = 4

/** Time limit of a job, so that a slow mail server does not delay mails of a higher priority. Much shorter than the lease. */
const maxMs = 1500

/** Delay before a separate job retries a failed mail. */
const retryAfterMs = 3000

/** The task `send_mails`, at least once per mail. A separate job retries a failed mail, so that it delays no other. */
export const sendMails =
  (options: SendMailOptions): Task =>
  async (payload, { id: job, pool }) => {
    const { mails: ids } = payload as { mails: string[] }
    const mails = await claim(pool, ids, job, options)
    if (mails.length === 0) return
    const recorder = openRecorder(pool, options)
    const until = performance.now() + maxMs
    const next = mails.values()
    const left: QueuedMail[] = []
    const lane = async () => {
      for (const mail of next)
        if (performance.now() > until) left.push(mail)
        else await recorder.add(mail, await attemptDelivery(delivererOf(options, mail)!, mail))
    }
    const ended = [
      ...(await Promise.allSettled(Array.from({ length: lanes }, lane))),
      ...(await Promise.allSettled([recorder.end()])),
    ]
    if (left.length > 0) await inTransaction(pool, undefined, (db) => requeue(db, left))
    for (const result of ended) if (result.status === 'rejected') throw result.reason
  }

/** Leases the mails that may be sent now to this job. Mails with earlier attempts have separate jobs. */
const claim = (pool: pg.Pool, ids: readonly string[], job: string, options: SendMailOptions) =>
  inTransaction(pool, undefined, async (db): Promise<QueuedMail[]> => {
    const found = await db.query<QueuedMail>(
      `select ${mailColumns} from mail.outbox
       where id = any ($1) and sent_at is null and attempts = 0
         and (leased_until is null or leased_until <= now() or leased_to_job = $2)
       order by array_position($1, id) for update skip locked`,
      [ids, job],
    )
    const mails = found.filter((mail) => delivererOf(options, mail) !== undefined)
    for (const mail of found) if (!mails.includes(mail)) options.onUndeliverable?.(mail)
    if (mails.length === 0) return []
    const blocks = await options.checkDelivery?.(db, mails)
    const free: QueuedMail[] = []
    for (const mail of mails) {
      const block = blocks?.get(mail.id)
      if (!block) free.push(mail)
      else if ('notBefore' in block) await queueForSending(db, mail, block.notBefore)
      else await record(db, [{ id: mail.id, error: block.refused }])
    }
    await lease(
      db,
      free.map(({ id }) => id),
      job,
    )
    return free
  })

async function requeue(db: Db, mails: readonly QueuedMail[]) {
  await db.query('update mail.outbox set leased_until = null where id = any ($1)', [mails.map(({ id }) => id)])
  await queueManyForSending(db, mails)
}

type Entry = { mail: QueuedMail; outcome: Outcome }

/**
 * Records outcomes in batches, one transaction each. `add` resolves when another delivery may start, `end` after the last commit. Both
 * reject after a failed transaction: its mails stay leased to the job, which is retried.
 */
function openRecorder(pool: pg.Pool, { onDelivered }: SendMailOptions) {
  let waiting: Entry[] = []
  let unrecorded = 0
  let writing: Promise<void> | undefined
  let batch = Promise.resolve()
  let failure: { error: unknown } | undefined

  async function write() {
    while (waiting.length > 0) {
      const entries = waiting
      waiting = []
      batch = inTransaction(pool, undefined, (db) => note(db, entries)).catch((error: unknown) => {
        failure ??= { error }
      })
      await batch
      unrecorded -= entries.length
    }
    writing = undefined
  }
  async function note(db: Db, entries: readonly Entry[]) {
    const delivered = entries.flatMap(({ mail, outcome }) => (isFinal(outcome) ? [{ mail, delivery: outcome }] : []))
    await record(
      db,
      entries.map(({ mail: { id }, outcome }) => ({ id, error: errorOf(outcome) })),
    )
    if (delivered.length > 0) await onDelivered?.(db, delivered)
    for (const { mail, outcome } of entries)
      if ('error' in outcome) await queueForSending(db, mail, new Date(Date.now() + retryAfterMs))
      else if ('notBefore' in outcome) await queueForSending(db, mail, outcome.notBefore)
  }
  const check = () => {
    if (failure) throw failure.error
  }
  return {
    async add(mail: QueuedMail, outcome: Outcome) {
      waiting.push({ mail, outcome })
      unrecorded++
      writing ??= write()
      while (unrecorded >= maxUnrecorded && !failure) await batch
      check()
    },
    async end() {
      await writing
      check()
    },
  }
}

const isFinal = (outcome: Outcome): outcome is Delivery => !('error' in outcome) && !('notBefore' in outcome)

const errorOf = (outcome: Outcome): string | undefined =>
  'error' in outcome ? messageOf(outcome.error) : 'notBefore' in outcome ? outcome.because : outcome.refused
