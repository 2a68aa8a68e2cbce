// What a client pays now and later, computed from the ledger of the portal.
import type { LedgerEntry } from './portal.data.ts'

type Entry = Pick<LedgerEntry, 'kind' | 'on_day' | 'amount_agorot' | 'settles_agorot' | 'left_agorot'>
export type LedgerSummary = {
  /** The unpaid part of charges that are due, in agorot. */
  due: number
  /** The unpaid part of all charges, in agorot. */
  left: number
  /** The amount paid beyond all charges, in agorot. */
  credit: number
  /** The first later day with an unpaid charge, and the unpaid amount of that day in agorot. */
  next: { day: string; amount: number } | undefined
}

/** `today` is the day in Israel. */
export function summarizeLedger(entries: readonly Entry[], today: string): LedgerSummary {
  const unpaid = entries.filter(({ left_agorot }) => left_agorot > 0)
  const left = sum(unpaid.map(({ left_agorot }) => left_agorot))
  const later = unpaid.filter(({ on_day }) => on_day > today)
  const day = later.map(({ on_day }) => on_day).toSorted()[0]
  const amountOn = (day: string) => sum(later.filter(({ on_day }) => on_day === day).map((entry) => entry.left_agorot))
  const charged = sum(entries.filter(({ kind }) => kind === 'charge').map((entry) => entry.amount_agorot))
  const settled = sum(entries.filter(({ on_day }) => on_day <= today).map((entry) => entry.settles_agorot))
  return {
    due: left - sum(later.map(({ left_agorot }) => left_agorot)),
    left,
    credit: Math.max(0, settled - charged),
    next: day === undefined ? undefined : { day, amount: amountOn(day) },
  }
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
