// Contract of plan-appointments: one or several times that the staff consider, with the conflict of each.
import { instantAt } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { Instant, z } from '#lib/schema.ts'
import type { TimeReason } from './slots/reason-at.ts'

/** As many as one series may hold. */
export const mostMeetings = 24
/** The last meeting begins within two years of the first one. */
export const mostWeeks = 104

export const PlanAppointments = z.object({
  typeId: z.uuid(),
  /** Minutes. */
  duration: z.int().min(5).max(480),
  starts: z.array(Instant).min(1).max(mostMeetings),
})

export type PlannedMeeting = {
  startsAt: string
  /** Another appointment takes the time: it cannot be booked. */
  isTaken: boolean
  reason: TimeReason | null
}

/** `calendar`: whether the connected calendar was asked. */
export type Plan = { meetings: PlannedMeeting[]; calendar: 'read' | 'none' | 'closed' }

/** The instants of a series: the same clock in Israel, every so many weeks. */
export const startsOfSeries = (day: string, time: string, many: number, everyWeeks: number): string[] =>
  Array.from({ length: many }, (_, n) => instantAt(addDays(day, n * everyWeeks * 7), time).toISOString())
