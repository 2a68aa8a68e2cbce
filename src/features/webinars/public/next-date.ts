// The date that a page speaks of, and that its form preselects.
import { nextQuarterChoice } from './register-labels.ts'

export type OfferedDate = { id: string; starts_at: string; status: string; seats_left: number | null }

/** A broadcast that is on, of several the last to begin; else what begins first. */
const firstOf = (sessions: readonly OfferedDate[]) =>
  sessions.findLast(({ status }) => status === 'live') ?? sessions[0]

/** The first of the sessions, in order of time, that has a seat, or the coming quarter of an hour; else the first of the full ones. */
export function nextDate(sessions: readonly OfferedDate[], soon: string | undefined): OfferedDate | undefined {
  const free = firstOf(sessions.filter(({ seats_left: left }) => left !== 0))
  if (free && (free.status === 'live' || !soon || Date.parse(free.starts_at) < Date.parse(soon))) return free
  return soon ? { id: nextQuarterChoice, starts_at: soon, status: 'scheduled', seats_left: null } : firstOf(sessions)
}
