// Contract of plan-appointments: one or several planned times, with the conflict of each.
import { instantAt } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { Instant, z } from '#lib/schema.ts'
import type { TimeReason } from './slots/reason-at.ts'

/** Maximum number of meetings in a series. */
export const maxMeetings = 24
/** The last meeting starts within two years of the first. */
export const maxWeeks = 104

export const PlanAppointments = z.object({
  typeId: z.uuid(),
  /** In minutes. */
  duration: z.int().min(5).max(480),
  starts: z.array(Instant).min(1).max(maxMeetings),
})

export type PlannedMeeting = {
  startsAt: string
  /** Whether another appointment blocks the time, so that it cannot be booked. */
  isTaken: boolean
  reason: TimeReason | null
}

/** `calendar`: whether the connected calendar was queried. */
export type Plan = { meetings: PlannedMeeting[]; calendar: 'read' | 'none' | 'closed' }

/** Starts of a series: the same local time in Israel, every n weeks. */
export const startsOfSeries = (day: string, time: string, many: number, everyWeeks: number): string[] =>
  Array.from({ length: many }, (_, n) => instantAt(addDays(day, n * everyWeeks * 7), time).toISOString())
