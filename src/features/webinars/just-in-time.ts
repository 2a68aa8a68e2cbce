// The next quarter of an hour at which an automated webinar can begin. Pages and the server share it.
import { formatTime } from '#lib/time/dates.ts'
import { isRestAt } from './schedule/schedule-notes.ts'

const minute = 60_000
const quarter = 15 * minute
/** To read the form, and to enter. */
const lead = 3 * minute

export type JustInTime = {
  duration_minutes: number
  /** Times as PostgreSQL writes them: '09:00:00'; null without these dates. */
  just_in_time_from: string | null
  just_in_time_until: string | null
}

/** An instant, or undefined outside of the hours, and where the broadcast would run into a rest day. */
export function nextQuarter(webinar: JustInTime, now: number): string | undefined {
  const { just_in_time_from: from, just_in_time_until: until, duration_minutes: minutes } = webinar
  if (!from || !until) return undefined
  const start = new Date(afterLead(now))
  const time = formatTime(start)
  if (time < from.slice(0, 5) || time > until.slice(0, 5)) return undefined
  if (isRestAt(start) || isRestAt(new Date(start.getTime() + minutes * minute - 1))) return undefined
  return start.toISOString()
}

/** The next quarter whose session takes registrations. `taken`: the starts of full and cancelled ones, in milliseconds. */
export function nextFreeQuarter(webinar: JustInTime, now: number, taken: readonly number[]): string | undefined {
  let at = nextQuarter(webinar, now)
  while (at && taken.includes(Date.parse(at))) at = nextQuarter(webinar, Date.parse(at) - lead)
  return at
}

const afterLead = (now: number) => (Math.floor((now + lead) / quarter) + 1) * quarter

/** The instant at which another quarter is the next one. */
export const quarterHoldsUntil = (now: number) => new Date(afterLead(now) - lead).toISOString()

/** The hours in which it begins, as a page states them. */
export const hoursOf = ({ just_in_time_from: from, just_in_time_until: until }: JustInTime) =>
  from && until ? `בין ${from.slice(0, 5)} ל־${until.slice(0, 5)}` : undefined
