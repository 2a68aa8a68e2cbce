// Last check before a campaign message is delivered: since rendering, the recipient may have unsubscribed or quiet hours begun.
import { type MessageSettings, quietUntil } from '#features/messages/messages.ts'
import type { DeliveryBlock } from '#kernel/mail/send-mail.ts'
import type { Db } from '#kernel/postgres/transaction.ts'

/** Returns the reason not to deliver, read with the worker's login. A message that must not be delivered at all is marked as skipped. */
export async function checkCampaignDelivery(
  db: Db,
  mailId: string,
  now = new Date(),
): Promise<DeliveryBlock | undefined> {
  const { why } = await db.one<{ why: string | null }>('select public.withhold_message($1) as why', [mailId])
  if (why !== null) return { refused: why }
  const end = quietUntil(now, await db.one<MessageSettings>('select * from public.quiet_times()'))
  return end && { notBefore: end }
}
