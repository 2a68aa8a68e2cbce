// Download and deletion of the budget by its household, and its part in the export of a contact's data.
import { isClient } from '#platform/accounts/is-client.server.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { Refusal } from '#kernel/errors.ts'
import { z } from '#lib/schema.ts'
import type { Seal } from '#platform/sealing/sealing.server.ts'
import { BudgetItem, Done, refusals } from './budget.ts'
import { findMember, openItems } from './item-store.server.ts'
import { logBudgetRead } from './read-budget.server.ts'

/** Exports every item that the caller can see: all but the private items of the partner. */
export const downloadBudget = (seal: Seal) =>
  defineFunction({
    name: 'download-budget',
    caller: isClient,
    as: 'service', // sealed values are readable by no role
    refusals,
    input: z.strictObject({}),
    output: z.object({ items: z.array(BudgetItem) }),
    async run({ db }) {
      const { items } = await openItems(db, seal, await findMember(db))
      return { items }
    },
  })

/** `all` also deletes shared items, which is refused while a partner also uses the budget. */
export const eraseBudget = defineFunction({
  name: 'erase-budget',
  caller: isClient,
  as: 'service',
  refusals,
  input: z.object({ what: z.enum(['mine', 'all']) }),
  output: Done,
  async run({ input: { what }, db }) {
    const { contactId, householdId } = await findMember(db)
    await db.query('delete from budget_items where private_to = $1', [contactId])
    if (what === 'mine') return { done: true }
    const partners = await db.query(
      `select from contacts where household_id = $1 and id <> $2 and client_user_id is not null and deleted_at is null
         and coalesce(household_role, 'partner') = 'partner'`,
      [householdId, contactId],
    )
    if (partners.length > 0) throw new Refusal('partner_uses_budget', 409, refusals.partner_uses_budget)
    await db.query('delete from budget_items where household_id = $1 and private_to is null', [householdId])
    return { done: true }
  },
})

type Rows = Record<string, unknown>[]

/**
 * The part of the export by staff. Private items, and all items of an unshared budget, are listed without content. The
 * household can download that content in the portal.
 */
export const exportBudget =
  (seal: Seal) =>
  async (db: Db, userId: string, rows: Rows): Promise<Rows> => {
    const homes = [...new Set(rows.map((row) => row['household_id']))]
    const shared = await db.query<{ id: string }>(
      'select id from unnest($1::uuid[]) id where id is not null and is_budget_shared(id)',
      [homes],
    )
    const isShared = new Set(shared.map(({ id }) => id))
    for (const { id: householdId } of shared)
      await logBudgetRead(db, { householdId, userId, month: null, purpose: 'export' })
    return rows.map(({ sealed, sealed_for: owner, ...row }) => ({
      ...row,
      content:
        row['private_to'] === null && isShared.has(String(row['household_id']))
          ? seal.open(String(owner), Buffer.from(String(sealed).slice(2), 'hex'))
          : null,
    }))
  }
