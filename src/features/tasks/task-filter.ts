// Which tasks a list shows, as it stands in the address: every list of tasks can be sent to a colleague, or kept as a view.
import { addDays } from '#lib/time/dates.ts'
import { groupTitles, weekEnd } from './task-groups.ts'
import { typeLabels } from './task-words.ts'
import type { Task } from './tasks.ts'

export type TaskFilter = {
  /** Whose: one's own, those one gave to others, everybody's, or a colleague's by id. */
  who: string
  types: Task['type'][]
  due: keyof typeof groupTitles | undefined
  onlyHigh: boolean
  words: string
}

const isType = (type: string): type is Task['type'] => type in typeLabels

/** Reads a query string; what it does not know is left out. */
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

export const isNarrowed = ({ types, due, onlyHigh, words }: TaskFilter): boolean =>
  types.length > 0 || due !== undefined || onlyHigh || words !== ''

/** The days of a group, as the database is asked for them; undefined on an end that is open. */
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
