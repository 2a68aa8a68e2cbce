// The days of a month as weeks from Sunday, and the keyboard navigation of a calendar.
import { addDays } from '#lib/time/day-arithmetic.ts'

/** Whole weeks, with days of the neighbouring months. */
export function weeksOf(day: string): string[][] {
  const first = `${day.slice(0, 7)}-01`
  const start = addDays(first, -weekday(first))
  const weeks: string[][] = []
  for (let week = start; week < addMonths(first, 1); week = addDays(week, 7))
    weeks.push(Array.from({ length: 7 }, (_, i) => addDays(week, i)))
  return weeks
}

/** The same day of another month, or its last day if it is shorter. */
export function addMonths(day: string, months: number): string {
  const index = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months
  const first = `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
  const days = new Date(Date.UTC(Math.floor(index / 12), (index % 12) + 1, 0)).getUTCDate()
  return `${first}-${String(Math.min(days, Number(day.slice(8)))).padStart(2, '0')}`
}

/** The keys of the WAI-ARIA date grid, right to left: the next day is to the left. */
export function dayAfterKey(day: string, key: string, isShift: boolean): string | undefined {
  const months = isShift ? 12 : 1
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, 1)
    case 'ArrowRight':
      return addDays(day, -1)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'Home':
      return addDays(day, -weekday(day))
    case 'End':
      return addDays(day, 6 - weekday(day))
    case 'PageDown':
      return addMonths(day, months)
    case 'PageUp':
      return addMonths(day, -months)
    default:
      return undefined
  }
}

const weekday = (day: string) => new Date(day).getUTCDay()
