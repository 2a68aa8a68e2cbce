// Saving goals and net worth. Amounts are whole agorot.
import type { DebtContent } from './debts.ts'
import { type Month, monthsBetween } from './months.ts'

export type GoalContent = { name: string; target: number; saved: number; by: Month | null }

/** `monthly` is the saving that reaches the target on time, rounded up to whole agorot; null without a date, or after it. */
export function goalProgress({ target, saved, by }: GoalContent, now: Month) {
  const missing = Math.max(0, target - saved)
  const monthsLeft = by === null ? null : monthsBetween(now, by) + 1
  const isLate = missing > 0 && monthsLeft !== null && monthsLeft <= 0
  const monthly = missing === 0 ? 0 : monthsLeft === null || isLate ? null : Math.ceil(missing / monthsLeft)
  // Rounded down: 100 is shown only for a reached goal.
  const percent = target > 0 ? Math.max(0, Math.min(100, Math.floor((saved * 100) / target))) : 100
  return { missing, monthly, percent, isLate }
}

export const assetKinds = ['cash', 'savings', 'pension', 'property', 'car', 'other'] as const
export type AssetKind = (typeof assetKinds)[number]

export const assetKindLabels: Readonly<Record<AssetKind, string>> = {
  cash: 'עובר ושב',
  savings: 'חסכונות והשקעות',
  pension: 'פנסיה וקרנות',
  property: 'דירה ונכסים',
  car: 'רכב',
  other: 'אחר',
}

export type AssetContent = { name: string; kind: AssetKind; value: number }

export function netWorth(
  assets: readonly Pick<AssetContent, 'value'>[],
  debts: readonly Pick<DebtContent, 'balance'>[],
) {
  const owned = assets.reduce((sum, { value }) => sum + value, 0)
  const owed = debts.reduce((sum, { balance }) => sum + balance, 0)
  return { owned, owed, net: owned - owed }
}
