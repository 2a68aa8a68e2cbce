// What a price by the month or the year means, in words: at the checkout, and in the mail of the order.
import { count } from '#lib/hebrew/count.ts'
import { formatMoney } from '#lib/money.ts'

export type PlanTerms = {
  amountAgorot: number
  interval: 'month' | 'year'
  /** Null: until it is ended. */
  charges: number | null
}

/** Of the form: `month:3`, `month:` without an end. Not empty for a single payment: a form leaves empty fields out. */
export const planKey = (plan: Omit<PlanTerms, 'amountAgorot'> | undefined) =>
  plan ? `${plan.interval}:${plan.charges ?? ''}` : 'once'

const units = {
  month: { each: 'בכל חודש', first: 'החודש הראשון', many: { one: 'חודש', two: 'חודשיים', other: '# חודשים' } },
  year: { each: 'בכל שנה', first: 'השנה הראשונה', many: { one: 'שנה', two: 'שנתיים', other: '# שנים' } },
} as const

export const eachOf = ({ amountAgorot, interval }: PlanTerms) => `${formatMoney(amountAgorot)} ${units[interval].each}`
export const firstOf = ({ interval }: Pick<PlanTerms, 'interval'>) => units[interval].first

export const lengthOf = ({ interval, charges }: PlanTerms) =>
  charges === null ? 'נמשך עד שמסיימים אותו' : count(charges, units[interval].many)

/** Null for a plan without an end. */
export const sumOf = ({ amountAgorot, charges }: PlanTerms) =>
  charges === null ? null : formatMoney(amountAgorot * charges)
