// What the picker of a booking page starts with: the server renders it, and the island continues from it.
import type { PublicBusinessProfile } from '#platform/business-profile/business-profile.ts'
import type { ShownText } from '#platform/consents/shown-texts.data.ts'
import type { FormState } from '#lib/forms/form-post.ts'
import type { AwayNote } from './away-notes.ts'
import type { BookableType, Host } from './booking-offer.ts'
import type { FreeSlots } from './free-days.ts'

export type Step = 'when' | 'who' | 'confirm'

/** A slot that is held for this visitor. Instants in epoch milliseconds. */
export type Held = { start: number; token: string; releaseAt: number }

/** Choosing a day and an hour. */
export type PickView = {
  /** Of the booking page: an hour is held there. */
  path: string
  /** Of the page that shows the picker, if it is another one: its days are asked for there. */
  daysPath?: string | undefined
  typeId: string
  durations: readonly number[]
  free: FreeSlots
  minutes: number
  zone: string
  /** The first and the last day that can be booked, in the zone. */
  today: string
  until: string
  month: string
  day: string | undefined
  /** The chosen start, also while it is taken. */
  start: number | undefined
  isTaken: boolean
  /** Which days can be booked. By the server: the picker stays light. */
  windowText: string | undefined
  /** Why the zone cannot be chosen; undefined while it can. */
  lockText: string | undefined
  /** The first month, if some of its days cannot be booked. */
  cutMonth: string
  /** Why days have no hours. */
  away: readonly AwayNote[]
  /** Of an appointment that is moved. */
  root: string | undefined
  backendKey: string
}

export type BookingView = PickView & {
  host: Host
  type: BookableType
  step: Step
  held: Held | undefined
  /** Key of the attempt: a second submission of the same form books once. */
  attempt: string | undefined
  /** Typed details, and what is wrong with them. */
  state: FormState
  /** Campaign parameters of the page, for forms without JavaScript. */
  campaign: Readonly<Record<string, string>>
  /** Details from the address of the page, for links and forms without JavaScript. */
  prefill: Readonly<Record<string, string>>
  /** Key of the link that books once. */
  link: string | undefined
  marketing: { id: string; text: string } | null
  texts: readonly ShownText[]
  facts: { business: PublicBusinessProfile; publishedPaths: readonly string[] }
}

export const managePath = (token: string) => `/appointment/manage/${encodeURIComponent(token)}`

/** The list before the appointment of a link. */
export const preparationPath = (token: string) => `/preparation?ref=${encodeURIComponent(token)}`

export const campaignNames = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const
