// The days of a series: at a fixed interval, without rest days.
import { addDays } from '#lib/time/day-arithmetic.ts'
import { restNameOf } from './schedule-notes.ts'

export const intervals = { 7: 'כל שבוע', 14: 'כל שבועיים', 28: 'כל ארבעה שבועות' } as const
export const maxDates = 26

/** `until`: no date is after this day. */
type SeriesEnd = { count: number } | { until: string }

/** Days from the first one: `count` of them, or all until a day; rest days among them are skipped, and returned with their names. */
export function seriesDays(first: string, everyDays: number, end: SeriesEnd) {
  const count = 'count' in end ? end.count : datesUntil(first, everyDays, end.until)
  const planned = Array.from({ length: Math.min(count, maxDates) }, (_, n) => addDays(first, n * everyDays))
  // The first day is never skipped, because it was chosen explicitly.
  const rests = planned.slice(1).filter((day) => restNameOf(day))
  return { days: planned.filter((day) => !rests.includes(day)), rests, isCut: count > maxDates }
}

/** At least 1: the first day is included even if `until` is earlier. */
const datesUntil = (first: string, everyDays: number, until: string) =>
  1 + Math.max(0, Math.floor((Date.parse(until) - Date.parse(first)) / (everyDays * 86_400_000)))
