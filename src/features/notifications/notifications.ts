// Contract of notifications and their preferences.
import { Instant, JsonObject, z } from '#lib/schema.ts'
import { severities } from './notice-texts.ts'

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

/** A user's setting for one type of notice; without a row it is enabled. */
export const NotificationPreference = z.object({
  user_id: z.uuid(),
  type: z.string(),
  in_app: z.boolean(),
  version: z.int(),
})
export type NotificationPreference = z.infer<typeof NotificationPreference>

/** @public Row schema of each table; a test compares them with the database. */
export const rows = { notifications: Notification, notification_preferences: NotificationPreference }
