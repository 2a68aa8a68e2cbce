// Contract of action links: actions from a mail without a sign-in, their states and refusals.
import { isLinkToken } from '#lib/link-token.ts'
import { metricFrequencies, refusals as ofMetrics, metricUnits } from '#features/metrics/metrics.ts'
import { Instant, z } from '#lib/schema.ts'
import type { MergeField } from '#platform/merge-fields/merge-fields.ts'

export const actionKinds = ['task', 'message', 'metric'] as const
export type ActionKind = (typeof actionKinds)[number]

const ActionLink = z.object({
  token_hash: z.string(),
  kind: z.enum(actionKinds),
  entity_id: z.uuid(),
  contact_id: z.uuid(),
  address_hash: z.string(),
  created_at: Instant,
  expires_at: Instant,
  used_at: Instant.nullable(),
  revoked_at: Instant.nullable(),
})

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { action_links: ActionLink }

/** Lifetime of a link in days. */
export const linkDays = 14

const state = z.enum(['open', 'done', 'expired', 'revoked', 'gone'])

const ShownTask = z.object({
  name: z.string(),
  dueOn: z.string().nullable(),
  minutes: z.int().nullable(),
  stage: z.string().nullable(),
})
const ShownMessage = z.object({
  author: z.string(),
  messages: z.array(z.object({ id: z.uuid(), body: z.string(), at: Instant, files: z.int() })),
})
const ShownMetric = z.object({
  name: z.string(),
  unit: z.enum(metricUnits),
  every: z.enum(metricFrequencies),
  startsOn: z.string(),
})

const base = { state, gone: z.enum(['task', 'stage', 'process']).nullable() }

/** The data of the link's page. `shown` is null in every state except `open`. */
export const ActionPage = z.discriminatedUnion('kind', [
  z.object({ ...base, kind: z.literal('task'), shown: ShownTask.nullable() }),
  z.object({ ...base, kind: z.literal('metric'), shown: ShownMetric.nullable() }),
  z.object({ ...base, kind: z.literal('message'), shown: ShownMessage.nullable() }),
])
export type ActionPage = z.infer<typeof ActionPage>

const Token = z.string().refine(isLinkToken)
export const OpenActionLink = z.strictObject({ token: Token })

export const replyLimit = 5000
export const ActByLink = z.strictObject({
  token: Token,
  /** The text of a reply. */
  body: z.string().max(replyLimit).optional(),
  /** The metric as entered, before parsing. */
  value: z.string().max(40).optional(),
})
export type ActByLink = z.infer<typeof ActByLink>

/** The merge link of a client's task for message templates. */
export const taskMergeFields: readonly MergeField[] = [
  {
    name: 'קישור.סימון_משימה',
    label: 'סימון המשימה, בלי כניסה לאזור האישי',
    group: 'קישורים',
    kind: 'link',
    sample: '/act/-',
  },
]

export const refusals = {
  link_unknown: 'הקישור אינו מוכר. ייתכן שהועתק בחלקו',
  link_done: 'זה כבר נעשה. הקישור מתאים לפעם אחת',
  link_expired: 'תוקף הקישור הסתיים. אפשר להמשיך באזור האישי',
  link_revoked: 'הקישור בוטל. אפשר להמשיך באזור האישי',
  link_gone: 'מה שהקישור מוביל אליו כבר לא קיים',
  reply_missing: 'כתבו כמה מילים לפני השליחה',
  metric_gone: ofMetrics.metric_gone,
  metric_ended: ofMetrics.metric_ended,
  metric_value_invalid: ofMetrics.metric_value_invalid,
  thread_message_length: 'הודעה: עד 5,000 תווים',
  client_gone: 'הלקוחות לא נמצאו, או שאין לכם גישה אליהם',
  too_many_requests: 'יותר מדי ניסיונות. נסו שוב בעוד כמה דקות',
} as const
