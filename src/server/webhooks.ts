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
    async deliver({ id, payload, createdAt }) {
      const call = payload as WebhookCall
      const found = await inTransaction(pool, { role: 'service_role' }, (db) => readWebhookContent(db, call))
      if ('refused' in found) return found
      return found.content ? webhook.deliver({ id, url: call.url, content: { id, ...found.content }, createdAt }) : {}
    },
    stop: () => pool.end(),
  }
}
