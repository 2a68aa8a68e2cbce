// Request and response of the free slots, for the server-rendered page and the picker.
import { dayIn } from '#lib/time/zoned-time.ts'
import type { FreeSlots } from './free-days.ts'

/** Range in epoch milliseconds. `root`: an appointment that is being rescheduled and does not block itself. */
export type SlotSearch = {
  typeId: string
  minutes: number
  zone: string
  from: number
  until: number
  root?: string | undefined
}

export type SlotAnswer = Pick<FreeSlots, 'left'> & {
  generatedAt: string
  days: readonly { day: string; starts: readonly string[] }[]
}

export function slotsPath({ typeId, minutes, zone, from, until, root }: SlotSearch): string {
  const query = new URLSearchParams({
    type: typeId,
    duration: String(minutes),
    from: dayIn(zone, from),
    to: dayIn(zone, until),
    zone,
    ...(root && { root }),
  })
  return `booking-slots?${query.toString()}`
}

/** The response covers whole days. Starts beyond the range are dropped: a later response for the same range would not replace them. */
export const freeSlotsOf = ({ generatedAt, days, left }: SlotAnswer, { from, until }: SlotSearch): FreeSlots => ({
  from,
  until,
  generatedAt: Date.parse(generatedAt),
  starts: days
    .flatMap(({ starts }) => starts.map((start) => Date.parse(start)))
    .filter((start) => start >= from && start < until),
  left,
})
