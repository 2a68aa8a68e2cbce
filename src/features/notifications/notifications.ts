// Contract of notifications and their preferences.
import { Instant, JsonObject, z } from '#lib/schema.ts'
import { severities } from './notice-texts.ts'
import { PushSurface } from './push.ts'

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

/** A user's channels for one type of notification. Without a row: bell and digest. */
export const NotificationPreference = z.object({
  user_id: z.uuid(),
  type: z.string(),
  in_app: z.boolean(),
  digest: z.boolean(),
  push: z.boolean(),
  version: z.int(),
})
export type NotificationPreference = z.infer<typeof NotificationPreference>

/** A user's digest settings. Without a row it is on. */
const StaffDigest = z.object({
  user_id: z.uuid(),
  is_on: z.boolean(),
  zone: z.string(),
  last_day: z.iso.date().nullable(),
  version: z.int(),
})

/** A notification queued for a channel other than the bell. */
const ChannelNotice = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  type: z.string(),
  title: z.string(),
  message: z.string(),
  severity: z.string(),
  related_entity_type: z.string().nullable(),
  related_entity_id: z.uuid().nullable(),
  in_bell: z.boolean(),
  for_digest: z.boolean(),
  for_push: z.boolean(),
  created_at: Instant,
})

/** Records a created timed notification, so that it is created only once. */
const DueNotice = z.object({ rule_id: z.uuid(), entity_id: z.uuid(), at: Instant, created_at: Instant })

const PushSubscriptionRow = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  endpoint_hash: z.string(),
  sealed: z.string(),
  created_at: Instant,
  surface: PushSurface,
})
const PushKeyRow = z.object({ id: z.string(), public_key: z.string(), sealed: z.string(), created_at: Instant })

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = {
  notifications: Notification,
  notification_preferences: NotificationPreference,
  staff_digests: StaffDigest,
  channel_notices: ChannelNotice,
  due_notices: DueNotice,
  push_subscriptions: PushSubscriptionRow,
  push_keys: PushKeyRow,
}
