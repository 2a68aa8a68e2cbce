// What the home of the portal says about the household's last finished month. Amounts are whole agorot.
import type { MonthTotals } from './budget.ts'
import type { Month } from './months.ts'

export type MonthSnapshot = {
  /** The last finished month with amounts; the current one while it is the only one. */
  month: Month
  isFinished: boolean
  /** Income without everything that goes out; negative: more went out. */
  left: number
  /** Months in a row, this one included, in which something was left. */
  streak: number
  /** The months with amounts up to this one, the earliest first. */
  months: { month: Month; income: number; outgoing: number }[]
}

/** Undefined while no month has an amount. `history` is in rising order and ends with the current month. */
export function monthSnapshot(history: readonly MonthTotals[], current: Month): MonthSnapshot | undefined {
  const written = history
    .filter(({ month, income, outgoing }) => month <= current && (income.actual !== 0 || outgoing.actual !== 0))
    .map(({ month, income, outgoing }) => ({ month, income: income.actual, outgoing: outgoing.actual }))
  const finished = written.filter(({ month }) => month < current)
  const months = finished.length > 0 ? finished : written
  const last = months.at(-1)
  if (!last) return undefined
  const firstOfStreak = months.findLastIndex(({ income, outgoing }) => income <= outgoing) + 1
  return {
    month: last.month,
    isFinished: last.month < current,
    left: last.income - last.outgoing,
    streak: months.length - firstOfStreak,
    months,
  }
}
