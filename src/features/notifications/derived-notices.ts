// Notifications derived from due tasks on every read; they have no row, so their read state is local.
import type { Task } from '#features/tasks/tasks.ts'
import type { Notification } from './notifications.ts'

/** The limits of spec §9. */
export const derivedLimits = { upcoming: 10, overdue: 10, merged: 100, staleMs: 60_000 } as const

export const derivedTitles = { upcoming: 'משימה קרובה', overdue: 'משימה באיחור' } as const

export type DueTask = Pick<Task, 'id' | 'name' | 'due_date' | 'status'>

/** Local state of derived notifications, by id. */
export type LocalReadState = Readonly<Record<string, 'read' | 'deleted'>>

/** A derived notification has no row: reading or deleting it is stored locally. */
export const isDerived = (id: string) => id.startsWith('task-') || id.startsWith('overdue-')

type Due = { upcoming: readonly DueTask[]; overdue: readonly DueTask[] }

/** For tasks overdue or due by tomorrow. `today`: the day in Israel. `created_at`: today, or the missed due date. */
export function deriveNotices(due: Due, { userId, today }: { userId: string; today: string }): Notification[] {
  const notice = (task: DueTask, kind: 'upcoming' | 'overdue'): Notification => ({
    id: `${kind === 'upcoming' ? 'task' : 'overdue'}-${task.id}`,
    user_id: userId,
    type: kind === 'upcoming' ? 'task.upcoming' : 'task.overdue',
    title: derivedTitles[kind],
    message: task.name,
    severity: kind === 'upcoming' ? 'medium' : 'high',
    related_entity_type: 'task',
    related_entity_id: task.id,
    is_read: false,
    created_at: `${kind === 'upcoming' ? today : (task.due_date ?? today)}T00:00:00+00:00`,
    metadata: { due_date: task.due_date },
    is_demo: false,
  })
  return [
    ...due.upcoming.slice(0, derivedLimits.upcoming).map((task) => notice(task, 'upcoming')),
    ...due.overdue.slice(0, derivedLimits.overdue).map((task) => notice(task, 'overdue')),
  ]
}

/** Applies the local state: deleted notifications are removed, read ones marked. */
export const applyLocalState = (notices: readonly Notification[], handled: LocalReadState) =>
  notices
    .filter(({ id }) => handled[id] !== 'deleted')
    .map((notice) => (handled[notice.id] === 'read' ? { ...notice, is_read: true } : notice))

/** One list, newest first, cut to the limit. */
export const mergeNotices = (stored: readonly Notification[], generated: readonly Notification[]) =>
  [...stored, ...generated]
    .toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
    .slice(0, derivedLimits.merged)
