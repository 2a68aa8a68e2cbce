// The month of a household: planned against actual by category. Amounts are whole agorot.
import { type LineKind, lineKinds } from './categories.ts'
import { type Month, monthsBetween } from './months.ts'

/** An expense that is due every few months, and is planned in equal parts. */
export type PeriodicCost = { total: number; everyMonths: number; startsOn: Month }

export type LineContent = {
  kind: LineKind
  category: string
  /** Ignored while `spread` is set. */
  planned: number
  /** Spent amounts in addition to the entries of the category. */
  actual: number
  spread: PeriodicCost | null
  note: string
}

export type EntryContent = {
  kind: LineKind
  category: string
  /** 'YYYY-MM-DD' */
  on: string
  /** A negative amount is a refund. */
  amount: number
  description: string
  /** The deduplication key of an imported line; empty for a manually entered one. */
  importKey: string
}

/**
 * The part of month n is floor(total × (n + 1) / months) − floor(total × n / months). Parts are whole agorot and differ
 * by at most one. Any run of `everyMonths` months sums to the total exactly.
 */
export function plannedOf({ planned, spread }: Pick<LineContent, 'planned' | 'spread'>, month: Month): number {
  if (!spread) return planned
  const { total, everyMonths: n, startsOn } = spread
  const at = ((monthsBetween(startsOn, month) % n) + n) % n
  return Math.floor((total * (at + 1)) / n) - Math.floor((total * at) / n)
}

type Item<Content> = { id: string; isPrivate: boolean; version: number; content: Content }

export type SummaryRow = {
  key: string
  kind: LineKind
  category: string
  isPrivate: boolean
  planned: number
  actual: number
  entries: number
  /** Null for entries without a planned line. */
  lineId: string | null
}

export type Totals = { planned: number; actual: number }
export type MonthSummary = {
  rows: SummaryRow[]
  byKind: Record<LineKind, Totals>
  income: Totals
  outgoing: Totals
  /** Income minus all expenses, including savings. */
  left: Totals
}

const rowKey = (isPrivate: boolean, kind: LineKind, category: string) =>
  `${isPrivate ? 'mine' : 'ours'}|${kind}|${category}`

export function summarize(
  month: Month,
  lines: readonly Item<LineContent>[],
  entries: readonly Item<EntryContent>[],
): MonthSummary {
  const rows = new Map<string, SummaryRow>()
  for (const { id, isPrivate, content } of lines) {
    const { kind, category } = content
    const key = rowKey(isPrivate, kind, category)
    const row = rows.get(key)
    const planned = plannedOf(content, month)
    // Two partners may have added the category concurrently.
    if (row) Object.assign(row, { planned: row.planned + planned, actual: row.actual + content.actual })
    else rows.set(key, { key, kind, category, isPrivate, planned, actual: content.actual, entries: 0, lineId: id })
  }
  for (const { isPrivate, content } of entries) {
    const { kind, category, amount } = content
    const key = rowKey(isPrivate, kind, category)
    const row = rows.get(key) ?? { key, kind, category, isPrivate, planned: 0, actual: 0, entries: 0, lineId: null }
    rows.set(key, { ...row, actual: row.actual + amount, entries: row.entries + 1 })
  }
  return { rows: sorted([...rows.values()]), ...totalsOf([...rows.values()]) }
}

const sorted = (rows: SummaryRow[]) =>
  rows.toSorted(
    (a, b) =>
      lineKinds.indexOf(a.kind) - lineKinds.indexOf(b.kind) ||
      Number(a.isPrivate) - Number(b.isPrivate) ||
      b.planned - a.planned ||
      a.category.localeCompare(b.category, 'he'),
  )

function totalsOf(rows: readonly SummaryRow[]) {
  const byKind = Object.fromEntries(lineKinds.map((kind) => [kind, { planned: 0, actual: 0 }])) as Record<
    LineKind,
    Totals
  >
  const outgoing = { planned: 0, actual: 0 }
  for (const { kind, planned, actual } of rows)
    for (const sum of kind === 'income' ? [byKind[kind]] : [byKind[kind], outgoing]) {
      sum.planned += planned
      sum.actual += actual
    }
  const income = byKind.income
  const remaining = { planned: income.planned - outgoing.planned, actual: income.actual - outgoing.actual }
  return { byKind, income, outgoing, left: remaining }
}

/** Lines of the earlier month whose category is missing in the later month, without spent amounts. */
export function linesToCopy(
  from: readonly Item<LineContent>[],
  to: readonly Item<LineContent>[],
): Pick<Item<LineContent>, 'isPrivate' | 'content'>[] {
  const present = new Set(to.map(({ isPrivate, content }) => rowKey(isPrivate, content.kind, content.category)))
  return from.flatMap(({ isPrivate, content }) => {
    const key = rowKey(isPrivate, content.kind, content.category)
    if (present.has(key)) return []
    present.add(key)
    return [{ isPrivate, content: { ...content, actual: 0 } }]
  })
}
