// Builds the picker's state from the URL or the submitted form, for the server-rendered page.
import { hasDaysOutside, windowText } from './booking-window.ts'
import type { FormState, FormText } from '#lib/forms/form-post.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { dayIn } from '#lib/time/zoned-time.ts'
import { linkParameter } from '../links/link-obstacles.ts'
import type { BookableType } from './booking-offer.ts'
import { type BookingView, campaignNames, type HeldSlot } from './booking-view.ts'
import { detailsOf, prefillNames } from './details.ts'
import { firstFreeDay, type FreeSlots, monthSpan, startsByDay } from './free-days.ts'
import { startOf } from './hidden-field-values.ts'
import type { SlotSearch } from './slot-search.ts'
import { knownZone } from '#lib/time/visitor-zones.ts'

const dayMs = 86_400_000
/** Range of the first load; the picker loads further months. */
const firstDays = 62
/** How far ahead months can be displayed. */
const furthestDays = 400

type BookingRequest = { query: Readonly<Record<string, string>>; form?: unknown }

const isDay = (text: string | undefined) => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '') && !Number.isNaN(Date.parse(text!))

/** The selection, from the submitted form or else from the URL. */
export function choicesOf({ query, form }: BookingRequest, type: SelectedType, now: number) {
  const { from: opens } = type.window
  const { values } = submittedOf(form)
  const valueOf = (name: string) => values[name] ?? query[name]
  const zone = knownZone(type.lockedZone ?? valueOf('zone'))
  const minutes = Number(valueOf('minutes'))
  const start = Date.parse(valueOf('start') ?? '')
  const release = Number(valueOf('release'))
  const today = dayIn(zone, now)
  const until = addDays(today, furthestDays)
  const month = isDay(`${query['month']}-01`) ? `${query['month']}-01` : undefined
  const day = isDay(query['day']) && query['day']! >= today && query['day']! <= until ? query['day']! : undefined
  return {
    zone,
    today,
    until,
    minutes: type.durations.includes(minutes) ? minutes : type.defaultDuration,
    start: start > now ? start : undefined,
    hold: valueOf('hold'),
    release: release > 0 ? release : undefined,
    day,
    month: month && month >= `${today.slice(0, 7)}-01` && month <= until ? month : undefined,
    /** The first bookable day, if it is in the future. */
    opens: opens && opens > today && opens <= until ? opens : undefined,
  }
}

/** The slot range of the rendered page: from the requested month, or else from the first bookable day. */
export function spanOf(
  { zone, month, day, start, opens }: ReturnType<typeof choicesOf>,
  now: number,
): Pick<SlotSearch, 'from' | 'until'> {
  const shown = month ?? day ?? (start === undefined ? opens : dayIn(zone, start))
  const from = Math.max(now, shown ? Date.parse(monthSpan(shown).first) - dayMs : now)
  return { from, until: from + firstDays * dayMs }
}

type SelectedType = Pick<BookableType, 'durations' | 'defaultDuration' | 'window' | 'lockedZone' | 'locationKind'>

/** Why times are shown in a fixed zone; undefined if the visitor can choose. */
const lockText = ({ lockedZone, locationKind }: SelectedType) =>
  lockedZone === null ? undefined : locationKind === 'in_person' ? 'לפי מקום הפגישה' : 'קבוע לפגישה הזו'

const slotTakenCodes = ['slot_taken', 'slot_not_offered']

/** The day and slot that are selected initially. */
export function pickViewOf(request: BookingRequest, type: SelectedType, free: FreeSlots, now: number) {
  const { zone, minutes, today, until, start, ...selected } = choicesOf(request, type, now)
  const day = selected.day ?? firstFreeDay(startsByDay(free.starts, zone), selected.month)
  const month = selected.month ?? day ?? selected.opens ?? today
  return {
    durations: type.durations,
    windowText: windowText(type.window, today),
    lockText: lockText(type),
    cutMonth: hasDaysOutside(type.window, month, today) ? month.slice(0, 7) : '',
    free,
    zone,
    minutes,
    today,
    until,
    start,
    month,
    day,
    isTaken: slotTakenCodes.includes(submittedOf(request.form).code ?? ''),
  }
}

type Parts = Pick<
  BookingView,
  'path' | 'daysPath' | 'host' | 'type' | 'free' | 'away' | 'marketing' | 'texts' | 'facts' | 'backendKey' | 'link'
> & {
  /** Details of the link's contact. */
  details: FormText
}

export function bookingViewOf(request: BookingRequest, { details, ...parts }: Parts, now: number): BookingView {
  const { query, form } = request
  const { type, free } = parts
  const pick = pickViewOf(request, type, free, now)
  const { values, errors, problem } = submittedOf(form)
  const { isTaken } = pick
  const step = stepOf(values['step'], pick.start, Object.keys(errors).length > 0 || values['mend'] !== undefined)
  return {
    ...parts,
    ...pick,
    typeId: type.id,
    root: undefined,
    step: isTaken && values['step'] === undefined ? 'when' : step,
    held: isTaken ? undefined : heldOf(choicesOf(request, type, now)),
    attempt: values['attempt'] ?? (step === 'when' ? undefined : crypto.randomUUID()),
    state: {
      values: form ? detailsOf(values) : { ...filledIn(prefillNames, query), ...details },
      errors,
      ...(problem !== undefined && !isTaken && { problem }),
    },
    isTaken,
    campaign: filledIn(campaignNames, form ? values : query),
    // Typed details are not put into the URL.
    prefill: values['step'] === undefined ? filledIn(prefillNames, form ? values : query) : {},
  }
}

const submittedOf = (form: unknown): FormState => ({
  values: {},
  errors: {},
  ...(form as Partial<FormState> | undefined),
})

function stepOf(submitted: string | undefined, start: number | undefined, isMended: boolean): BookingView['step'] {
  if (start === undefined) return 'when'
  if (submitted === undefined || isMended) return 'who'
  return 'confirm'
}

const heldOf = ({ start, hold, release }: ReturnType<typeof choicesOf>): HeldSlot | undefined =>
  start !== undefined && hold && release ? { start, token: hold, releaseAt: release } : undefined

/** Token of the single-use booking link. */
export const linkOf = ({ query, form }: BookingRequest): string | undefined =>
  submittedOf(form).values[linkParameter] ?? query[linkParameter]

const filledIn = (names: readonly string[], typed: FormText): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (typed[name] ? [[name, typed[name].slice(0, 200)]] : [])))

/** URL of another booking page, with the campaign and details of this one. */
export const withBookingParams = (path: string, query: Readonly<Record<string, string>>): string =>
  startOf(path, filledIn([...campaignNames, ...prefillNames], query))
