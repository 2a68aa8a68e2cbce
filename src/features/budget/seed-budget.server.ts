// Seals and stores the demo budget.
import type { Db } from '#kernel/postgres/transaction.ts'
import type { SealFor } from '#platform/sealing/sealing.server.ts'
import { demoBudget } from './budget.seed.ts'
import { insertItems, sealedBudget } from './item-store.server.ts'

/** Seeds the household of this contact. */
export async function seedDemoBudget(db: Db, sealFor: SealFor, contactId: string, now: Date) {
  const { householdId } = await db.one<{ householdId: string }>(
    'select household_id as "householdId" from contacts where id = $1',
    [contactId],
  )
  await insertItems(db, sealFor(sealedBudget.purpose), { contactId, householdId }, demoBudget(now))
}
