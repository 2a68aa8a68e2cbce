// Functions over a whole month or household: copying a month, sharing, and the import of bank lines.
import { randomUUID } from 'node:crypto'
import { isClient } from '#platform/accounts/is-client.server.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { Seal } from '#platform/sealing/sealing.server.ts'
import {
  CopyMonth,
  Done,
  EntriesImported,
  ImportEntries,
  ImportKnowledge,
  itemsOf,
  MonthCopied,
  refusals,
  ShareBudget,
} from './budget.ts'
import { findHome, findMember, insertItems, lockBudget, type NewItem, openItems } from './item-store.server.ts'
import { type LineContent, linesToCopy } from './month-summary.ts'
import { firstDayOf, monthOf } from './months.ts'
import { z } from '#lib/schema.ts'

type Home = { contactId: string; householdId: string }

export const copyBudgetMonth = (seal: Seal) =>
  defineFunction({
    name: 'copy-budget-month',
    caller: isClient,
    as: 'service', // sealed values are readable by no role
    refusals,
    input: CopyMonth,
    output: MonthCopied,
    async run({ input: { from, to }, db }) {
      const home = await findHome(db)
      await lockBudget(db, home.householdId)
      const lines = async (month: string) =>
        itemsOf(
          (await openItems(db, seal, home, `i.kind = 'line' and i.month = $3`, [firstDayOf(month)])).items,
          'line',
        )
      const copies = linesToCopy(await lines(from), await lines(to)).map(({ isPrivate, content }): NewItem => ({
        id: randomUUID(),
        isPrivate,
        item: { kind: 'line', month: to, content },
      }))
      return { copied: await insertItems(db, seal, home, copies) }
    },
  })

export const importBudgetEntries = (seal: Seal) =>
  defineFunction({
    name: 'import-budget-entries',
    caller: isClient,
    as: 'service',
    refusals,
    bodyLimit: 1_000_000,
    input: ImportEntries,
    output: EntriesImported,
    async run({ input: { entries, isPrivate, rules }, db }) {
      const home = await findHome(db)
      await lockBudget(db, home.householdId)
      const months = [...new Set(entries.map(({ on }) => firstDayOf(monthOf(on))))]
      const { items } = await openItems(db, seal, home, `i.kind = 'entry' and i.month = any ($3::date[])`, [months])
      const known = new Set(itemsOf(items, 'entry').map(({ content }) => content.importKey))
      const added = entries.filter(({ importKey }) => {
        if (known.has(importKey)) return false
        known.add(importKey)
        return true
      })
      await insertItems(
        db,
        seal,
        home,
        added.map((content) => ({
          id: randomUUID(),
          isPrivate,
          item: { kind: 'entry', month: monthOf(content.on), content },
        })),
      )
      await learnRules(db, seal, home, rules, isPrivate)
      return { added: added.length, skipped: entries.length - added.length }
    },
  })

/**
 * A newer choice replaces the rule of the same description. A rule is private if its import is private, otherwise
 * shared.
 */
async function learnRules(db: Db, seal: Seal, home: Home, rules: ImportEntries['rules'], isPrivate: boolean) {
  if (rules.length === 0) return
  const newest = new Map(rules.map((rule) => [rule.match, rule]))
  const { items } = await openItems(db, seal, home, `i.kind = 'rule'`)
  const replaced = itemsOf(items, 'rule').filter(
    (rule) => rule.isPrivate === isPrivate && newest.has(rule.content.match),
  )
  await db.query('delete from budget_items where id = any ($1)', [replaced.map(({ id }) => id)])
  const learned = [...newest.values()].map((content): NewItem => ({
    id: randomUUID(),
    isPrivate,
    item: { kind: 'rule', content },
  }))
  await insertItems(db, seal, home, learned)
}

export const readBudgetImport = (seal: Seal) =>
  defineFunction({
    name: 'read-budget-import',
    caller: isClient,
    as: 'service',
    refusals,
    input: z.strictObject({}),
    output: ImportKnowledge,
    async run({ db }) {
      const { items } = await openItems(db, seal, await findMember(db), `i.kind in ('entry', 'rule', 'line')`)
      const entries = itemsOf(items, 'entry').map(({ content }) => content)
      return {
        keys: entries.flatMap(({ importKey }) => importKey || []),
        typed: entries.flatMap(({ importKey, on, amount }) => (importKey === '' ? [{ on, amount }] : [])),
        rules: itemsOf(items, 'rule').map(({ content }) => content),
        categories: categoriesOf(itemsOf(items, 'line').map(({ content }) => content)),
      }
    },
  })

const categoriesOf = (lines: readonly LineContent[]) => [
  ...new Map(lines.map(({ kind, category }) => [`${kind} ${category}`, { kind, category }])).values(),
]

export const shareBudget = defineFunction({
  name: 'share-budget',
  caller: isClient,
  as: 'service',
  refusals,
  input: ShareBudget,
  output: Done,
  async run({ input: { isShared }, db }) {
    const { contactId } = await findHome(db)
    await db.query(
      `insert into budget_sharing (contact_id, is_shared) values ($1, $2)
       on conflict (contact_id) do update set is_shared = excluded.is_shared, changed_at = now()`,
      [contactId, isShared],
    )
    return { done: true }
  },
})
