import { freeSlots } from './free-slots.ts'
import type { Slot, SlotInput } from './slot-rules.ts'

const dayMs = 86_400_000
// Most hosts have three free slots within days; alternatives beyond a year are not useful.
const radiiDays = [3, 14, 60, 366]

/** The free slots nearest to an instant, the earlier slot first if equally near. At most a year away. */
export function nearestSlots(input: SlotInput, at: number, atMost = 3): Slot[] {
  let near: Slot[] = []
  for (const days of radiiDays) {
    near = freeSlots(input, at - days * dayMs, at + days * dayMs + 1)
    if (near.length >= atMost) break
  }
  const distance = ({ start }: Slot) => Math.abs(start - at)
  return near.toSorted((a, b) => distance(a) - distance(b) || a.start - b.start).slice(0, atMost)
}
