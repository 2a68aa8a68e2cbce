// Requests from the island of a booking page to the server.
import { type Answer, callFunction } from '#client/call-function.ts'
import type { FreeSlots } from './free-days.ts'
import { freeSlotsOf, type SlotAnswer, type SlotSearch, slotsPath } from './slot-search.ts'

type SlotHeld = { holdToken: string; releaseAt: string }

export type ChosenSlot = {
  typeId: string
  start: number
  minutes: number
  holdToken: string | undefined
  /** Token of the single-use booking link. */
  link?: string | undefined
}

export const choiceOf = ({ typeId, start, minutes, holdToken, link }: ChosenSlot) => ({
  typeId,
  startsAt: new Date(start).toISOString(),
  duration: minutes,
  holdToken,
  link,
})

/** Free slots of a range of days, at most 92. */
export async function searchSlots(key: string, search: SlotSearch): Promise<FreeSlots | undefined> {
  try {
    const response = await fetch(`/functions/v1/${slotsPath(search)}`, {
      headers: { apikey: key },
      signal: AbortSignal.timeout(20_000),
    })
    return response.ok ? freeSlotsOf((await response.json()) as SlotAnswer, search) : undefined
  } catch {
    return undefined
  }
}

/** The response to a taken slot contains the nearest free ones, computed by the server at that moment. */
export type Nearest = { nearest: readonly string[] }

/** Holds a slot; an existing hold with `holdToken` is moved to it. */
export const holdSlot = (key: string, selected: ChosenSlot): Promise<Answer<SlotHeld, Nearest>> =>
  callFunction('hold-slot', key, choiceOf(selected))
