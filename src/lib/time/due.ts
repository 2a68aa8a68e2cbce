// Due dates: a day, with an optional time.
import { dayOf, formatTime, relativeDay } from './dates.ts'

export type Due = { due_date: string | null; due_at: string | null }

/** Formats a due date: מחר; with a time: היום, 16:15. Empty without a due date. */
export function dueText({ due_date, due_at }: Due, now: Date): string {
  const day = due_at ? dayOf(due_at) : due_date
  if (!day) return ''
  const dayText = relativeDay(day, dayOf(now))
  return due_at ? `${dayText}, ${formatTime(due_at)}` : dayText
}
