// The days that can be booked, and what is said about the days outside of them.
import { addDays } from '#lib/time/day-arithmetic.ts'
import { monthSpan } from './free-days.ts'

/** The first and the last day; null without a limit on that side. */
export type BookingWindow = { from: string | null; until: string | null }

/** Why days of the shown month have no hours. Undefined while all of them, from today on, are within the window. */
export function windowText({ from, until }: BookingWindow, month: string, today: string): string | undefined {
  const { first, next } = monthSpan(month)
  if (until && until < today) return `הקביעה לפגישה הזו הסתיימה ב־${written(until)}.`
  const isEarly = from !== null && from > today && from > first
  const isLate = until !== null && until < addDays(next, -1)
  if (!isEarly && !isLate) return undefined
  if (from && from > today)
    return until ? `אפשר לקבוע לימים ${written(from)} עד ${written(until)}.` : `אפשר לקבוע החל ב־${written(from)}.`
  return `אפשר לקבוע עד ${written(until!)}.`
}

/** 4.10.2026 */
const written = (day: string) => day.split('-').map(Number).toReversed().join('.')
