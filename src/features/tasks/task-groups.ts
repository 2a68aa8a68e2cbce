import { dayOf } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { isOverdue } from './task-labels.ts'
import type { Task } from './tasks.ts'

export const groupTitles = {
  overdue: 'באיחור',
  today: 'היום',
  week: 'בהמשך השבוע',
  later: 'אחרי השבוע',
  none: 'בלי מועד',
} as const
export type Group = keyof typeof groupTitles

/** The Saturday that ends the week of this date. */
export const weekEnd = (day: string) => addDays(day, 6 - new Date(`${day}T00:00:00Z`).getUTCDay())

type Dated = Pick<Task, 'status' | 'due_date' | 'due_at' | 'priority'>

function groupOf(task: Dated, now: Date): Group {
  const today = dayOf(now)
  if (isOverdue(task, today, now)) return 'overdue'
  if (!task.due_date) return 'none'
  if (task.due_date <= today) return 'today'
  return task.due_date <= weekEnd(today) ? 'week' : 'later'
}

/** Open tasks by due date; within a day by time, then by priority. Empty groups are omitted. */
export function inGroups<T extends Dated>(tasks: readonly T[], now: Date): { group: Group; tasks: T[] }[] {
  const found = Map.groupBy(tasks, (task) => groupOf(task, now))
  return (Object.keys(groupTitles) as Group[]).flatMap((group) => {
    const members = found.get(group)
    return members ? [{ group, tasks: members.toSorted(byTime) }] : []
  })
}

const weights = { high: 0, medium: 1, low: 2 } as const

const byTime = (a: Dated, b: Dated) =>
  compare(a.due_date ?? '', b.due_date ?? '') ||
  compare(a.due_at ?? '~', b.due_at ?? '~') ||
  weights[a.priority] - weights[b.priority]

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
