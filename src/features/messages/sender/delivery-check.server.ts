// Last check before delivery from the outbox. After a message was written, its recipient may have unsubscribed or quiet
// hours may have started.
import type { DeliveryBlock } from '#kernel/mail/delivery.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { Purpose } from '../due-message.ts'
import { sendTime } from '../quiet-hours.ts'
import { readSendingHours } from './send-batch.server.ts'

type Checked = { id: string; why: string | null; purpose: Purpose; expires_at: Date | null }

/**
 * Returns the reasons not to deliver, by mail, with the worker's login. Marks a message that must never be delivered as
 * skipped.
 */
export async function checkMessageDelivery(
  db: Db,
  mailIds: readonly string[],
  now = new Date(),
): Promise<Map<string, DeliveryBlock>> {
  const blocks = new Map<string, DeliveryBlock>()
  if (mailIds.length === 0) return blocks
  const hours = await readSendingHours(db)
  const checked = await db.query<Checked>(
    'select mail_id as id, why, purpose, expires_at from public.withhold_messages($1)',
    [mailIds],
  )
  for (const { id, why, purpose, expires_at: expiresAt } of checked) {
    if (why !== null) blocks.set(id, { refused: why })
    else {
      const at = sendTime(now, hours, { purpose, expiresAt })
      if (at > now) blocks.set(id, { notBefore: at })
    }
  }
  return blocks
}
