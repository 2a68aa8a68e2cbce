import { addDays } from '#lib/time/day-arithmetic.ts'
import { holidayOn, isRestDay } from '#lib/time/holidays.ts'

/** The next date of the weekday at least three days ahead that is no rest day, eve or memorial day. */
export function nextUsualDay(today: string, weekday: number): string {
  const first = addDays(today, 3)
  const day = addDays(first, (7 + weekday - new Date(first).getUTCDay()) % 7)
  const weeks = Array.from({ length: 10 }, (_, i) => addDays(day, 7 * i))
  return weeks.find((one) => !isRestDay(one) && !['eve', 'memorial'].includes(holidayOn(one)?.kind ?? '')) ?? day
}
