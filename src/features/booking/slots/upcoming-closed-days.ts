// Preview for the availability screen: holidays, closed days and overrides that close or shorten days of the coming year.
import { addDays } from '#lib/time/day-arithmetic.ts'
import { type Effect, holidayClosure } from './closures.ts'
import type { Day, HostSchedule, SlotReason } from './slot-rules.ts'

/** Both days are included. `open`: the rule exists, but a setting or an override leaves the days open. */
export type ClosedPeriod = { from: Day; to: Day; reason: SlotReason; effect: Effect }

/** The twelve months from `today`. Consecutive days of the same reason and effect are one entry; Saturdays are not listed. */
export function upcomingClosedDays(schedule: HostSchedule, today: Day): ClosedPeriod[] {
  const found: ClosedPeriod[] = []
  const end = `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`
  for (let day = today; day < end; day = addDays(day, 1))
    for (const { reason, effect } of listedOn(schedule, day)) {
      const previous = found.findLast((one) => nameOf(one.reason) === nameOf(reason))
      if (previous?.effect === effect && addDays(previous.to, 1) === day) previous.to = day
      else found.push({ from: day, to: day, reason, effect })
    }
  return found
}

function listedOn({ policy, overrides, closedDays }: HostSchedule, day: Day) {
  const override = overrides[day]
  const isReopened = override !== undefined && override.length > 0
  const closures = [
    holidayClosure(policy, day),
    ...closedDays
      .filter(({ from, to }) => from <= day && day <= to)
      .map(({ name }) => ({ reason: { code: 'closed_day', name } as const, effect: 'closed' as const })),
  ].filter((closure) => closure !== undefined)
  return [
    ...(override?.length === 0 ? [{ reason: { code: 'override_closed' } as const, effect: 'closed' as const }] : []),
    ...closures.map(({ reason, effect }) => ({ reason, effect: isReopened ? ('open' as const) : effect })),
  ]
}

const nameOf = (reason: SlotReason) => JSON.stringify(reason)
