// Selects the session that a page announces, and that its form preselects.
import { nextQuarterChoice } from './register-labels.ts'

export type OfferedDate = { id: string; starts_at: string; status: string; seats_left: number | null }

/** The latest live session, or else the next one to start. */
const firstOf = (sessions: readonly OfferedDate[]) =>
  sessions.findLast(({ status }) => status === 'live') ?? sessions[0]

/** The first session with a free seat, in chronological order, or the next quarter of an hour; else the first full one. */
export function nextDate(sessions: readonly OfferedDate[], soon: string | undefined): OfferedDate | undefined {
  const free = firstOf(sessions.filter(({ seats_left: seatsLeft }) => seatsLeft !== 0))
  if (free && (free.status === 'live' || !soon || Date.parse(free.starts_at) < Date.parse(soon))) return free
  return soon ? { id: nextQuarterChoice, starts_at: soon, status: 'scheduled', seats_left: null } : firstOf(sessions)
}
