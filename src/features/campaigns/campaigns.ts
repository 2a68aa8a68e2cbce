// Campaigns: content, audience and sending status.
import { lifecycles } from '#features/contacts/contacts.ts'
import { suppressionLabels } from '#features/messages/messages.ts'
import { Instant, z } from '#lib/schema.ts'
import { MessageBlock } from '#platform/message-content/message-blocks.ts'
import { Segment } from './segments.ts'

export const campaignStatuses = ['draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled'] as const
export type CampaignStatus = (typeof campaignStatuses)[number]

export const Campaign = z.object({
  id: z.uuid(),
  name: z.string(),
  subject: z.string(),
  preheader: z.string(),
  blocks: z.array(MessageBlock),
  list_ids: z.array(z.uuid()),
  lifecycles: z.array(z.enum(lifecycles)),
  segments: z.array(Segment),
  counts_clicks: z.boolean(),
  status: z.enum(campaignStatuses),
  send_at: Instant.nullable(),
  held_until: Instant.nullable(),
  started_at: Instant.nullable(),
  finished_at: Instant.nullable(),
  created_by: z.uuid().nullable(),
  scheduled_by: z.uuid().nullable(),
  created_at: Instant,
  updated_at: Instant,
  is_demo: z.boolean(),
  version: z.int(),
})
export type Campaign = z.infer<typeof Campaign>

const CampaignRecipient = z.object({
  campaign_id: z.uuid(),
  contact_id: z.uuid(),
  email: z.string().nullable(),
  excluded: z.string().nullable(),
  full_name: z.string(),
  outcome: z.string(),
  reason: z.string().nullable(),
})

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { campaigns: Campaign, campaign_recipients: CampaignRecipient }

/** Editable content: all columns that are set before scheduling. */
export type CampaignDraft = Pick<
  Campaign,
  'name' | 'subject' | 'preheader' | 'blocks' | 'list_ids' | 'lifecycles' | 'segments'
> &
  Partial<Pick<Campaign, 'counts_clicks'>>

/** Exclusion reasons, by their code in the database. */
const reasonLabels: Record<string, string> = {
  no_consent: 'אין הסכמה לדיוור',
  no_email: 'אין כתובת דוא״ל',
  do_not_contact: 'סומנו ״אין ליצור קשר״',
  paused: 'ביקשו הפסקה',
  same_address: 'כתובת משותפת, ההודעה יוצאת פעם אחת',
  daily_cap: 'כבר קיבלו דיוור היום',
  weekly_cap: 'כבר קיבלו מספיק דיוור השבוע',
  no_advertiser: 'חסרים בהגדרות פרטי העסק שחובה לציין בפרסומת',
  gone: 'איש הקשר נמחק',
  not_rendered: 'לא הצלחנו להרכיב את ההודעה',
  ...suppressionLabels,
}
export const reasonLabel = (reason: string) => reasonLabels[reason] ?? reason

export const statusLabels: Record<CampaignStatus, string> = {
  draft: 'טיוטה',
  scheduled: 'מתוזמן',
  sending: 'בשליחה',
  paused: 'מושהה',
  sent: 'נשלח',
  cancelled: 'בוטל',
}

/** Input of the preview and the test message, and the rendered message. Sizes are bytes of HTML. */
export const CampaignId = z.object({ campaignId: z.uuid() })
export const RenderedCampaign = z.object({ subject: z.string(), html: z.string(), text: z.string(), bytes: z.int() })
export type RenderedCampaign = z.infer<typeof RenderedCampaign>
export const TestSent = z.object({ to: z.string() })

/** In bytes. Mail clients clip longer messages. */
export const maxMessageBytes = 100_000

export const refusals = {
  campaign_name_length: 'שם הדיוור: עד 120 תווים',
  campaign_subject_length: 'הנושא: עד 120 תווים, בשורה אחת',
  campaign_preheader_length: 'שורת התצוגה: עד 200 תווים, בשורה אחת',
  campaign_blocks_shape: 'עד 40 חלקים בהודעה אחת',
  campaign_too_long: 'ההודעה ארוכה מדי. אפשר לקצר, ולקשר להמשך קריאה באתר',
  unknown_campaign_token: 'אפשר להשתמש רק בשדות שברשימה',
  campaign_segments_shape: 'עד עשר תצוגות שמורות בדיוור אחד',
  filter_invalid: 'אחד התנאים בתצוגה השמורה כבר אינו תקף. עדכנו את התצוגה ובחרו בה שוב',
  campaign_not_found: 'הדיוור לא נמצא',
  campaign_changed: 'מישהו שינה את הדיוור בינתיים. רעננו כדי לראות את הגרסה האחרונה',
  campaign_already_begun: 'השליחה כבר התחילה, ואי אפשר לשנות את התוכן',
  campaign_step_not_possible: 'הפעולה כבר לא אפשרית במצב הנוכחי של הדיוור',
  campaign_without_subject: 'חסר נושא',
  campaign_without_body: 'ההודעה ריקה. הוסיפו לפחות חלק אחד',
  campaign_part_unfinished: 'אחד החלקים עוד לא מלא, או שהכתובת בו אינה תקינה',
  campaign_time_passed: 'יש לבחור מועד עתידי, עד שנה מהיום',
  campaign_reaches_nobody: 'אין למי לשלוח: אין בקהל הזה אף כתובת שאפשר לכתוב אליה',
  advertiser_not_named: 'החוק דורש שם, כתובת ודרך קשר של המפרסם. השלימו אותם בהגדרות העסק',
  no_address_of_yours: 'אין כתובת דוא״ל בחשבון שלכם',
  not_allowed: 'אין הרשאה לפעולה הזו',
} as const
