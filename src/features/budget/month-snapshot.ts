// The summary of the household's last complete month on the portal's home. Amounts are whole agorot.
import type { MonthTotals } from './budget.ts'
import { addMonths, type Month } from './months.ts'

export type MonthSnapshot = {
  /** The last complete month with amounts; the current month while no earlier month has amounts. */
  month: Month
  isFinished: boolean
  /** Income minus expenses; negative for a deficit. */
  left: number
  /** Consecutive months with a surplus, including this one. */
  streak: number
  /** The months with amounts up to this one, in ascending order. */
  months: { month: Month; income: number; outgoing: number }[]
}

/** Undefined while no month has an amount. `history` is ascending and ends with the current month. */
export function monthSnapshot(history: readonly MonthTotals[], current: Month): MonthSnapshot | undefined {
  const written = history
    .filter(({ month, income, outgoing }) => month <= current && (income.actual !== 0 || outgoing.actual !== 0))
    .map(({ month, income, outgoing }) => ({ month, income: income.actual, outgoing: outgoing.actual }))
  const finished = written.filter(({ month }) => month < current)
  const months = finished.length > 0 ? finished : written
  const last = months.at(-1)
  if (!last) return undefined
  // A month without amounts also ends the streak.
  const firstOfStreak =
    months.findLastIndex(
      ({ month, income, outgoing }, i) => income <= outgoing || addMonths(month, months.length - 1 - i) !== last.month,
    ) + 1
  return {
    month: last.month,
    isFinished: last.month < current,
    left: last.income - last.outgoing,
    streak: months.length - firstOfStreak,
    months,
  }
}
