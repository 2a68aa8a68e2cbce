import { dayIn } from '#lib/time/zoned-time.ts'
import { candidatesOf } from './candidates.ts'
import { closuresOn } from './closures.ts'
import type { SlotInput, SlotReason } from './slot-rules.ts'

const minuteMs = 60_000

/** Why a slot is not offered, or that it is outside the host's hours. */
export type TimeReason = SlotReason | { code: 'outside_hours' }

/** The conflict of a time chosen by staff, if any. Rules for visitors only do not apply: slot steps, notice, booking window and caps. */
export function reasonAt(input: SlotInput, start: number): TimeReason | undefined {
  const day = dayIn(input.schedule.zone, start)
  const rules = {
    ...input.rules,
    slot_interval: 1,
    min_notice_min: 0,
    window_kind: 'unlimited' as const,
    max_per_day: null,
    max_per_week: null,
  }
  const candidates = candidatesOf({ ...input, rules, now: start }, { from: start, to: start + 1 })
  const found = candidates(day).find(({ slot }) => slot?.start === start)
  if (found) return found.reason
  const closed = closuresOn(input.schedule, day).find(({ effect }) => effect === 'closed')
  return closed?.reason ?? { code: 'outside_hours' }
}

/** Whether another appointment overlaps the time itself, without buffers. A group with free seats does not block it. */
export function isBusyAt({ busy, rules }: SlotInput, start: number): boolean {
  const end = start + rules.duration * minuteMs
  return busy.some(
    ({ source, from, to, left = 0 }) =>
      source === 'appointment' && from < end && to > start && !(left > 0 && from === start && to === end),
  )
}
