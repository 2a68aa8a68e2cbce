import { boundaryIn } from '#lib/time/zoned-time.ts'
import { candidatesOf } from './candidates.ts'
import type { Day, SlotInput, SlotReason } from './slot-rules.ts'

// Fails the type check if a rule is missing.
const order = Object.keys({
  override_closed: true,
  clock_gap: true,
  shabbat: true,
  holiday: true,
  closed_day: true,
  time_off: true,
  appointment: true,
  google: true,
  hold: true,
  min_notice: true,
  window: true,
  max_per_day: true,
  max_per_week: true,
} satisfies Record<SlotReason['code'], true>)

/**
 * The number of slots of the day that each rule excluded, in rule order. These and the free slots are all slots of the
 * opening hours.
 */
export function explainDay(input: SlotInput, day: Day): { reason: SlotReason; taken: number }[] {
  const { zone } = input.schedule
  const range = { from: boundaryIn(zone, day, 0), to: boundaryIn(zone, day, 1440) }
  const reasons = candidatesOf(input, range)(day).flatMap(({ reason }) => reason ?? [])
  return order.flatMap((code) => {
    const ruleReasons = reasons.filter((reason) => reason.code === code)
    return ruleReasons[0] ? [{ reason: ruleReasons[0], taken: ruleReasons.length }] : []
  })
}
