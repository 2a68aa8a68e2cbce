// The next quarter of an hour at which an automated webinar can start. Shared by pages and the server.
import { dayOf, formatTime, instantAt } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { isRestAt } from './schedule/schedule-notes.ts'

const minute = 60_000
const quarter = 15 * minute
/** Time for filling in the form and joining. */
const lead = 3 * minute

export type JustInTime = {
  duration_minutes: number
  /** Times in PostgreSQL's format: '09:00:00'; null without just-in-time sessions. */
  just_in_time_from: string | null
  just_in_time_until: string | null
}

/** The start as an instant, or undefined outside of the hours, and if the broadcast would overlap a rest day. */
export function nextQuarter(webinar: JustInTime, now: number): string | undefined {
  const { just_in_time_from: from, just_in_time_until: until, duration_minutes: minutes } = webinar
  if (!from || !until) return undefined
  const start = new Date(afterLead(now))
  const time = formatTime(start)
  if (time < from.slice(0, 5) || time > until.slice(0, 5)) return undefined
  if (isRestAt(start) || isRestAt(new Date(start.getTime() + minutes * minute - 1))) return undefined
  return start.toISOString()
}

/** The next quarter whose session accepts registrations. `taken`: the starts of full and cancelled sessions, in milliseconds. */
export function nextFreeQuarter(webinar: JustInTime, now: number, taken: readonly number[]): string | undefined {
  let at = nextQuarter(webinar, now)
  while (at && taken.includes(Date.parse(at))) at = nextQuarter(webinar, Date.parse(at) - lead)
  return at
}

/** Search limit, longer than any sequence of rest days. */
const farthest = 10 * 24 * 60 * minute

/** The first quarter of the next daily hours, for an instant outside of them. */
export function nextOpening(webinar: JustInTime, now: number, taken: readonly number[]): string | undefined {
  const { just_in_time_from: from, just_in_time_until: until } = webinar
  if (!from || !until) return undefined
  for (let at = now; at < now + farthest;) {
    const found = nextQuarter(webinar, at)
    if (found && !taken.includes(Date.parse(found))) return found
    const start = new Date(afterLead(at))
    const [day, time] = [dayOf(start), formatTime(start)]
    const opens = (on: string) => instantAt(on, from.slice(0, 5)).getTime() - lead - 1
    at =
      time < from.slice(0, 5) ? opens(day) : time > until.slice(0, 5) ? opens(addDays(day, 1)) : start.getTime() - lead
  }
  return undefined
}

const afterLead = (now: number) => (Math.floor((now + lead) / quarter) + 1) * quarter

/** When the result of nextQuarter() changes. */
export const quarterHoldsUntil = (now: number) => new Date(afterLead(now) - lead).toISOString()

/** The daily hours, as text for a page. */
export const hoursOf = ({ just_in_time_from: from, just_in_time_until: until }: JustInTime) =>
  from && until ? `בין ${from.slice(0, 5)} ל־${until.slice(0, 5)}` : undefined
