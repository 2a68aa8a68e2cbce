// The request for free slots and its answer, of the page on the server and of the picker in the browser.
import { dayIn } from '#lib/time/zoned-time.ts'
import type { FreeSlots } from './free-days.ts'

/** A span in epoch milliseconds. `root`: an appointment that is moved and does not block itself. */
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

/** The answer covers whole days. Starts beyond the span are left out: a later answer for the same span would not replace them. */
export const freeSlotsOf = ({ generatedAt, days, left }: SlotAnswer, { from, until }: SlotSearch): FreeSlots => ({
  from,
  until,
  generatedAt: Date.parse(generatedAt),
  starts: days
    .flatMap(({ starts }) => starts.map((start) => Date.parse(start)))
    .filter((start) => start >= from && start < until),
  left,
})
