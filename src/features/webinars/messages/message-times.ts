// The send time of a rule of the message plan, for a session that is not rescheduled or cancelled.
import type { WebinarRow } from '../webinars.data.ts'

type Rule = { anchor: string; offset_minutes: number }
type Timed = Pick<WebinarRow, 'duration_minutes' | 'replay_enabled' | 'replay_hours'>

const minute = 60_000
/** Delay after the start before absent registrants are mailed. */
export const lateEntryMinutes = 2

/** Null for a rule that follows an action of a registrant or the host. */
export function plannedTime({ anchor, offset_minutes: offset }: Rule, webinar: Timed, startsAt: string): Date | null {
  const start = new Date(startsAt).getTime()
  const end = start + webinar.duration_minutes * minute
  // The same as in the scheduler: a recording is available a minute after the end.
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
