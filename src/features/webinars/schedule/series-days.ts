// The days of a series: at the same interval, without rest days.
import { addDays } from '#lib/time/day-arithmetic.ts'
import { restNameOf } from './schedule-notes.ts'

export const intervals = { 7: 'כל שבוע', 14: 'כל שבועיים', 28: 'כל ארבעה שבועות' } as const
export const mostDates = 12

/** `count` days from the first one; rest days among them are left out, and named. */
export function seriesDays(first: string, everyDays: number, count: number) {
  const days = Array.from({ length: count }, (_, n) => addDays(first, n * everyDays))
  // The first one was chosen, whatever day it is.
  const rests = days.slice(1).filter((day) => restNameOf(day))
  return { days: days.filter((day) => !rests.includes(day)), rests }
}
