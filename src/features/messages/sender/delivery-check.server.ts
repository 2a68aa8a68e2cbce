// Last check before a message leaves the outbox: since it was written, the recipient may have unsubscribed or quiet hours begun.
import type { DeliveryBlock } from '#kernel/mail/send-mail.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { Purpose } from '../due-message.ts'
import { sendTime } from '../quiet-hours.ts'
import { readSendingHours } from './send-batch.server.ts'

/** Returns the reason not to deliver, read with the worker's login. A message that must not be delivered at all is marked as skipped. */
export async function checkMessageDelivery(
  db: Db,
  mailId: string,
  now = new Date(),
): Promise<DeliveryBlock | undefined> {
  const { why, purpose, expires_at } = await db.one<{ why: string | null; purpose: Purpose; expires_at: Date | null }>(
    'select why, purpose, expires_at from public.withhold_message($1)',
    [mailId],
  )
  if (why !== null) return { refused: why }
  const at = sendTime(now, await readSendingHours(db), { purpose, expiresAt: expires_at })
  return at > now ? { notBefore: at } : undefined
}
