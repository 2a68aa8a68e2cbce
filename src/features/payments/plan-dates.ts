// Dates and amounts of a payment plan, before it is created.
import { addDays } from '#lib/time/day-arithmetic.ts'
import { isRestDay } from '#lib/time/holidays.ts'

export type PlanPart = { due_on: string; amount_agorot: number; moved_from?: string }

/** Monthly instalments from a day on; one on a Saturday or holiday is moved to the next working day.
    The remainder of the division is added to the first. */
export function planParts(totalAgorot: number, parts: number, firstDay: string): PlanPart[] {
  const each = Math.floor(totalAgorot / parts)
  return Array.from({ length: parts }, (_, i) => {
    const day = monthsLater(firstDay, i)
    const due_on = workday(day)
    return {
      due_on,
      amount_agorot: i === 0 ? totalAgorot - each * (parts - 1) : each,
      ...(due_on !== day && { moved_from: day }),
    }
  })
}

/** The same day of a later month, or its last day if the month is shorter. */
export function monthsLater(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

const workday = (day: string): string => (isRestDay(day) ? workday(addDays(day, 1)) : day)
