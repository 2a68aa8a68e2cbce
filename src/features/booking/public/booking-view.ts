// Initial state of the booking picker: rendered by the server and continued by the island.
import type { PublicBusinessProfile } from '#platform/business-profile/business-profile.ts'
import type { ShownText } from '#platform/consents/shown-texts.data.ts'
import type { FormState } from '#lib/forms/form-post.ts'
import type { AwayNote } from './away-notes.ts'
import type { BookableType, Host } from './booking-offer.ts'
import type { FreeSlots } from './free-days.ts'

export type Step = 'when' | 'who' | 'confirm'

/** A slot that is held for this visitor. Instants in epoch milliseconds. */
export type HeldSlot = { start: number; token: string; releaseAt: number }

/** State of the day and slot selection. */
export type PickView = {
  /** URL of the booking page where a slot is held. */
  path: string
  /** URL of the page that renders the picker, if different. The month links of the picker point to this page. */
  daysPath?: string | undefined
  typeId: string
  durations: readonly number[]
  free: FreeSlots
  minutes: number
  zone: string
  /** First and last bookable day, in the zone. */
  today: string
  until: string
  month: string
  day: string | undefined
  /** The chosen start, even after it was taken. */
  start: number | undefined
  isTaken: boolean
  /** Which days are bookable. Computed on the server to keep the picker small. */
  windowText: string | undefined
  /** Why the zone is locked; undefined if it can be chosen. */
  lockText: string | undefined
  /** Note for the first month, if some of its days are not bookable. */
  cutMonth: string
  /** Notes on the host's time off. */
  away: readonly AwayNote[]
  /** Set when an appointment is being rescheduled. */
  root: string | undefined
  backendKey: string
}

export type BookingView = PickView & {
  host: Host
  type: BookableType
  step: Step
  held: HeldSlot | undefined
  /** Idempotency key: a second submission of the same form books once. */
  attempt: string | undefined
  /** Typed details and their errors. */
  state: FormState
  /** Campaign parameters of the page, for forms without JavaScript. */
  campaign: Readonly<Record<string, string>>
  /** Details from the page's query, for links and forms without JavaScript. */
  prefill: Readonly<Record<string, string>>
  /** Token of the single-use booking link. */
  link: string | undefined
  marketing: { id: string; text: string } | null
  texts: readonly ShownText[]
  facts: { business: PublicBusinessProfile; publishedPaths: readonly string[] }
}

export const managePath = (token: string) => `/appointment/manage/${encodeURIComponent(token)}`

/** Preparation checklist of a manage link's appointment. */
export const preparationPath = (token: string) => `/preparation?ref=${encodeURIComponent(token)}`

export const campaignNames = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const
