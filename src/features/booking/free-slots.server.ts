// Free slots of an appointment type: the database's facts, what Google knows, and the slot function.
import { Refusal } from '#kernel/errors.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { refusals } from './booking-labels.ts'
import type { Busy, HostSchedule, SlotInput, SlotRules, Span } from './slots/slot-rules.ts'
import { freeSlots } from './slots/free-slots.ts'
import { nearestSlots } from './slots/nearest-slots.ts'

/**
 * Busy times of the host's connected calendar, without the event that a moved appointment leaves behind. `none`: no calendar is connected, or the host chose to go on without it while it is broken.
 * `closed`: it cannot be read and the host chose not to offer hours without it.
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
  /** A chain of appointments that is moved, and does not block itself. */
  exceptRoot?: string | undefined
  /** SHA-256 of the visitor's own hold, in hexadecimal. */
  exceptHold?: string | undefined
}

export type SlotFacts = {
  host: string
  /** Whether the type and its host take bookings from the site. */
  isOpen: boolean
  schedule: HostSchedule
  rules: Omit<SlotRules, 'duration'>
  /** The event that an appointment leaves behind when it moves: it does not block the move. */
  leavesEvent: string | null
  busy: Busy[]
}

const reachMs = 14 * 86_400_000

/** What the database knows. Refused for an unknown type, and with `booking_closed` for one that takes no bookings. */
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

/** The facts of the database and of the connected calendar, as the slot function reads them. */
export const slotInput = (facts: SlotFacts, busy: readonly Span[], duration: number, now = Date.now()): SlotInput => ({
  schedule: facts.schedule,
  rules: { ...facts.rules, duration },
  busy: [
    ...facts.busy,
    ...busy.map((span) => ({ ...span, source: 'google' as const, own_type: false, buffer_before: 0, buffer_after: 0 })),
  ],
  now,
})

/** Whether a slot starts exactly at `start`. */
export const isOffered = (input: SlotInput, start: number) =>
  freeSlots(input, start, start + 1).some((slot) => slot.start === start)

/** The three free slots nearest to `start`, up to two weeks away. */
export const alternatives = (input: SlotInput, start: number): string[] =>
  nearestSlots(input, start, 3)
    // Busy times further away were not read.
    .filter((slot) => Math.abs(slot.start - start) <= reachMs)
    .map((slot) => new Date(slot.start).toISOString())

/** The span whose facts serve a slot and its alternatives. */
export const spanAround = (start: number) => ({ from: start - reachMs, to: start + reachMs })
