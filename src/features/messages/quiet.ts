// When advertising does not go out: at night, on Saturday and on holidays, as the business has set it. A custom, not the law.
import { addDays, dayOf, formatTime, instantAt } from '#lib/time/dates.ts'
import { isHoliday, isSaturday } from '#lib/time/rest-days.ts'

/** Hours as the database writes them: '21:00:00'. */
export type QuietTimes = {
  quiet_nights: boolean
  night_from: string
  night_until: string
  quiet_shabbat: boolean
  quiet_holidays: boolean
  rest_from: string
  rest_until: string
}

/** The end of the quiet in which `now` lies, or undefined where messages may go out. */
export function quietUntil(now: Date, times: QuietTimes): Date | undefined {
  if (!isQuiet(now, times)) return undefined
  const today = dayOf(now)
  // Quiet ends only at one of two hours, and no rest is longer than a week: a holiday that touches Saturday lasts three days.
  for (let day = today; day <= addDays(today, 8); day = addDays(day, 1))
    for (const time of [times.night_until, times.rest_until].toSorted()) {
      const end = instantAt(day, time)
      if (end > now && !isQuiet(end, times)) return end
    }
  return undefined
}

function isQuiet(at: Date, times: QuietTimes): boolean {
  const day = dayOf(at)
  const time = formatTime(at)
  const rests = (one: string) => (times.quiet_shabbat && isSaturday(one)) || (times.quiet_holidays && isHoliday(one))
  if (times.quiet_nights && isBetween(time, times.night_from, times.night_until)) return true
  if (rests(day)) return true
  return (
    (rests(addDays(day, 1)) && time >= clock(times.rest_from)) ||
    (rests(addDays(day, -1)) && time < clock(times.rest_until))
  )
}

/** A night lies on both sides of midnight. */
function isBetween(time: string, from: string, until: string) {
  const [start, end] = [clock(from), clock(until)]
  return start <= end ? time >= start && time < end : time >= start || time < end
}

/** The database writes seconds too. */
const clock = (time: string) => time.slice(0, 5)
