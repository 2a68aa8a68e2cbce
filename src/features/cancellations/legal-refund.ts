// What the law returns to a buyer who cancels a purchase at a distance: the Consumer Protection Law, 1981, sections 14c and 14e.
// Amounts are integer agorot, days are days in Israel. Staff decide; this is what they start from.
import { addDays } from '#lib/time/day-arithmetic.ts'
import { isRestDay } from '#lib/time/holidays.ts'

export type Cancellation = {
  /** The whole price of the deal, and what was paid of it so far, less earlier refunds. */
  priceAgorot: number
  paidAgorot: number
  boughtOn: string
  /** When the written disclosure arrived; the days count from the later one. */
  disclosedOn?: string | undefined
  cancelledOn: string
  /** A person with a disability, aged 65 or over, or a new immigrant. */
  isProtected: boolean
  /** The deal included a conversation, also in writing. */
  hadConversation: boolean
  /** A defect, or a service other than described. */
  isDefective: boolean
  /** `single`: a service on one day. `continuous`: goes on until it is ended, as monthly coaching. `digital`: content that is watched. */
  kind: 'meetings' | 'single' | 'continuous' | 'digital'
  /** The day of a single service. */
  serviceOn?: string | undefined
  /** Meetings, or months, that were given (of a continuous deal: until it ends), and how many the price includes. */
  used?: { given: number; included: number } | undefined
  /** How much of digital content was watched. */
  watchedPercent?: number | undefined
}

export type LegalRefund = {
  /** `late`, `too_close`, `watched`: the law gives no refund. */
  basis: 'defect' | 'fourteen_days' | 'four_months' | 'continuous' | 'late' | 'too_close' | 'watched'
  /** The last day of the right. Null for a service that may be ended at any time. */
  until: string | null
  /** When a continuous deal ends: from then on nothing is charged. Null for other deals. */
  endsOn: string | null
  usedAgorot: number
  feeAgorot: number
  refundAgorot: number
  /** The money has to be back by then. */
  payBy: string
}

const days = 14
const months = 4
const feePercent = 5
const feeLimitAgorot = 10_000
/** The choice of the business: content of which less was watched is refunded, though the law would not demand it. */
const watchedLimitPercent = 20
const daysBeforeService = 2
/** Workdays until a notice ends a continuous deal. */
const daysToEnd = 3

/** 5 % of the price or 100 ₪, the lower. A part of an agora is left to the buyer. */
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
  // A continuous deal that is ended later pays for what was given, and no more.
  const feeAgorot = basis === 'continuous' ? 0 : cancellationFee(priceAgorot)
  const refundAgorot = Math.max(0, paidAgorot - usedAgorot - feeAgorot)
  return { basis, until, endsOn, usedAgorot, feeAgorot, refundAgorot, payBy }
}

function rightOf(deal: Cancellation): Pick<LegalRefund, 'basis' | 'until'> {
  const { boughtOn, disclosedOn, cancelledOn, kind } = deal
  const from = disclosedOn && disclosedOn > boughtOn ? disclosedOn : boughtOn
  const isLonger = deal.isProtected && deal.hadConversation
  const until = isLonger ? addMonths(from, months) : addDays(from, days)
  if (kind === 'digital' && (deal.watchedPercent ?? 0) >= watchedLimitPercent) return { basis: 'watched', until }
  if (cancelledOn > until)
    return kind === 'continuous' ? { basis: 'continuous', until: null } : { basis: 'late', until }
  if (kind === 'single' && deal.serviceOn && workdaysBefore(cancelledOn, deal.serviceOn) < daysBeforeService)
    return { basis: 'too_close', until }
  return { basis: cancelledOn > addDays(from, days) ? 'four_months' : 'fourteen_days', until }
}

function usedOf({ priceAgorot, used }: Cancellation): number {
  if (!used || used.included <= 0) return 0
  return Math.floor((priceAgorot * Math.min(used.given, used.included)) / used.included)
}

/** Days from the notice to the service that are no days of rest. */
function workdaysBefore(notice: string, service: string): number {
  let count = 0
  for (let day = notice; day < service && count < daysBeforeService; day = addDays(day, 1)) if (!isRestDay(day)) count++
  return count
}

/** The workday that comes so many workdays after this day. */
function workdayAfter(day: string, count: number): string {
  let at = day
  for (let left = count; left > 0;) {
    at = addDays(at, 1)
    if (!isRestDay(at)) left--
  }
  return at
}

/** The same day of a later month, or that month's last day. */
function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + count + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + count, Math.min(date, last))).toISOString().slice(0, 10)
}
