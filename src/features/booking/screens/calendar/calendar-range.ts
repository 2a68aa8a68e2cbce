// Date ranges of the calendar views. Days are 'YYYY-MM-DD' in Israel time.
import { formatDayInYear, formatHebrewDate, formatLongDate, instantAt, monthAndYear } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { addMonths, weeksOf } from '#ui/dates/calendar-month.ts'

export const views = ['day', 'week', 'month', 'agenda'] as const
export type View = (typeof views)[number]

const agendaDays = 30

/** Sunday of the day's week. */
const sundayOf = (day: string) => addDays(day, -new Date(day).getUTCDay())
const daysFrom = (first: string, many: number) => Array.from({ length: many }, (_, i) => addDays(first, i))

/** The displayed days, in order. A month is padded to whole weeks. */
export function daysOf(view: View, day: string): string[] {
  if (view === 'day') return [day]
  if (view === 'week') return daysFrom(sundayOf(day), 7)
  if (view === 'agenda') return daysFrom(day, agendaDays)
  return weeksOf(day).flat()
}

/** Start of the first day and end of the last one, as instants. */
export function rangeOf(days: readonly string[]): { from: string; to: string } {
  return {
    from: instantAt(days[0]!, '00:00').toISOString(),
    to: instantAt(addDays(days.at(-1)!, 1), '00:00').toISOString(),
  }
}

/** The day to show after stepping one page forward or back. */
export function stepDay(view: View, day: string, direction: 1 | -1): string {
  if (view === 'month') return addMonths(day, direction)
  return addDays(day, direction * { day: 1, week: 7, agenda: agendaDays }[view])
}

/** The heading of a view, and the Hebrew dates below it. */
export function titleOf(view: View, day: string): { title: string; hebrew: string } {
  const days = daysOf(view, day)
  const noon = (at: string) => `${at}T12:00:00Z`
  if (view === 'day') return { title: formatLongDate(noon(day)), hebrew: formatHebrewDate(noon(day)) }
  if (view === 'month') return { title: monthAndYear(noon(day)), hebrew: '' }
  const first = noon(days[0]!)
  const last = noon(days.at(-1)!)
  return {
    title:
      first.slice(0, 7) === last.slice(0, 7)
        ? `${Number(first.slice(8, 10))} עד ${formatDayInYear(last)} ${last.slice(0, 4)}`
        : `${formatDayInYear(first)} עד ${formatDayInYear(last)} ${last.slice(0, 4)}`,
    hebrew: `${formatHebrewDate(first)} עד ${formatHebrewDate(last)}`,
  }
}
