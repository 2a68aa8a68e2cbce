// Detects the day/month order of the dates in a file's columns.
import { type DateOrder, orderOf } from '#lib/time/parse-day.ts'
import type { DateEvidence } from './imports.ts'

/** Counts, over all rows, how many dates of each column are valid in one order only. */
export function countDateOrders() {
  const columns: (DateEvidence | undefined)[] = []
  return {
    add(cells: readonly string[]) {
      for (const [column, cell] of cells.entries()) {
        const order = orderOf(cell)
        if (order) (columns[column] ??= { day_first: 0, month_first: 0, either: 0 })[order]++
      }
    },
    evidence: (width: number) => Array.from({ length: width }, (_, column) => columns[column] ?? null),
  }
}

/** The order of most unambiguous dates; day first if there are none. */
export const guessOrder = (evidence: DateEvidence | null): DateOrder | null =>
  evidence && (evidence.month_first > evidence.day_first ? 'month_first' : 'day_first')

export const mixesOrders = (evidence: DateEvidence | null | undefined) =>
  Boolean(evidence && evidence.day_first > 0 && evidence.month_first > 0)
