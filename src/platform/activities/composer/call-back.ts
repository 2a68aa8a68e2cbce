// The follow-up of a call whose outcome is "call back".
import { addDays, dayOf } from '#lib/time/dates.ts'
import { isHoliday, isSaturday } from '#lib/time/rest-days.ts'

export const callBackTime = '10:00'

/** Tomorrow, or the first day after it that is no day of rest. */
export function callBackDay(now: Date): string {
  let day = addDays(dayOf(now), 1)
  while (isSaturday(day) || isHoliday(day)) day = addDays(day, 1)
  return day
}
