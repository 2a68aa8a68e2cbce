// When a row of the message plan is sent for a session that takes place as planned.
import type { WebinarRow } from '../webinars.data.ts'

type Rule = { anchor: string; offset_minutes: number }
type Timed = Pick<WebinarRow, 'duration_minutes' | 'replay_enabled' | 'replay_hours'>

const minute = 60_000
/** Registrants who are not in the room so long after the start are mailed. */
export const lateEntryMinutes = 2

/** Null for a row that follows what a registrant or the host does. */
export function plannedTime({ anchor, offset_minutes: offset }: Rule, webinar: Timed, startsAt: string): Date | null {
  const start = new Date(startsAt).getTime()
  const end = start + webinar.duration_minutes * minute
  // As the scheduler writes them. A recording is there a minute after the end.
  const anchors: Readonly<Record<string, number | undefined>> = {
    starts: start,
    not_in: start + lateEntryMinutes * minute,
    bought: end,
    stayed: end,
    left_early: end,
    missed: end,
    replay_ends: webinar.replay_enabled ? end + minute + webinar.replay_hours * 60 * minute : undefined,
  }
  const at = anchors[anchor]
  return at === undefined ? null : new Date(at + offset * minute)
}
