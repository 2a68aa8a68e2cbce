// The webhook steps of automations as a channel of the outbox.
import { readWebhookContent, type WebhookCall } from '#features/automations/running/webhook.server.ts'
import { isRetryExpired, openWebhook } from '#integrations/outgoing-webhook.ts'
import { openReceiverPauses } from '#integrations/receiver-pauses.ts'
import type { Deliver } from '#kernel/mail/delivery.ts'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'

type Options = {
  connect: Connect
  isAllowed?: (address: string) => boolean
  timeoutMs?: number
  pauses?: ReturnType<typeof openReceiverPauses>
}

export function openWebhooks({ connect, pauses = openReceiverPauses(), ...limits }: Options): {
  deliver: Deliver
  stop(): Promise<void>
} {
  const pool = openPool(connect('authenticator'), 2)
  const webhook = openWebhook(limits)
  return {
    async deliver({ id, payload, createdAt }) {
      const call = payload as WebhookCall
      const paused = (): Awaited<ReturnType<Deliver>> | undefined => {
        const held = pauses.reserve(call.url)
        if (!held) return undefined
        const { notBefore, because, isFailing } = held
        return isFailing && isRetryExpired(createdAt) ? { refused: because } : { notBefore, because }
      }
      const before = paused()
      if (before) return before
      const found = await inTransaction(pool, { role: 'service_role' }, (db) => readWebhookContent(db, call))
      if ('refused' in found) return found
      if (!found.content) return {}
      const startedAt = performance.now()
      const sent = await webhook.deliver({ id, url: call.url, content: { id, ...found.content }, createdAt })
      pauses.note(call.url, {
        ms: performance.now() - startedAt,
        ...('unanswered' in sent && { unanswered: sent.unanswered }),
        ...('notBefore' in sent && { busy: sent }),
      })
      // The failed call is paused like the others.
      return 'unanswered' in sent ? paused() : sent
    },
    stop: () => pool.end(),
  }
}
