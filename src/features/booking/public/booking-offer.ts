// Public data of a host and appointment type, and Hebrew formatting of durations, locations and prices.
import { count } from '#lib/hebrew/count.ts'
import { formatMoney } from '#lib/money.ts'
import type { LocationKind } from '../booking-labels.ts'
import type { FormToFill } from '../booking.ts'
import type { BookingWindow } from './booking-window.ts'

export type Host = {
  id: string
  slug: string
  name: string
  headline: string
  photo: string | null
}

export type Question = {
  id: string
  label: string
  kind: 'short' | 'long' | 'choice' | 'yes_no'
  is_required: boolean
  options: readonly string[]
}

/** The public part of an appointment type. Durations and notices in minutes. */
export type BookableType = {
  id: string
  slug: string
  title: string
  description: string
  durations: readonly number[]
  defaultDuration: number
  locationKind: LocationKind
  locationValue: string
  priceAgorot: number | null
  /** The amount due online at booking. */
  dueAgorot: number | null
  requiresConfirmation: boolean
  questions: readonly Question[]
  allowPartner: boolean
  /** Bookings that share one slot; null: one. */
  seats: number | null
  /** The locked zone in which times are shown; null: visitors choose. */
  lockedZone: string | null
  usesPreparation: boolean
  window: BookingWindow
  /** Unlisted: reachable only by the URL of its page. */
  isHidden: boolean
  /** Bookable only with a single-use booking link. */
  requiresLink: boolean
  /** Bookable only with a session package, which is sold beforehand. */
  requiresPackage: boolean
  form: FormToFill | null
  policyText: string
  cancelNoticeMin: number
  rescheduleNoticeMin: number
}

export function durationText(minutes: number): string {
  if (minutes === 90) return 'שעה וחצי'
  if (minutes >= 60 && minutes % 60 === 0) return count(minutes / 60, { one: 'שעה', two: 'שעתיים', other: '# שעות' })
  return count(minutes, { one: 'דקה', two: 'שתי דקות', other: '# דקות' })
}

/** For a type that is paid at booking: the amount of the next step, and how long the slot is held. */
export const paymentLine = ({ dueAgorot, priceAgorot }: Pick<BookableType, 'dueAgorot' | 'priceAgorot'>) =>
  dueAgorot &&
  `${dueAgorot === priceAgorot ? 'משלמים' : `משלמים מקדמה של ${formatMoney(dueAgorot)}`} בשלב הבא, והשעה נשמרת לכם בינתיים 15 דקות.`

type Priced = Pick<BookableType, 'priceAgorot' | 'isHidden' | 'requiresPackage'>

/** Undefined where the price is agreed elsewhere: a meeting of a package, or a hidden type without a price. */
export function priceText({ priceAgorot, isHidden, requiresPackage }: Priced): string | undefined {
  if (requiresPackage) return undefined
  if (priceAgorot) return `${formatMoney(priceAgorot)}, כולל מע״מ`
  return isHidden ? undefined : 'ללא עלות'
}

/** The location of an appointment of this type. The URL of a video room is sent to attendees only. */
export function placeText({ locationKind, locationValue }: Pick<BookableType, 'locationKind' | 'locationValue'>) {
  const value = locationValue.trim()
  const texts: Record<LocationKind, string> = {
    meet: 'שיחת וידאו ב־Google Meet, הקישור יישלח בדוא״ל',
    zoom: 'זום, הקישור יישלח בדוא״ל',
    phone_host_calls: 'בטלפון, אנחנו מתקשרים אליכם',
    phone_client_calls: value ? `בטלפון, מתקשרים אל ${value}` : 'בטלפון, המספר יישלח בדוא״ל',
    in_person: value || 'פגישה פנים אל פנים, הכתובת תישלח בדוא״ל',
    whatsapp: 'שיחת וואטסאפ, אנחנו מתקשרים אליכם',
  }
  return texts[locationKind]
}
