// Later: the moments that are offered when something is put off, and what they make of a task's own time.
import { addDays, dayOf, formatTime, instantAt } from '#lib/time/dates.ts'
import type { Task } from './tasks.ts'

export type Later = { text: string; until: Date; /** An hour of today rather than another day. */ isHour?: boolean }

/** When a day begins for whoever put something off to it. */
const MORNING = '07:00'

/** At most four, all in the future. A week begins on Sunday. */
export function laterChoices(now: Date): Later[] {
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

/** The task's time moved there. An hour that was promised is still that hour, on another day. */
export function putOffTo(
  { until, isHour }: Later,
  task: Pick<Task, 'due_at'>,
): { due_date: string; due_at: string | null } {
  const day = dayOf(until)
  if (isHour) return { due_date: day, due_at: until.toISOString() }
  return { due_date: day, due_at: task.due_at && instantAt(day, formatTime(task.due_at)).toISOString() }
}
