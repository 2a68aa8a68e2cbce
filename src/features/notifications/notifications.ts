// What a user should hear of.
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

/** What somebody chose about one type of notice; where there is no row, it is told. */
export const NotificationPreference = z.object({
  user_id: z.uuid(),
  type: z.string(),
  in_app: z.boolean(),
  version: z.int(),
})
export type NotificationPreference = z.infer<typeof NotificationPreference>

/** @public Each table with its row: a test marries them. */
export const rows = { notifications: Notification, notification_preferences: NotificationPreference }

// spec §9
export const limits = { stored: 50, storedStaleMs: 120_000, retries: 1 } as const

export const countUnread = (notices: readonly Notification[]) => notices.filter((notice) => !notice.is_read).length

/** spec §9: unread, and of high or critical severity */
export const countHighPriority = (notices: readonly Notification[]) =>
  notices.filter(({ is_read: isRead, severity }) => !isRead && (severity === 'high' || severity === 'critical')).length

/** What the toasts say. spec §8, to the letter. */
export const texts = {
  markOneFailed: 'שגיאה בעדכון ההתראה',
  markAllFailed: 'שגיאה בעדכון ההתראות',
  deleteFailed: 'שגיאה במחיקת ההתראה',
  markedAll: 'כל ההתראות סומנו כנקראו',
} as const
