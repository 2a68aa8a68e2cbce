// The rules of a type that bind whole days: the booking window and the caps.
import { addDays } from '#lib/time/day-arithmetic.ts'
import { dayIn } from '#lib/time/zoned-time.ts'
import type { Day, SlotInput, SlotReason } from './slot-rules.ts'

/** The Sunday of the week. */
const weekOf = (day: Day) => addDays(day, -new Date(day).getUTCDay())

/** The first limit that closes a day to new slots of the type, or undefined. */
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

function bookingWindow({ schedule, rules, now }: SlotInput): (day: Day) => boolean {
  const { window_kind, window_days, window_from, window_to } = rules
  if (window_kind === 'range') return (day) => (!window_from || window_from <= day) && (!window_to || day <= window_to)
  if (window_kind === 'unlimited' || window_days === null) return () => true
  const last = addDays(dayIn(schedule.zone, now), window_days)
  return (day) => day <= last
}
