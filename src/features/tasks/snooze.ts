// Snooze options, and the due date that each sets.
import { dayOf, formatTime, instantAt } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import type { Task } from './tasks.ts'

export type SnoozeOption = {
  text: string
  until: Date
  /** A time today rather than another date. */ isHour?: boolean
}

/** Time of day of an option that is a date. */
const MORNING = '07:00'

/** At most four snooze options, all in the future. Weeks begin on Sunday. */
export function snoozeOptions(now: Date): SnoozeOption[] {
  const today = dayOf(now)
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  const on = (days: number) => instantAt(addDays(today, days), MORNING)
  const anHour = new Date(Math.ceil((now.getTime() + 3_600_000) / 300_000) * 300_000)
  return [
    ...(dayOf(anHour) === today ? [{ text: 'בעוד שעה', until: anHour, isHour: true }] : []),
    { text: 'מחר', until: on(1) },
    ...(weekday < 6 ? [{ text: 'ביום ראשון', until: on(7 - weekday) }] : []),
    ...(weekday > 0 ? [{ text: 'בעוד שבוע', until: on(7) }] : []),
  ]
}

/** The task's new due date. A task with a time keeps its local time on the new date. */
export function snoozeTo(
  { until, isHour }: SnoozeOption,
  task: Pick<Task, 'due_at'>,
): { due_date: string; due_at: string | null } {
  const day = dayOf(until)
  if (isHour) return { due_date: day, due_at: until.toISOString() }
  return { due_date: day, due_at: task.due_at && instantAt(day, formatTime(task.due_at)).toISOString() }
}
