// Decides whether a message may be sent now, or else when. Quiet hours are nights, Saturdays, holidays, memorial days
// and closed days of the business. A business rule, not a legal one.
import { dayOf, formatTime, instantAt } from '#lib/time/dates.ts'
import { addDays, daysBetween } from '#lib/time/day-arithmetic.ts'
import { holidayOn, isClosedHoliday, isSaturday } from '#lib/time/holidays.ts'

/** Times in PostgreSQL's format: '21:00:00'. */
export type QuietHours = {
  quiet_nights: boolean
  night_from: string
  night_until: string
  quiet_shabbat: boolean
  quiet_holidays: boolean
  quiet_memorial: boolean
  rest_from: string
  rest_until: string
  /** Closed days of the business, both ends inclusive. Unlike a rest day they have no quiet eve. */
  closed?: readonly { from: string; until: string }[]
}

/** `expiresAt`: after this instant the message is obsolete. */
type PendingMessage = { purpose: 'transactional' | 'service' | 'marketing'; expiresAt?: Date | null }

/**
 * When a message may be sent: `now`, or the end of the quiet period. Only a service message that would expire earlier
 * is sent immediately.
 */
export function sendTime(now: Date, hours: QuietHours, { purpose, expiresAt }: PendingMessage): Date {
  if (purpose === 'transactional') return now
  const end = quietUntil(now, hours)
  if (!end || (purpose === 'service' && expiresAt && expiresAt <= end)) return now
  return end
}

/** The end of the quiet period that contains `now`, or undefined outside of quiet periods. */
export function quietUntil(now: Date, times: QuietHours): Date | undefined {
  if (!isQuiet(now, times)) return undefined
  const today = dayOf(now)
  // A quiet period ends only at one of these times. Without closed days it is shorter than a week: a holiday next to a
  // Saturday is three days.
  const max = 8 + (times.closed ?? []).reduce((days, { from, until }) => days + daysBetween(from, until) + 1, 0)
  for (let day = today; day <= addDays(today, max); day = addDays(day, 1))
    for (const time of ['00:00', times.night_until, times.rest_until].toSorted()) {
      const end = instantAt(day, time)
      if (end > now && !isQuiet(end, times)) return end
    }
  return undefined
}

const memorialFrom = '20:00'

function isQuiet(at: Date, times: QuietHours): boolean {
  const day = dayOf(at)
  const time = formatTime(at)
  const isRestDay = (one: string) =>
    (times.quiet_shabbat && isSaturday(one)) || (times.quiet_holidays && isClosedHoliday(one))
  if (times.quiet_nights && isBetween(time, times.night_from, times.night_until)) return true
  const isClosed = (one: string) => (times.closed ?? []).some(({ from, until }) => one >= from && one <= until)
  if (isRestDay(day) || isClosed(day)) return true
  // A memorial day starts on the evening before.
  const isMemorialDay = (one: string) => times.quiet_memorial && holidayOn(one)?.kind === 'memorial'
  if (isMemorialDay(day) || (isMemorialDay(addDays(day, 1)) && time >= memorialFrom)) return true
  return (
    (isRestDay(addDays(day, 1)) && time >= clock(times.rest_from)) ||
    ((isRestDay(addDays(day, -1)) || isClosed(addDays(day, -1))) && time < clock(times.rest_until))
  )
}

/** Whether a time is within the night, which spans midnight. */
function isBetween(time: string, from: string, until: string) {
  const [start, end] = [clock(from), clock(until)]
  return start <= end ? time >= start && time < end : time >= start || time < end
}

/** Ignores the seconds of PostgreSQL's format. */
const clock = (time: string) => time.slice(0, 5)
