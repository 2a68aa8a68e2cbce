import { addDays } from '#lib/time/day-arithmetic.ts'
import { dayIn } from '#lib/time/zoned-time.ts'
import { candidatesOf } from './candidates.ts'
import type { Slot, SlotInput } from './slot-rules.ts'

/** The free slots that start in [from, to), in order. */
export function freeSlots(input: SlotInput, from: number, to: number): Slot[] {
  if (from >= to) return []
  const { zone } = input.schedule
  const candidates = candidatesOf(input, { from, to })
  const last = dayIn(zone, to - 1)
  const free: Slot[] = []
  for (let day = dayIn(zone, from); day <= last; day = addDays(day, 1))
    for (const { slot, reason } of candidates(day))
      if (slot && !reason && slot.start >= from && slot.start < to) free.push(slot)
  return free
}
