// The one timeline: what can stand on it and how each line reads.
import { isolate } from '#lib/hebrew-text.ts'
import { Instant, JsonObject, z } from '#lib/schema.ts'

/** What people write by hand. Everything else is written by what happened. */
export const writtenTypes = ['note', 'call', 'whatsapp', 'email', 'meeting'] as const
export type WrittenType = (typeof writtenTypes)[number]
export const writtenLabels: Record<WrittenType, string> = {
  note: 'סיכום',
  call: 'שיחה',
  whatsapp: 'וואטסאפ',
  email: 'דוא״ל',
  meeting: 'פגישה',
}

export const Activity = z.object({
  id: z.uuid(),
  type: z.string(),
  happened_at: Instant,
  actor_kind: z.enum(['user', 'contact', 'system', 'automation']),
  actor_id: z.uuid().nullable(),
  contact_id: z.uuid(),
  household_id: z.uuid().nullable(),
  opportunity_id: z.uuid().nullable(),
  related_type: z.string().nullable(),
  related_id: z.uuid().nullable(),
  title_cache: z.string(),
  payload: JsonObject,
  visibility: z.enum(['staff', 'client']),
  pinned_at: Instant.nullable(),
  deleted_at: Instant.nullable(),
  is_demo: z.boolean(),
  version: z.int(),
})
export type Activity = z.infer<typeof Activity>

/** @public Each table with its row: a test marries them. */
export const rows = { activities: Activity }

export const noteLimit = 10_000

/** What a person may put on a timeline. The words are kept in `payload.text`. */
export const NewActivity = z.object({
  type: z.enum(writtenTypes),
  contact_id: z.uuid(),
  opportunity_id: z.uuid().nullable().optional(),
  title_cache: z.string().max(200).default(''),
  payload: z.object({
    text: z
      .string()
      .trim()
      .min(1, 'שדה חובה')
      .max(noteLimit, `עד ${noteLimit.toLocaleString('he-IL')} תווים`),
  }),
})
export type NewActivity = z.infer<typeof NewActivity>

const word = (value: unknown) => isolate(typeof value === 'string' ? value : '')

const sentences: Record<string, (title: string, payload: Activity['payload']) => string> = {
  note: () => 'נכתב סיכום',
  call: () => 'תועדה שיחה',
  whatsapp: () => 'נפתח וואטסאפ',
  email: () => 'תועד דוא״ל',
  meeting: () => 'תועדה פגישה',
  'contact_request.received': (_, { topic }) => `התקבלה פנייה מהאתר: ${word(topic)}`,
  'cancellation.received': (number) => `התקבלה הודעה על ביטול עסקה, מספר ${word(number)}`,
  'signup.received': (offer) => `הצטרפות מהאתר: ${word(offer)}`,
  'opportunity.created': (title, { to_name }) => `נוצרה ההזדמנות ${word(title)} בשלב ${word(to_name)}`,
  'opportunity.stage_changed': (title, { from_name, to_name }) =>
    `ההזדמנות ${word(title)} עברה מ${word(from_name)} אל ${word(to_name)}`,
  'opportunity.won': (title) => `ההזדמנות ${word(title)} נסגרה בהצלחה`,
  'opportunity.lost': (title, { reason }) => `ההזדמנות ${word(title)} לא נסגרה. הסיבה: ${word(reason)}`,
  'opportunity.reopened': (title, { to_name }) => `ההזדמנות ${word(title)} נפתחה מחדש בשלב ${word(to_name)}`,
  'opportunity.deleted': (title) => `ההזדמנות ${word(title)} נמחקה`,
  'opportunity.restored': (title) => `ההזדמנות ${word(title)} שוחזרה`,
  'task.created': (title) => `נוספה המשימה ${word(title)}`,
  'task.done': (title) => `המשימה ${word(title)} הושלמה`,
  'review.submitted': () => 'נשלחה המלצה מהאתר',
  'waitlist.joined': (title) => `הצטרפות לרשימת ההמתנה של ${word(title)}`,
  'consent.granted': () => 'נתקבלה הסכמה לדיוור שיווקי',
  'consent.withdrawn': () => 'ביקשו להפסיק דיוור שיווקי',
}

/** The line of the timeline as a sentence. Names inside are isolated, so that Latin ones do not turn it. */
export const activitySentence = (activity: Pick<Activity, 'type' | 'title_cache' | 'payload'>) =>
  sentences[activity.type]?.(activity.title_cache, activity.payload) ?? activity.title_cache

export const refusals = {
  activity_title_length: 'הכותרת ארוכה מדי: עד 200 תווים',
  opportunity_of_another_contact: 'ההזדמנות שייכת לאיש קשר אחר',
} as const
