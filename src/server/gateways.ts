// Payment gateways and their jobs, with a separate connection pool.
import { createGateways, sealedGatewayKeys, type StandInSettings } from '#features/gateways/open-gateways.server.ts'
import type { Gateways } from '#features/gateways/gateways.ts'
import { checkPayment, checkPaymentTask } from '#features/orders/check-payment.server.ts'
import { sealedCards } from '#features/orders/plans/card-tokens.server.ts'
import { chargePlans, chargePlansTask } from '#features/orders/plans/charge-plans.server.ts'
import { reconcilePayments, reconcileTask } from '#features/orders/reconcile.server.ts'
import type { Task } from '#kernel/jobs/runner.ts'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'
import { type Db, inTransaction } from '#kernel/postgres/transaction.ts'
import type { Seal, SealFor } from '#platform/sealing/sealing.server.ts'

type Options = { connect: Connect; sealFor: SealFor; standIn: StandInSettings | undefined }

export type PaymentParts = { gateways: Gateways<Db>; gatewaySeal: Seal }
export type PaymentTasks = Record<typeof checkPaymentTask | typeof reconcileTask | typeof chargePlansTask, Task>

export function openGateways({ connect, sealFor, standIn }: Options) {
  const pool = openPool(connect('authenticator'), 3)
  const transaction = <T>(work: (db: Db) => Promise<T>) => inTransaction(pool, { role: 'service_role' }, work)
  const gatewaySeal = sealFor(sealedGatewayKeys.purpose)
  const gateways = createGateways({ seal: gatewaySeal, standIn })
  const checks = { gateways, transaction, cardSeal: sealFor(sealedCards.purpose) }
  return {
    parts: { gateways, gatewaySeal } satisfies PaymentParts,
    tasks: {
      [checkPaymentTask]: checkPayment(checks),
      [reconcileTask]: reconcilePayments(checks),
      [chargePlansTask]: chargePlans(checks),
    } satisfies PaymentTasks,
    stop: () => pool.end(),
  }
}
