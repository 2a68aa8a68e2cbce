// The job that polls a provider about an attempt until the response is final.
import type { Gateways, Provider } from '#features/gateways/gateways.ts'
import type { Task } from '#kernel/jobs/runner.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'
import type { Seal } from '#platform/sealing/sealing.server.ts'
import { moveOrder } from './moves.server.ts'
import { storeCard } from './plans/card-tokens.server.ts'
import type { PaymentAttempt } from './order-rows.ts'

export const checkPaymentTask = 'check_payment'

export type CheckParts = {
  gateways: Pick<Gateways<Db>, 'of'>
  transaction: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /** Encrypts cards that were saved with a payment. */
  cardSeal: Seal
}

const Payload = z.object({ attemptId: z.uuid() })
const minuteMs = 60_000
/** Staff get a task after a day without a response. */
const silentMs = 24 * 60 * minuteMs

export const checkPayment =
  (parts: CheckParts): Task =>
  async (payload) =>
    checkAttempt(parts, Payload.parse(payload).attemptId)

type AttemptFacts = Pick<
  PaymentAttempt,
  'id' | 'order_id' | 'provider' | 'is_stand_in' | 'provider_ref' | 'state' | 'opened_at' | 'closes_at'
>

/** Queries the provider once, updates the order and schedules the next check. The request runs outside of the transaction. */
export async function checkAttempt({ gateways, transaction, cardSeal }: CheckParts, attemptId: string): Promise<void> {
  const existing = await transaction(async (db) => {
    const attempt = await readAttempt(db, attemptId)
    if (!attempt?.provider_ref || attempt.provider === 'manual') return undefined
    return { attempt, gateway: await gateways.of(db, attempt.provider as Provider, attempt.is_stand_in) }
  })
  if (!existing) return
  const { attempt, gateway } = existing
  const answer = gateway ? await gateway.verify(attempt.provider_ref!) : ({ ok: false, fault: 'unauthorized' } as const)
  await transaction(async (db) => {
    // The card token is stored only in encrypted form.
    const { token: _secret, ...result } = answer.ok ? answer.value : {}
    if (answer.ok) await moveOrder(db, attempt.order_id, { kind: 'answer', attempt: attempt.id, answer: result })
    const now = (await readAttempt(db, attempt.id)) ?? attempt
    if (answer.ok && now.state === 'paid' && attempt.state !== 'paid') {
      const { order_id: orderId, is_stand_in: isStandIn } = attempt
      await storeCard(db, cardSeal, { ...attempt, orderId, isStandIn }, answer.value)
      await db.query('select private.ask_for_card($1)', [orderId])
    }
    const at = nextCheck(now, Date.now(), answer.ok)
    if (at !== undefined) await db.query('select private.check_payment_at($1, $2)', [attempt.id, new Date(at)])
    else if (!answer.ok && isOpen(now))
      await moveOrder(db, attempt.order_id, { kind: 'silent', attempt: attempt.id, fault: answer.fault })
  })
}

const readAttempt = async (db: Db, id: string) =>
  (
    await db.query<AttemptFacts>(
      'select id, order_id, provider, is_stand_in, provider_ref, state, opened_at, closes_at from payment_attempts where id = $1',
      [id],
    )
  )[0]

const isOpen = ({ state }: Pick<AttemptFacts, 'state'>) => state === 'page_open' || state === 'verifying'

/**
 * When to poll next, as epoch milliseconds; undefined: never. An open page is polled until it closes, and for a day if
 * the provider has not responded. A declined page may still be paid with another card, so it is polled again when it
 * closes.
 */
export function nextCheck(
  { state, opened_at: opened, closes_at: closes }: Pick<AttemptFacts, 'state' | 'opened_at' | 'closes_at'>,
  now: number,
  isAnswered: boolean,
) {
  if (opened === null || closes === null) return undefined
  const [openedMs, closesMs] = [new Date(opened).getTime(), new Date(closes).getTime()]
  if (state === 'declined') return now < closesMs ? closesMs : undefined
  if (!isOpen({ state })) return undefined
  if (now - openedMs < 10 * minuteMs) return now + 2 * minuteMs
  if (now < closesMs) return Math.min(now + 10 * minuteMs, closesMs)
  // A check that was answered after the closing time has expired the attempt.
  return isAnswered || now - openedMs > silentMs ? undefined : now + 30 * minuteMs
}
