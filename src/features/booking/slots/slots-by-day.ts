import { dayIn } from '#lib/time/zoned-time.ts'
import type { Slot } from './slot-rules.ts'

/** Slots by day in a visitor's time zone, which can differ from the host's day. */
export function slotsByDay(slots: readonly Slot[], zone: string): { day: string; slots: Slot[] }[] {
  const days: { day: string; slots: Slot[] }[] = []
  for (const slot of slots) {
    const day = dayIn(zone, slot.start)
    const last = days.at(-1)
    if (last?.day === day) last.slots.push(slot)
    else days.push({ day, slots: [slot] })
  }
  return days
}
