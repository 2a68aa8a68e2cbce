// Compares free slots and explanations with the oracle, over days of 2026.
import { memoize } from '#lib/memoize.ts'
import { explainDay } from './explain-day.ts'
import { freeSlots } from './free-slots.ts'
import { expectedSlotsOfDay, occupiedMinutes } from './slot-oracle.fixture.ts'
import type { SlotInput, SlotReason } from './slot-rules.ts'
import { dayOfLocal, localOfDay, localYear } from './year-2026.fixture.ts'

const minuteMs = 60_000
const yearOf = memoize(localYear)

export type DateRange = { first: string; days: number }

/** The first difference in a range of days, or undefined. Counts the compared slots. */
export function firstDifference(
  input: SlotInput,
  { first, days }: DateRange,
): { difference: string | undefined; free: number; taken: number } {
  const year = yearOf(input.schedule.zone)
  const occupied = occupiedMinutes(input.busy)
  let [free, taken] = [0, 0]
  const expected: number[] = []
  for (let i = 0; i < days; i++) {
    const day = dayOfLocal(localOfDay(first, i * 1440))
    const expectedSlots = expectedSlotsOfDay(input, year, day, occupied)
    const reasons = expectedSlots.flatMap(({ reason }) => reason ?? [])
    expected.push(...expectedSlots.flatMap(({ at, reason }) => (reason || at === undefined ? [] : at)))
    taken += reasons.length
    const [explained, expectedCounts] = [explainDay(input, day), counted(reasons)]
    const isSame =
      explained.length === expectedCounts.size &&
      explained.every((one) => expectedCounts.get(JSON.stringify(one.reason)) === one.taken)
    if (!isSame)
      return {
        difference: `${day}: ${JSON.stringify(explained)}, not ${JSON.stringify([...expectedCounts])}`,
        free,
        taken,
      }
  }
  free = expected.length
  const from = year.firstInstantOf(localOfDay(first, 0))!
  const to = year.firstInstantOf(localOfDay(first, days * 1440))!
  const found = freeSlots(input, from, to)
  const i = found.findIndex(({ start }, n) => start !== expected[n])
  const at = i >= 0 ? i : found.length
  if (found.length !== expected.length || i >= 0)
    return { difference: `slot ${at}: ${iso(found[at]?.start)}, not ${iso(expected[at])}`, free, taken }
  const wrongEnd = found.find(({ start, end }) => end - start !== input.rules.duration * minuteMs)
  return { difference: wrongEnd && `the slot of ${iso(wrongEnd.start)} ends at ${iso(wrongEnd.end)}`, free, taken }
}

function counted(reasons: SlotReason[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const reason of reasons) counts.set(JSON.stringify(reason), (counts.get(JSON.stringify(reason)) ?? 0) + 1)
  return counts
}

const iso = (at: number | undefined) => (at === undefined ? 'none' : new Date(at).toISOString())
