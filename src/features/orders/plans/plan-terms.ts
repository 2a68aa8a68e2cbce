// The terms of a monthly or yearly price as text, for the checkout and the order mail.
import { count } from '#lib/hebrew/count.ts'
import { formatMoney } from '#lib/money.ts'

export type PlanTerms = {
  amountAgorot: number
  interval: 'month' | 'year'
  /** Null: renews until cancelled. */
  charges: number | null
}

/** The plan as a form value: `month:3`, or `month:` without an end date. 'once' for a single payment, because forms omit empty fields. */
export const planKey = (plan: Omit<PlanTerms, 'amountAgorot'> | undefined) =>
  plan ? `${plan.interval}:${plan.charges ?? ''}` : 'once'

const units = {
  month: { each: 'בכל חודש', first: 'החודש הראשון', many: { one: 'חודש', two: 'חודשיים', other: '# חודשים' } },
  year: { each: 'בכל שנה', first: 'השנה הראשונה', many: { one: 'שנה', two: 'שנתיים', other: '# שנים' } },
} as const

export const installmentAmountText = ({ amountAgorot, interval }: PlanTerms) =>
  `${formatMoney(amountAgorot)} ${units[interval].each}`
export const firstPeriodText = ({ interval }: Pick<PlanTerms, 'interval'>) => units[interval].first

export const planLengthText = ({ interval, charges }: PlanTerms) =>
  charges === null ? 'נמשך עד שמסיימים אותו' : count(charges, units[interval].many)

/** Null for a plan without an end date. */
export const planTotalText = ({ amountAgorot, charges }: PlanTerms) =>
  charges === null ? null : formatMoney(amountAgorot * charges)
