// Notices derived from due tasks on every read; they have no row, so their read state is local.
import { dayOf } from '#lib/time/dates.ts'
import type { Task } from '#features/tasks/tasks.ts'
import type { Notification } from './notifications.ts'

/** spec §9, and the overdue tasks */
export const derivedLimits = { upcoming: 10, overdue: 10, merged: 100, staleMs: 60_000 } as const

/** A task this young does not count as unread. */
const freshMs = 3_600_000

export const derivedTitles = { upcoming: 'משימה קרובה', overdue: 'משימה באיחור' } as const

export type DueTask = Pick<Task, 'id' | 'name' | 'due_date' | 'status' | 'created_at'>

/** Local state of derived notices, by id. */
export type LocalReadState = Readonly<Record<string, 'read' | 'deleted'>>

/** A derived notice has no row: reading or deleting it is stored locally. */
export const isDerived = (id: string) => id.startsWith('task-') || id.startsWith('overdue-')

type Due = { upcoming: readonly DueTask[]; overdue: readonly DueTask[] }

/** Notices for tasks due today or tomorrow, and overdue ones. `created_at` is today, or the missed due date. */
export function deriveNotices(due: Due, { userId, now }: { userId: string; now: Date }): Notification[] {
  const today = dayOf(now)
  const notice = (task: DueTask, kind: 'upcoming' | 'overdue'): Notification => ({
    id: `${kind === 'upcoming' ? 'task' : 'overdue'}-${task.id}`,
    user_id: userId,
    type: kind === 'upcoming' ? 'task.upcoming' : 'task.overdue',
    title: derivedTitles[kind],
    message: task.name,
    severity: kind === 'upcoming' ? 'medium' : 'high',
    related_entity_type: 'task',
    related_entity_id: task.id,
    // A task of the last hour is on its maker's mind: it is listed, and does not count.
    is_read: now.getTime() - Date.parse(task.created_at) < freshMs,
    created_at: `${kind === 'upcoming' ? today : (task.due_date ?? today)}T00:00:00+00:00`,
    metadata: { due_date: task.due_date },
    is_demo: false,
  })
  return [
    ...due.upcoming.slice(0, derivedLimits.upcoming).map((task) => notice(task, 'upcoming')),
    ...due.overdue.slice(0, derivedLimits.overdue).map((task) => notice(task, 'overdue')),
  ]
}

/** Applies the local state: deleted notices are removed, read ones marked. */
export const applyLocalState = (notices: readonly Notification[], handled: LocalReadState) =>
  notices
    .filter(({ id }) => handled[id] !== 'deleted')
    .map((notice) => (handled[notice.id] === 'read' ? { ...notice, is_read: true } : notice))

/** One list, newest first, cut to the limit. */
export const mergeNotices = (stored: readonly Notification[], generated: readonly Notification[]) =>
  [...stored, ...generated]
    .toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
    .slice(0, derivedLimits.merged)
