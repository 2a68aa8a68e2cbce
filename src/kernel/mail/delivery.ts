// What one attempt to deliver a mail needs, and what becomes of it. Shared by the job of one mail and the job of many.
import { storableText } from '#lib/storable-text.ts'
import { withTimeout } from '#lib/with-timeout.ts'
import type { Db } from '../postgres/transaction.ts'
import type { QueuedMail } from './outbox.ts'

/**
 * `refused`: why trying again is of no use; `isAddress`: because the address does not exist; `isOptOut`: because the recipient
 * refused with the provider. `providerId`: the provider's number of an accepted message.
 */
export type Delivery = { refused?: string; isAddress?: boolean; isOptOut?: boolean; providerId?: string }

/** The provider accepts no message before this time. */
export type Postponed = { notBefore: Date; because: string }

/**
 * Hands one mail to the mail server, or a message to the provider of its channel. Resolves when it was accepted, refused for good or
 * postponed; throws when a later attempt may succeed.
 */
export type Deliver = (mail: QueuedMail) => Promise<Delivery | Postponed | void>

/** Why a mail is not sent: for good, or not before a time. */
export type DeliveryBlock = { refused: string } | { notBefore: Date }

export type SendMailOptions = {
  /** Without it mail stays in the outbox. */
  deliver?: Deliver | undefined
  /** Adapters of other channels. A message without one stays in the outbox too. */
  channels?: Readonly<Record<string, Deliver>>
  /** Called once for each mail that stays. */
  onUndeliverable?: (mail: QueuedMail) => void
  /** Asked before each attempt, in a transaction of the login worker: a mail may have waited for days. Returns blocks by mail. */
  checkDelivery?: (db: Db, mails: readonly QueuedMail[]) => Promise<ReadonlyMap<string, DeliveryBlock>>
  /** Given the outcomes of attempts that are final, in the transaction of the login worker that records them. */
  onDelivered?: (db: Db, delivered: readonly Delivered[]) => Promise<void>
}

export type Delivered = { mail: QueuedMail; delivery: Delivery }

/** An attempt's result: final, or the error of one that may succeed later. */
export type Outcome = Delivery | Postponed | { error: unknown }

export const delivererOf = ({ deliver, channels }: SendMailOptions, { channel }: QueuedMail): Deliver | undefined =>
  channel === 'email' ? deliver : channels?.[channel]

/** Longer than a delivery may take: another job for the same mail waits for its end. */
export const leaseSeconds = 120
const deliveryLimitMs = 100_000
const deliveryTimedOut = `the mail server did not answer within ${deliveryLimitMs / 1000} s`

export const attemptDelivery = (deliver: Deliver, mail: QueuedMail): Promise<Outcome> =>
  withTimeout(deliveryLimitMs, deliver(mail), deliveryTimedOut).then(
    (delivery) => storableDelivery(delivery ?? {}),
    (error: unknown) => ({ error: storableError(error) }),
  )

/**
 * A provider's text may be cut within a character, or have a NUL. PostgreSQL stores neither, and would refuse the outcomes of the whole
 * batch with it: its mails would be sent again.
 */
const storableDelivery = <Of extends Delivery | Postponed>(delivery: Of): Of =>
  Object.fromEntries(
    Object.entries(delivery).map(([key, value]) => [key, typeof value === 'string' ? storableText(value) : value]),
  ) as Of

function storableError(error: unknown) {
  const message = messageOf(error)
  // graphile-worker stores it too.
  return storableText(message) === message ? error : new Error(storableText(message), { cause: error })
}

export const mailColumns = `id, to_address as "to", subject, html, text, purpose, headers, priority, queue, channel, payload, created_at as "createdAt"`

/** Keeps another job from sending the same mails. */
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
