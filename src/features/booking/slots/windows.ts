// Opening hours of a day, in minutes since midnight.
import { minutesOf } from '#lib/time/zoned-time.ts'
import type { HostSchedule, Window } from './slot-rules.ts'

export type Minutes = { start: number; end: number }

/** Ordered and disjoint. Adjacent windows are merged: 09:00–12:00 and 12:00–15:00 allow a slot at 11:30. */
export function joinWindows(windows: readonly Window[]): Minutes[] {
  const joined: Minutes[] = []
  const inOrder = windows
    .map(({ start, end }) => ({ start: minutesOf(start), end: minutesOf(end) }))
    .toSorted((a, b) => a.start - b.start)
  for (const window of inOrder) {
    const last = joined.at(-1)
    if (last && window.start <= last.end) last.end = Math.max(last.end, window.end)
    else joined.push({ ...window })
  }
  return joined
}

/** The windows of each weekday, from Sunday. */
export const weeklyWindows = ({ rules }: HostSchedule): Minutes[][] =>
  Array.from({ length: 7 }, (_, weekday) => joinWindows(rules.filter((rule) => rule.weekday === weekday)))
