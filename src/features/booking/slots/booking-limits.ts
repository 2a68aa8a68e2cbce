// Rules of a type that apply to whole days: the booking window and the caps.
import { addDays } from '#lib/time/day-arithmetic.ts'
import { boundaryIn, dayIn } from '#lib/time/zoned-time.ts'
import type { Day, SlotInput, SlotReason } from './slot-rules.ts'

/** The Sunday of the week. */
const weekOf = (day: Day) => addDays(day, -new Date(day).getUTCDay())

/** The first limit that closes a day to new slots of the type, if any. */
export function dayLimits(input: SlotInput): (day: Day) => SlotReason | undefined {
  const { max_per_day, max_per_week } = input.rules
  const isOpen = bookingWindow(input)
  const [perDay, perWeek] = [new Map<Day, number>(), new Map<Day, number>()]
  if (max_per_day !== null || max_per_week !== null)
    for (const { from, to, own_type } of input.busy) {
      if (!own_type || from >= to) continue
      const day = dayIn(input.schedule.zone, from)
      perDay.set(day, (perDay.get(day) ?? 0) + 1)
      perWeek.set(weekOf(day), (perWeek.get(weekOf(day)) ?? 0) + 1)
    }
  return (day) => {
    if (!isOpen(day)) return { code: 'window' }
    if (max_per_day !== null && (perDay.get(day) ?? 0) >= max_per_day) return { code: 'max_per_day' }
    if (max_per_week !== null && (perWeek.get(weekOf(day)) ?? 0) >= max_per_week) return { code: 'max_per_week' }
    return undefined
  }
}

function bookingWindow(input: SlotInput): (day: Day) => boolean {
  const { window_kind, window_from } = input.rules
  const last = lastDay(input)
  const first = window_kind === 'range' ? window_from : null
  return (day) => (first === null || first <= day) && (last === null || day <= last)
}

/** The last day of the booking window; null for a window without an end. */
function lastDay({ schedule, rules, now }: SlotInput): Day | null {
  const { window_kind, window_days, window_to } = rules
  if (window_kind === 'range') return window_to
  return window_kind === 'unlimited' || window_days === null ? null : addDays(dayIn(schedule.zone, now), window_days)
}

/** When the booking window ends, at most `to`. */
export function windowEnd(input: SlotInput, to: number): number {
  const last = lastDay(input)
  return last === null ? to : Math.min(to, boundaryIn(input.schedule.zone, addDays(last, 1), 0))
}
