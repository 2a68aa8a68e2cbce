// save-budget-item and delete-budget-item: one item of the budget, with optimistic locking by version.
import { isDeepStrictEqual } from 'node:util'
import { isClient } from '#platform/accounts/is-client.server.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Seal } from '#platform/sealing/sealing.server.ts'
import { type BudgetItem, DeleteItem, Done, ItemSaved, type ItemBody, itemsOf, refusals, SaveItem } from './budget.ts'
import { findHome, findItem, findMember, insertItems, lockBudget, openItems, updateItem } from './item-store.server.ts'
import { firstDayOf, monthOf } from './months.ts'

export const saveBudgetItem = (seal: Seal) =>
  defineFunction({
    name: 'save-budget-item',
    caller: isClient,
    as: 'service', // sealed values are readable by no role
    refusals,
    input: SaveItem,
    output: ItemSaved,
    async run({ input, db }) {
      const home = await findHome(db)
      await lockBudget(db, home.householdId)
      const { id, version, isPrivate, item } = input
      if (item.kind === 'entry' && monthOf(item.content.on) !== item.month)
        throw new Refusal('entry_of_another_month', 422, refusals.entry_of_another_month)
      const found = await findItem(db, seal, home, id)
      if (!found) {
        if (version > 0) throw new Refusal('item_gone', 404, refusals.item_gone)
        await refuseTakenCategory(db, seal, home, input)
        // The id belongs to a row of another household.
        if ((await insertItems(db, seal, home, [input])) === 0) throw conflict()
        return { version: 1 }
      }
      // A retry after a lost response.
      if (isSame(found, { isPrivate, item }) && version <= found.version) return { version: found.version }
      if (found.version !== version || found.kind !== item.kind) throw conflict()
      if (isPrivate && !found.isPrivate && !found.byMe) throw new Refusal('not_author', 403, refusals.not_author)
      await refuseTakenCategory(db, seal, home, input)
      return { version: await updateItem(db, seal, home, input) }
    },
  })

const conflict = () => new Refusal('changed_elsewhere', 409, refusals.changed_elsewhere)

const isSame = (found: BudgetItem, { isPrivate, item }: { isPrivate: boolean; item: ItemBody }) =>
  found.kind === item.kind &&
  found.isPrivate === isPrivate &&
  ('month' in found ? found.month : '') === ('month' in item ? item.month : '') &&
  isDeepStrictEqual(found.content, item.content)

/** Unique items: one shared line per category and month, one private line of each partner, and one debt plan. */
async function refuseTakenCategory(
  db: Db,
  seal: Seal,
  home: { contactId: string; householdId: string },
  { id, isPrivate, item }: SaveItem,
) {
  if (item.kind === 'plan') {
    const { items } = await openItems(db, seal, home, `i.kind = 'plan' and i.id <> $3`, [id])
    if (items.length > 0) throw conflict()
  }
  if (item.kind !== 'line') return
  const { kind, category } = item.content
  const { items } = await openItems(db, seal, home, `i.kind = 'line' and i.month = $3 and i.id <> $4`, [
    firstDayOf(item.month),
    id,
  ])
  const taken = itemsOf(items, 'line').some(
    (line) => line.isPrivate === isPrivate && line.content.kind === kind && line.content.category === category,
  )
  if (taken) throw new Refusal('category_taken', 409, refusals.category_taken)
}

export const deleteBudgetItem = (seal: Seal) =>
  defineFunction({
    name: 'delete-budget-item',
    caller: isClient,
    as: 'service',
    refusals,
    input: DeleteItem,
    output: Done,
    async run({ input: { id, version }, db }) {
      const found = await findItem(db, seal, await findMember(db), id)
      if (found && found.version !== version) throw conflict()
      if (found) await db.query('delete from budget_items where id = $1', [id])
      return { done: true }
    },
  })
