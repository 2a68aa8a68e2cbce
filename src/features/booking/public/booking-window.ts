// The bookable days, and the note about days outside of them.
import { addDays } from '#lib/time/day-arithmetic.ts'
import { monthSpan } from './free-days.ts'

/** First and last day; null without a limit on that side. */
export type BookingWindow = { from: string | null; until: string | null }

/** A note about the bookable days. Undefined if every day from today on is bookable. */
export function windowText({ from, until }: BookingWindow, today: string): string | undefined {
  if (until && until < today) return `הקביעה לפגישה הזו הסתיימה ב־${written(until)}.`
  if (from && from > today)
    return until ? `אפשר לקבוע לימים ${written(from)} עד ${written(until)}.` : `אפשר לקבוע החל ב־${written(from)}.`
  return until ? `אפשר לקבוע עד ${written(until)}.` : undefined
}

/** Whether some days of the month, from today on, are outside the window. */
export function hasDaysOutside({ from, until }: BookingWindow, month: string, today: string): boolean {
  const { first, next } = monthSpan(month)
  return (from !== null && from > today && from > first) || (until !== null && until < addDays(next, -1))
}

/** 4.10.2026 */
const written = (day: string) => day.split('-').map(Number).toReversed().join('.')
