// A delivery attempt of one mail, and the record of its outcome. Used by send_mail and send_mails.
import { storableText } from '#lib/storable-text.ts'
import { withTimeout } from '#lib/with-timeout.ts'
import type { Db } from '../postgres/transaction.ts'
import type { QueuedMail } from './outbox.ts'

/**
 * `refused`: the reason of a permanent failure; `isAddress`: the address does not exist; `isOptOut`: the recipient
 * unsubscribed at the provider. `providerId`: the provider's id of an accepted message.
 */
export type Delivery = { refused?: string; isAddress?: boolean; isOptOut?: boolean; providerId?: string }

/** The provider accepts no message before this time. */
export type PostponedDelivery = { notBefore: Date; because: string }

/**
 * Sends one mail to the mail server, or a message to the provider of its channel. Resolves when it was accepted, failed
 * permanently or was postponed; throws when a retry may succeed.
 */
export type Deliver = (mail: QueuedMail) => Promise<Delivery | PostponedDelivery | void>

/** Cancels a mail, or postpones it. */
export type DeliveryBlock = { refused: string } | { notBefore: Date }

export type SendMailOptions = {
  /** Undefined: mails stay in the outbox. */
  deliver?: Deliver | undefined
  /** Adapters of the other channels. Messages of a channel without an adapter stay in the outbox too. */
  channels?: Readonly<Record<string, Deliver>>
  /** Called for each mail that stays in the outbox. */
  onUndeliverable?: (mail: QueuedMail) => void
  /** Called before each attempt in a transaction of the login worker: a mail may have been queued for days. Returns blocks by mail id. */
  checkDelivery?: (db: Db, mails: readonly QueuedMail[]) => Promise<ReadonlyMap<string, DeliveryBlock>>
  /** Called with the final outcomes, in the transaction of the login worker that records them. */
  onDelivered?: (db: Db, delivered: readonly DeliveryRecord[]) => Promise<void>
}

export type DeliveryRecord = { mail: QueuedMail; delivery: Delivery }

/** The outcome of an attempt: final, postponed, or an error that is retried. */
export type Outcome = Delivery | PostponedDelivery | { error: unknown }

export const delivererOf = ({ deliver, channels }: SendMailOptions, { channel }: QueuedMail): Deliver | undefined =>
  channel === 'email' ? deliver : channels?.[channel]

/** Exceeds the timeout of a delivery: another job for the same mail waits until the lease expires. */
export const leaseSeconds = 120
const deliveryLimitMs = 100_000
const deliveryTimedOut = `the mail server did not answer within ${deliveryLimitMs / 1000} s`

export const attemptDelivery = (deliver: Deliver, mail: QueuedMail): Promise<Outcome> =>
  withTimeout(deliveryLimitMs, deliver(mail), deliveryTimedOut).then(
    (delivery) => storableDelivery(delivery ?? {}),
    (error: unknown) => ({ error: storableError(error) }),
  )

/**
 * A provider's text may contain a lone surrogate or a NUL, which PostgreSQL cannot store. It would refuse the outcomes of the whole
 * batch, and all its mails would be sent again.
 */
const storableDelivery = <Of extends Delivery | PostponedDelivery>(delivery: Of): Of =>
  Object.fromEntries(
    Object.entries(delivery).map(([key, value]) => [key, typeof value === 'string' ? storableText(value) : value]),
  ) as Of

function storableError(error: unknown) {
  const message = messageOf(error)
  // graphile-worker stores the error message too.
  return storableText(message) === message ? error : new Error(storableText(message), { cause: error })
}

export const mailColumns = `id, to_address as "to", subject, html, text, purpose, headers, priority, queue, channel, payload, created_at as "createdAt"`

/** Leases the mails to a job, so that no other job sends them. */
export const lease = (db: Db, ids: readonly string[], job: string) =>
  db.query(
    `update mail.outbox set leased_to_job = $2, leased_until = now() + make_interval(secs => $3) where id = any ($1)`,
    [ids, job, leaseSeconds],
  )

/** Records an attempt for each mail. Without an error the mail was sent. */
export const record = (db: Db, attempts: readonly { id: string; error: string | undefined }[]) =>
  db.query(
    `update mail.outbox o set attempts = o.attempts + 1, last_error = a.error, leased_until = null,
       sent_at = case when a.error is null then now() end
     from unnest($1::uuid[], $2::text[]) a (id, error) where o.id = a.id`,
    [attempts.map(({ id }) => id), attempts.map(({ error }) => error ?? null)],
  )

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
