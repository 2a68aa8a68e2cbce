// The webhook steps of automations as a channel of the outbox.
import { readWebhookContent, type WebhookCall } from '#features/automations/running/webhook.server.ts'
import { openWebhook } from '#integrations/outgoing-webhook.ts'
import type { Deliver } from '#kernel/mail/delivery.ts'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'

type Options = { connect: Connect; isAllowed?: (address: string) => boolean }

export function openWebhooks({ connect, isAllowed }: Options): { deliver: Deliver; stop(): Promise<void> } {
  const pool = openPool(connect('authenticator'), 2)
  const webhook = openWebhook(isAllowed && { isAllowed })
  return {
    async deliver({ id, payload }) {
      const call = payload as WebhookCall
      const content = await inTransaction(pool, { role: 'service_role' }, (db) => readWebhookContent(db, call))
      return content
        ? webhook.deliver({ id, url: call.url, content: { id, ...content } })
        : { refused: 'the contact is gone' }
    },
    stop: () => pool.end(),
  }
}
