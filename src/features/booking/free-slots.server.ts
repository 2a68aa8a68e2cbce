// Free slots of an appointment type, computed from the database and Google busy times.
import { Refusal } from '#kernel/errors.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { refusals } from './booking-labels.ts'
import type { Busy, HostSchedule, SlotInput, SlotRules, Span } from './slots/slot-rules.ts'
import { freeSlots } from './slots/free-slots.ts'
import { nearestSlots } from './slots/nearest-slots.ts'

/**
 * Busy times of the host's connected calendar, without the event of an appointment that is being rescheduled. `none`: no calendar is
 * connected, or the host chose to ignore a broken one. `closed`: it is unreadable and the host chose to offer no slots without it.
 */
export type ReadBusyTimes = (
  hostId: string,
  from: number,
  to: number,
  exceptEvent?: string,
) => Promise<readonly Span[] | 'none' | 'closed'>

export type SlotQuery = {
  typeId: string
  duration: number
  /** Epoch milliseconds. */
  from: number
  to: number
  /** The chain that is being rescheduled, which does not block itself. */
  exceptRoot?: string | undefined
  /** SHA-256 of the visitor's own hold, in hexadecimal. */
  exceptHold?: string | undefined
}

export type SlotFacts = {
  host: string
  /** Requires that the type and its host accept bookings from the site. */
  isOpen: boolean
  schedule: HostSchedule
  rules: Omit<SlotRules, 'duration'>
  /** The event of the appointment that is being rescheduled, which does not block the new time. */
  leavesEvent: string | null
  busy: Busy[]
}

const reachMs = 14 * 86_400_000

/** Slot data from the database. Refused for an unknown type, and with `booking_closed` if it accepts no bookings. */
export async function readFacts(db: Db, { typeId, from, to, exceptRoot, exceptHold }: SlotQuery): Promise<SlotFacts> {
  const { facts } = await db.one<{ facts: SlotFacts | null }>('select slot_facts($1, $2, $3, $4, $5) as facts', [
    typeId,
    new Date(from),
    new Date(to),
    exceptRoot ?? null,
    exceptHold ?? null,
  ])
  if (!facts) throw new Refusal('type_gone', 404, refusals.type_gone)
  if (!facts.isOpen) throw new Refusal('booking_closed', 409, refusals.booking_closed)
  return facts
}

/** Slot data from the database and the connected calendar, as SlotInput. */
export const slotInput = (facts: SlotFacts, busy: readonly Span[], duration: number, now = Date.now()): SlotInput => ({
  schedule: facts.schedule,
  rules: { ...facts.rules, duration },
  busy: [
    ...facts.busy,
    ...busy.map((span) => ({ ...span, source: 'google' as const, own_type: false, buffer_before: 0, buffer_after: 0 })),
  ],
  now,
})

/** Whether a free slot starts exactly at `start`. */
export const isOffered = (input: SlotInput, start: number) =>
  freeSlots(input, start, start + 1).some((slot) => slot.start === start)

/** The three free slots nearest to `start`, up to two weeks away. */
export const alternatives = (input: SlotInput, start: number): string[] =>
  nearestSlots(input, start, 3)
    // Busy times beyond that were not read.
    .filter((slot) => Math.abs(slot.start - start) <= reachMs)
    .map((slot) => new Date(slot.start).toISOString())

/** Time range of the data that is needed to check a slot and find its alternatives. */
export const spanAround = (start: number) => ({ from: start - reachMs, to: start + reachMs })
