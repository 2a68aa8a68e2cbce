// Contract of automatic messages: advertising rules, suppressions, delivery status.
import { EmailAddress } from '#features/contacts/contacts.ts'
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { Instant, z } from '#lib/schema.ts'
import { SenderDomain } from './sender-domain/sender-domain.ts'
import { suppressionReasons } from './suppression-labels.ts'
import { ClosedDay, MessageAnchor, MessageContext, MessageRule } from './message-plan.ts'

export { suppressionLabels } from './suppression-labels.ts'
export type { ComposedMail, ComposedText, DueMessage, MailAttachment, SkippedMessage, Scope } from './due-message.ts'
export { type QuietHours, quietUntil } from './quiet-hours.ts'

const Time = z.iso.time()

export const MessageSettings = z.object({
  id: z.boolean(),
  quiet_nights: z.boolean(),
  night_from: Time,
  night_until: Time,
  quiet_shabbat: z.boolean(),
  quiet_holidays: z.boolean(),
  quiet_memorial: z.boolean(),
  rest_from: Time,
  rest_until: Time,
  daily_cap: z.int(),
  weekly_cap: z.int(),
  updated_at: Instant,
  version: z.int(),
})
export type MessageSettings = z.infer<typeof MessageSettings>

const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, 'שעה, למשל 21:00')
const times = (min: number, max: number, message: string) =>
  z.coerce.number<unknown>(message).int(message).min(min, message).max(max, message)

/** Input of the settings form. Numbers are strings. */
export const MessageSettingsEdit = z
  .object({
    quiet_nights: z.boolean(),
    night_from: Clock,
    night_until: Clock,
    quiet_shabbat: z.boolean(),
    quiet_holidays: z.boolean(),
    quiet_memorial: z.boolean(),
    rest_from: Clock,
    rest_until: Clock,
    daily_cap: times(1, 10, 'בין 1 ל־10'),
    weekly_cap: times(1, 30, 'בין 1 ל־30'),
  })
  .refine(({ daily_cap, weekly_cap }) => weekly_cap >= daily_cap, {
    path: ['weekly_cap'],
    message: 'המספר לשבוע לא יכול להיות קטן מהמספר ליום',
  })
  .refine(({ night_from, night_until }) => night_from.slice(0, 5) !== night_until.slice(0, 5), {
    path: ['night_until'],
    message: 'הלילה צריך להתחיל ולהסתיים בשעות שונות',
  })
export type MessageSettingsEdit = z.infer<typeof MessageSettingsEdit>

export const channels = ['email', 'whatsapp', 'sms', 'push'] as const

/** Input of the form that suppresses an address. */
export const SuppressEdit = z.object({
  value_norm: EmailAddress,
  note: z.string().transform(oneLine).pipe(z.string().max(300, 'עד 300 תווים')),
})

export const Suppression = z.object({
  value_hash: z.string(),
  channel: z.enum(channels),
  reason: z.enum(suppressionReasons),
  scope: z.enum(['all_marketing']),
  value_norm: z.string().nullable(),
  note: z.string(),
  created_by: z.uuid().nullable(),
  created_at: Instant,
})
export type Suppression = z.infer<typeof Suppression>

const purposes = ['transactional', 'service', 'marketing'] as const
export const messageStatuses = ['scheduled', 'held_quiet', 'sending', 'sent', 'skipped', 'failed', 'canceled'] as const

const Wait = z.object({ reason: z.string(), until: z.string(), at: z.string() })

export const ScheduledMessage = z.object({
  id: z.uuid(),
  idempotency_key: z.string(),
  contact_id: z.uuid().nullable(),
  channel: z.enum(channels),
  purpose: z.enum(purposes),
  template_id: z.uuid().nullable(),
  template_number: z.int().nullable(),
  context_type: z.string(),
  context_id: z.uuid(),
  rule_id: z.uuid().nullable(),
  run_id: z.uuid().nullable(),
  to_value: z.string().nullable(),
  planned_at: Instant,
  send_at: Instant,
  expires_at: Instant.nullable(),
  status: z.enum(messageStatuses),
  skip_reason: z.string().nullable(),
  created_at: Instant,
  is_demo: z.boolean(),
  waits_because: z.enum(['daily_cap', 'weekly_cap', 'quiet_hours', 'no_advertiser']).nullable(),
  waits: z.array(Wait),
  phone: z.string().nullable(),
  mailed_because: z.string().nullable(),
  replaces_id: z.uuid().nullable(),
})

export const Message = z.object({
  id: z.uuid(),
  scheduled_id: z.uuid(),
  contact_id: z.uuid().nullable(),
  channel: z.enum(channels),
  purpose: z.enum(purposes),
  to_value: z.string(),
  subject: z.string(),
  body_hash: z.string(),
  mail_id: z.uuid().nullable(),
  provider_id: z.string().nullable(),
  created_at: Instant,
  sent_at: Instant.nullable(),
  delivered_at: Instant.nullable(),
  bounced_at: Instant.nullable(),
  complained_at: Instant.nullable(),
  error: z.string().nullable(),
  is_demo: z.boolean(),
  needs_window: z.boolean(),
})

const ReceivedMessage = z.object({
  id: z.uuid(),
  channel: z.enum(['whatsapp', 'sms', 'email']),
  provider_id: z.string(),
  from_value: z.string(),
  contact_id: z.uuid().nullable(),
  received_at: Instant,
  created_at: Instant,
  is_verified: z.boolean(),
})

const MailPreferences = z.object({
  email: z.string(),
  paused_until: Instant.nullable(),
  at_most_weekly: z.boolean(),
  updated_at: Instant,
})

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = {
  message_settings: MessageSettings,
  suppressions: Suppression,
  scheduled_messages: ScheduledMessage,
  messages: Message,
  received_messages: ReceivedMessage,
  mail_preferences: MailPreferences,
  closed_days: ClosedDay,
  message_contexts: MessageContext,
  message_anchors: MessageAnchor,
  message_rules: MessageRule,
  sender_domains: SenderDomain,
}

/** The subject prefix that the law requires of an advertisement. */
export const advertisement = 'פרסומת'

/** An advertisement's subject with the required prefix at the start, exactly once. */
export const advertisementSubject = (subject: string) =>
  subject.startsWith(advertisement) ? subject : `${advertisement} | ${subject}`

/** Builds the idempotency key of a message. `offset` distinguishes several messages of one context: '0', '-24h'. */
export const messageKey = (
  purpose: string,
  contextType: string,
  contextId: string,
  offset: string,
  contactId: string,
) => [purpose, contextType, contextId, offset, contactId].join(':')

/** Delivery events of mail providers: matched by the number in the Message-ID if present, and by address. */
export const MailEvents = z.object({
  events: z
    .array(
      z.object({
        kind: z.enum(['delivered', 'bounced', 'complained']),
        email: z.email().max(254),
        mailId: z.uuid().optional(),
        /** Only a permanent bounce suppresses an address: a full mailbox may accept mail again later. */
        isLasting: z.boolean().default(true),
        reason: z.string().max(1000).default(''),
      }),
    )
    .min(1)
    .max(500),
})
export type MailEvents = z.output<typeof MailEvents>

export const refusals = {
  night_is_empty: 'הלילה צריך להתחיל ולהסתיים בשעות שונות',
  daily_cap_range: 'בין הודעה אחת לעשר ביום',
  weekly_cap_range: 'בין הודעה אחת לשלושים בשבוע',
  week_below_day: 'המספר לשבוע לא יכול להיות קטן מהמספר ליום',
  suppressed_address: 'כתובת הדוא״ל אינה תקינה',
  suppression_note_length: 'הערה: עד 300 תווים',
  closed_day_name_length: 'שם: עד 60 תווים',
  closed_days_end_before_start: 'יום הסיום לא יכול להיות לפני יום ההתחלה',
  closed_too_long: 'עד שלושה חודשים ברצף',
  message_rule_offset_range: 'עד שנה לפני המועד או אחריו',
  message_rule_name_length: 'שם: עד 120 תווים',
  whatsapp_template_unfit: 'צריך תבנית שפורסמה, עם החלק שאושר אצל Meta, ולא שיווקית',
} as const
