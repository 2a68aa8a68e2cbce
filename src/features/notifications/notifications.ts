// What a user should hear of: stored notices, and those the browser makes of tasks.
import { Instant, JsonObject, z } from '#lib/schema.ts'

export const severities = ['low', 'medium', 'high', 'critical'] as const

export const Notification = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  type: z.string(),
  title: z.string(),
  message: z.string(),
  severity: z.enum(severities),
  related_entity_type: z.string().nullable(),
  related_entity_id: z.uuid().nullable(),
  is_read: z.boolean(),
  created_at: Instant,
  metadata: JsonObject,
  is_demo: z.boolean(),
})
export type Notification = z.infer<typeof Notification>

export const rows = { notifications: Notification }

// spec §9
export const limits = { stored: 50, merged: 100, storedStaleMs: 120_000, generatedStaleMs: 60_000, retries: 1 } as const

/** A notice as the bell shows it: stored, or generated and then never saved. */
export type Notice = Omit<Notification, 'id' | 'user_id' | 'is_demo'> & { id: string }

/** Notices that the browser makes of tasks are not rows: marking or deleting them stays in the browser. */
export const isGenerated = (id: string) => id.startsWith('task-') || id.startsWith('overdue-')

/** The notice of a task that is due soon. */
export const taskNotice = (task: { id: string; name: string; due_date: string | null }, now: Date): Notice => ({
  id: `task-${task.id}`,
  type: 'task',
  title: 'משימה קרובה',
  message: task.name,
  severity: 'medium',
  related_entity_type: 'task',
  related_entity_id: task.id,
  is_read: false,
  created_at: now.toISOString(),
  metadata: { due_date: task.due_date },
})

/** Stored and generated ones as one list, newest first, at most a hundred. */
export const mergeNotices = (stored: readonly Notice[], generated: readonly Notice[]): Notice[] =>
  [...stored, ...generated]
    .toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
    .slice(0, limits.merged)

export const countUnread = (notices: readonly Notice[]) => notices.filter((notice) => !notice.is_read).length

/** Unread ones that should not wait. */
export const countUrgent = (notices: readonly Notice[]) =>
  notices.filter((notice) => !notice.is_read && (notice.severity === 'high' || notice.severity === 'critical')).length

/** What the toasts say. spec §8, to the letter. */
export const texts = {
  markOneFailed: 'שגיאה בעדכון ההתראה',
  markAllFailed: 'שגיאה בעדכון ההתראות',
  deleteFailed: 'שגיאה במחיקת ההתראה',
  markedAll: 'כל ההתראות סומנו כנקראו',
} as const
