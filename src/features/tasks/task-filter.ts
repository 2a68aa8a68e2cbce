// The task list's filter, serialized in the URL so that it can be shared or saved as a view.
import { addDays } from '#lib/time/day-arithmetic.ts'
import { groupTitles, weekEnd } from './task-groups.ts'
import { typeLabels } from './task-labels.ts'
import type { Task } from './tasks.ts'

export type TaskFilter = {
  /** Assignee: the user's own tasks, those assigned to others, all, or a colleague's by id. */
  who: string
  types: Task['type'][]
  due: keyof typeof groupTitles | undefined
  onlyHigh: boolean
  words: string
}

const isType = (type: string): type is Task['type'] => type in typeLabels

/** Parses a query string; unknown values are ignored. */
export function readFilter(params: URLSearchParams): TaskFilter {
  const due = params.get('due') ?? ''
  return {
    who: params.get('who') ?? 'mine',
    types: (params.get('type') ?? '').split(',').filter(isType),
    due: due in groupTitles ? (due as keyof typeof groupTitles) : undefined,
    onlyHigh: params.get('priority') === 'high',
    words: (params.get('q') ?? '').trim(),
  }
}

export const isFiltered = ({ types, due, onlyHigh, words }: TaskFilter): boolean =>
  types.length > 0 || due !== undefined || onlyHigh || words !== ''

/** The date range of a group, for the query; undefined where it is open. */
export function daysOf(due: NonNullable<TaskFilter['due']>, today: string): { from?: string; to?: string } | null {
  switch (due) {
    case 'overdue':
      return { to: today }
    case 'today':
      return { from: today, to: today }
    case 'week':
      return { from: addDays(today, 1), to: weekEnd(today) }
    case 'later':
      return { from: addDays(weekEnd(today), 1) }
    case 'none':
      return null
  }
}
