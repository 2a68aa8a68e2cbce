// All slots within the opening hours of a day, each with the first rule that excludes it. Basis of free slots and explanations.
import { boundaryIn, instantIn, minutesOf } from '#lib/time/zoned-time.ts'
import { dayLimits } from './booking-limits.ts'
import { closuresOn } from './closures.ts'
import type { Busy, Day, Slot, SlotInput, SlotReason, Span } from './slot-rules.ts'
import { spanIndex } from './span-index.ts'
import { joinWindows, weeklyWindows } from './windows.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

/** `slot` is undefined if its local start time does not exist because of DST. */
type Candidate = { slot: Slot; reason: SlotReason | undefined } | { slot: undefined; reason: SlotReason }

/** Prepares the rules once, for days within `range`. */
export function candidatesOf(input: SlotInput, range: Span): (day: Day) => Candidate[] {
  const { schedule, rules } = input
  const { zone, overrides, policy } = schedule
  if (!(rules.duration > 0 && rules.slot_interval > 0)) throw new RangeError('a slot needs a duration and an interval')
  const weekly = weeklyWindows(schedule)
  const limitOf = dayLimits(input)
  const isTaken = busyTime(input, range)
  const sharedAt = sharedSpans(input)
  const earliest = input.now + rules.min_notice_min * minuteMs

  return (day) => {
    const override = overrides[day]
    const hours = override && override.length > 0 ? joinWindows(override) : weekly[new Date(day).getUTCDay()]!
    const closures = closuresOn(schedule, day)
    const evening = boundaryIn(zone, day, minutesOf(policy.eve_close))
    const limit = limitOf(day)

    function reasonAgainst(slot: Slot, windowEnd: number): SlotReason | undefined {
      if (slot.end > windowEnd) return { code: 'clock_gap' }
      const closure = closures.find(({ effect }) => effect === 'closed' || slot.end > evening)
      if (closure) return closure.reason
      const shared = sharedAt(slot)
      // The cap counts a group once, and this group is already counted.
      const ownLimit = shared && limit?.code !== 'window' ? undefined : limit
      return isTaken(slot, shared) ?? (slot.start < earliest ? { code: 'min_notice' } : ownLimit)
    }
    const slotAt = (start: number): Slot => {
      const slot = { start, end: start + rules.duration * minuteMs }
      return rules.seats === null ? slot : { ...slot, left: sharedAt(slot)?.left ?? rules.seats }
    }

    const found: Candidate[] = []
    for (const { start, end } of hours) {
      const windowEnd = boundaryIn(zone, day, end)
      for (let minutes = start; minutes + rules.duration <= end; minutes += rules.slot_interval) {
        const at = instantIn(zone, day, minutes)
        const slot = at === undefined ? undefined : slotAt(at)
        if (override?.length === 0) found.push({ slot, reason: { code: 'override_closed' } })
        else if (slot) found.push({ slot, reason: reasonAgainst(slot, windowEnd) })
        else found.push({ slot, reason: { code: 'clock_gap' } })
      }
    }
    return found
  }
}

/** The group, or a slot with holds only, whose seats a slot would share. */
function sharedSpans({ busy }: SlotInput): (slot: Slot) => Busy | undefined {
  const byStart = new Map(busy.filter(({ left = 0 }) => left > 0).map((one) => [one.from, one]))
  return ({ start, end }) => {
    const found = byStart.get(start)
    return found?.to === end ? found : undefined
  }
}

/**
 * Time off excludes only overlapping slots. Appointments, Google and holds also block the buffers before and after.
 * Busy times never exclude a booked group, because the host attends it. Held seats do not block the remaining seats.
 */
function busyTime({ schedule, rules, busy }: SlotInput, range: Span) {
  const [before, after] = [rules.buffer_before * minuteMs, rules.buffer_after * minuteMs]
  // A slot starts within a day of the range; its buffers and duration extend beyond it.
  const reach = 2 * dayMs + before + after + rules.duration * minuteMs
  const occupied = (source: Busy['source']) =>
    spanIndex(
      busy
        .filter((one) => one.source === source && one.from < one.to)
        .map(({ from, to, ...own }) => ({
          from: from - own.buffer_before * minuteMs,
          to: to + own.buffer_after * minuteMs,
        }))
        .filter(({ from, to }) => to > range.from - reach && from < range.to + reach),
    )
  const isOff = spanIndex(schedule.timeOff)
  const sources = (['appointment', 'google', 'hold'] as const).map((code) => ({ code, isBusy: occupied(code) }))
  return ({ start, end }: Slot, shared: Busy | undefined): SlotReason | undefined => {
    if (isOff(start, end)) return { code: 'time_off' }
    if (shared?.source === 'appointment') return undefined
    const source = sources.find(({ code, isBusy }) => code !== shared?.source && isBusy(start - before, end + after))
    return source && { code: source.code }
  }
}
