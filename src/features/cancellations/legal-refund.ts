// The statutory refund when a distance purchase is cancelled: the Consumer Protection Law, 1981, sections 14c and 14e. Amounts are integer
// agorot, days are days in Israel. It is a proposal; staff decide.
import { addDays } from '#lib/time/day-arithmetic.ts'
import { isRestDay } from '#lib/time/holidays.ts'

export type Cancellation = {
  /** The full price of the transaction, and the amount paid so far, less earlier refunds. */
  priceAgorot: number
  paidAgorot: number
  boughtOn: string
  /** When the written disclosure arrived; the period is counted from the later date. */
  disclosedOn?: string | undefined
  cancelledOn: string
  /** A person with a disability, a person aged 65 or over, or a new immigrant. */
  isProtected: boolean
  /** The transaction included a conversation, also in writing. */
  hadConversation: boolean
  /** A defect, or a service that differs from its description. */
  isDefective: boolean
  /** `single`: a service on one day. `continuous`: renews until cancelled, such as monthly coaching. `digital`: content to watch. */
  kind: 'meetings' | 'single' | 'continuous' | 'digital'
  /** The date of a single service. */
  serviceOn?: string | undefined
  /** Meetings or months provided (for a continuous transaction: until it ends), and the number included in the price. */
  used?: { given: number; included: number } | undefined
  /** The share of digital content that was watched. */
  watchedPercent?: number | undefined
}

export type LegalRefund = {
  /** `late`, `too_close`, `watched`: no refund is due. */
  basis: 'defect' | 'fourteen_days' | 'four_months' | 'continuous' | 'late' | 'too_close' | 'watched'
  /** The last day on which the right can be exercised. Null for a service that can be cancelled at any time. */
  until: string | null
  /** The day on which a continuous transaction ends, with no charges afterwards. Null for other transactions. */
  endsOn: string | null
  usedAgorot: number
  feeAgorot: number
  refundAgorot: number
  /** The deadline of the refund. */
  payBy: string
}

const days = 14
const months = 4
const feePercent = 5
const feeLimitAgorot = 10_000
/** A choice of the business: below this share watched, digital content is refunded even though the law does not require it. */
const watchedLimitPercent = 20
const daysBeforeService = 2
/** Workdays from the notice to the end of a continuous transaction. */
const daysToEnd = 3

/** 5 % of the price or 100 ₪, whichever is lower, rounded in the buyer's favour. */
export const cancellationFee = (priceAgorot: number) =>
  Math.min(Math.floor((priceAgorot * feePercent) / 100), feeLimitAgorot)

export function legalRefund(deal: Cancellation): LegalRefund {
  const { priceAgorot, paidAgorot, cancelledOn } = deal
  const payBy = addDays(cancelledOn, days)
  const endsOn = deal.kind === 'continuous' ? workdayAfter(cancelledOn, daysToEnd) : null
  if (deal.isDefective)
    return { basis: 'defect', until: null, endsOn, usedAgorot: 0, feeAgorot: 0, refundAgorot: paidAgorot, payBy }
  const { basis, until } = rightOf(deal)
  if (basis === 'late' || basis === 'too_close' || basis === 'watched')
    return { basis, until, endsOn, usedAgorot: 0, feeAgorot: 0, refundAgorot: 0, payBy }
  const usedAgorot = usedOf(deal)
  // The buyer of a continuous transaction only pays for what was provided, without a fee.
  const feeAgorot = basis === 'continuous' ? 0 : cancellationFee(priceAgorot)
  const refundAgorot = Math.max(0, paidAgorot - usedAgorot - feeAgorot)
  return { basis, until, endsOn, usedAgorot, feeAgorot, refundAgorot, payBy }
}

function rightOf(deal: Cancellation): Pick<LegalRefund, 'basis' | 'until'> {
  const { boughtOn, disclosedOn, cancelledOn, kind } = deal
  const from = disclosedOn && disclosedOn > boughtOn ? disclosedOn : boughtOn
  const isLonger = deal.isProtected && deal.hadConversation
  const fourteenth = afterRest(addDays(from, days))
  const until = isLonger ? addMonths(from, months) : fourteenth
  if (kind === 'digital' && (deal.watchedPercent ?? 0) >= watchedLimitPercent) return { basis: 'watched', until }
  if (cancelledOn > until)
    return kind === 'continuous' ? { basis: 'continuous', until: null } : { basis: 'late', until }
  if (kind === 'single' && deal.serviceOn && workdaysBefore(cancelledOn, deal.serviceOn) < daysBeforeService)
    return { basis: 'too_close', until }
  return { basis: cancelledOn > fourteenth ? 'four_months' : 'fourteen_days', until }
}

/** A period of days does not end on a day of rest: the Interpretation Law, 1981, section 10(c). */
const afterRest = (day: string): string => (isRestDay(day) ? afterRest(addDays(day, 1)) : day)

function usedOf({ priceAgorot, used }: Cancellation): number {
  if (!used || used.included <= 0) return 0
  return Math.floor((priceAgorot * Math.min(used.given, used.included)) / used.included)
}

/** Workdays from the notice to the service. */
function workdaysBefore(notice: string, service: string): number {
  let count = 0
  for (let day = notice; day < service && count < daysBeforeService; day = addDays(day, 1)) if (!isRestDay(day)) count++
  return count
}

/** The workday this many workdays after a day. */
function workdayAfter(day: string, count: number): string {
  let at = day
  for (let remaining = count; remaining > 0;) {
    at = addDays(at, 1)
    if (!isRestDay(at)) remaining--
  }
  return at
}

/** The same day of a later month, or that month's last day. */
function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + count + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + count, Math.min(date, last))).toISOString().slice(0, 10)
}
