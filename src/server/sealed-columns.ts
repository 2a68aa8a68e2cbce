// Columns re-encrypted after a rotation of the sealing key. Values valid only for minutes are excluded.
import { sealedGatewayKeys } from '#features/gateways/open-gateways.server.ts'
import { sealedDocumentKeys } from '#features/tax-documents/document-services.server.ts'
import { sealedCards } from '#features/orders/plans/card-tokens.server.ts'
import { sealedBudget } from '#features/budget/item-store.server.ts'
import { sealedMetrics } from '#features/metrics/metrics.server.ts'
import { sealedTokens } from '#features/calendar/connections.server.ts'
import { sealedPushKeys, sealedPushTargets } from '#features/notifications/push-subscriptions.server.ts'
import { sealedAnswers, sealedChangeDrafts, sealedFormerAnswers } from '#features/forms/submission-store.server.ts'
import { sealedQuizAnswers } from '#features/quiz/attempts.server.ts'
import { resealAll, type SealedColumn } from '#platform/sealing/reseal.server.ts'
import type { SealFor } from '#platform/sealing/sealing.server.ts'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'

export const sealedColumns: readonly SealedColumn[] = [
  sealedTokens,
  sealedGatewayKeys,
  sealedCards,
  sealedDocumentKeys,
  sealedAnswers,
  sealedFormerAnswers,
  sealedChangeDrafts,
  sealedQuizAnswers,
  sealedBudget,
  sealedMetrics,
  sealedPushTargets,
  sealedPushKeys,
]

/** Re-encrypts values of earlier keys. Runs at every start, and changes nothing without a rotation. */
export async function reseal(connect: Connect, sealFor: SealFor, log: { info(fields: object, text: string): void }) {
  const pool = openPool(connect('postgres'), 1)
  try {
    const values = await resealAll(pool, sealFor, sealedColumns)
    if (values > 0) log.info({ values }, 'values sealed anew with the newest key')
  } finally {
    await pool.end()
  }
}
