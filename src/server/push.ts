// Browser push as a channel of the outbox: the address of a row is the id of a push subscription.
import type { PushContent } from '#features/notifications/push-notice.server.ts'
import {
  getOrCreatePushKeys,
  readPushTarget,
  sealedPushKeys,
  sealedPushTargets,
} from '#features/notifications/push-subscriptions.server.ts'
import { openWebPush } from '#integrations/web-push.ts'
import type { Deliver } from '#kernel/mail/delivery.ts'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import type { SealFor } from '#platform/sealing/sealing.server.ts'

type Options = { connect: Connect; sealFor: SealFor; siteUrl: string; from: string | undefined }

export function openPush({ connect, sealFor, siteUrl, from }: Options): { deliver: Deliver; stop(): Promise<void> } {
  const pool = openPool(connect('authenticator'), 2)
  const { deliver } = openWebPush({
    contact: siteUrl.startsWith('https:') ? siteUrl : `mailto:${from ?? 'operator@localhost.invalid'}`,
  })
  return {
    async deliver({ to, payload }) {
      const { target, keys } = await inTransaction(pool, { role: 'service_role' }, async (db) => ({
        target: await readPushTarget(db, to, sealFor(sealedPushTargets.purpose)),
        keys: await getOrCreatePushKeys(db, sealFor(sealedPushKeys.purpose)),
      }))
      if (!target) return { refused: 'the browser was removed' }
      const { isUrgent, ...content } = payload as PushContent
      return deliver({ target, keys, content, isUrgent })
    },
    stop: () => pool.end(),
  }
}
