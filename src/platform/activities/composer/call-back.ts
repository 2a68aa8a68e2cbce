// Due date of the callback task of a call whose outcome is "call back".
import { dayOf } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { isRestDay } from '#lib/time/holidays.ts'

export const callBackTime = '10:00'

/** Tomorrow, or the first working day after it. */
export function callBackDay(now: Date): string {
  let day = addDays(dayOf(now), 1)
  while (isRestDay(day)) day = addDays(day, 1)
  return day
}
