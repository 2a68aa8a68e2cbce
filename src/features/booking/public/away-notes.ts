// Formats time off that a host shares with visitors, for the calendar of a booking page.
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { israelZone } from '#lib/time/visitor-zones.ts'
import { dayIn } from '#lib/time/zoned-time.ts'
import { clockIn } from './free-days.ts'

/** Instants in ISO form. */
export type TimeAway = { startsAt: string; endsAt: string; note: string }

/** `months` ('YYYY-MM'): the calendar months below which the note is shown. */
export type AwayNote = { months: readonly string[]; text: string }

const dayAndMonth = new Intl.DateTimeFormat('he-IL', { timeZone: 'UTC', day: 'numeric', month: 'long' })

/** Days in Israel time, in which the host entered them. */
export const awayNotes = (away: readonly TimeAway[]): AwayNote[] =>
  away.map(({ startsAt, endsAt, note }) => {
    const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)]
    const [first, last] = [dayIn(israelZone, start), dayIn(israelZone, end - 1)]
    const isWhole = dayIn(israelZone, end) > last && clockIn(israelZone, start) === '00:00'
    const hours = first === last && !isWhole && isolate(`${clockIn(israelZone, start)}–${clockIn(israelZone, end)}`)
    const when = [daysText(first, last), hours].filter(Boolean).join(', ')
    return { months: monthsOf(first, last), text: `אין שעות ב־${when}: ${note}` }
  })

function daysText(first: string, last: string): string {
  const [from, until] = [first, last].map((day) => dayAndMonth.format(Date.parse(day)))
  if (first === last) return from!
  return first.slice(0, 7) === last.slice(0, 7) ? `${Number(first.slice(8))}–${until}` : `${from} עד ${until}`
}

function monthsOf(first: string, last: string): string[] {
  const months = [first.slice(0, 7)]
  while (months.at(-1)! < last.slice(0, 7)) months.push(addDays(`${months.at(-1)}-01`, 31).slice(0, 7))
  return months
}
