// Contract of lead magnets: rows, form inputs, limits and refusals.
import { SourceUrl } from '#lib/forms/source-url.ts'
import { isLinkToken } from '#lib/link-token.ts'
import { EmailAddress, PersonName } from '#features/contacts/contacts.ts'
import { optional, Phone } from '#lib/forms/visitor-fields.ts'
import { Instant, JsonObject, z } from '#lib/schema.ts'

export const LeadMagnet = z.object({
  id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  asks_phone: z.boolean(),
  is_active: z.boolean(),
  asset_key: z.uuid().nullable(),
  asset_name: z.string().nullable(),
  asset_type: z.string().nullable(),
  asset_bytes: z.int().nullable(),
  guide: z.string().nullable(),
  automation_id: z.uuid().nullable(),
  landing_path: z.string().nullable(),
  position: z.int(),
  created_at: Instant,
  updated_at: Instant,
  version: z.int(),
  is_demo: z.boolean(),
})
export type LeadMagnet = z.infer<typeof LeadMagnet>

export const LeadMagnetRequest = z.object({
  id: z.uuid(),
  magnet_id: z.uuid(),
  contact_id: z.uuid(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  made_contact: z.boolean(),
  privacy_text_id: z.uuid().nullable(),
  utm: JsonObject,
  source_url: z.string().nullable(),
  ip_trunc: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: Instant,
  opened_at: Instant.nullable(),
  opens: z.int(),
  is_demo: z.boolean(),
})
export type LeadMagnetRequest = z.infer<typeof LeadMagnetRequest>

const Delivery = z.object({
  id: z.uuid(),
  request_id: z.uuid(),
  email: z.string(),
  created_at: Instant,
  stopped_at: Instant.nullable(),
  token_hash: z.string().nullable(),
  reminder_hash: z.string().nullable(),
  expires_at: Instant,
  uses: z.int(),
})

const Visit = z.object({
  token_hash: z.string(),
  request_id: z.uuid(),
  may_correct: z.boolean(),
  asked_newsletter: z.boolean(),
  created_at: Instant,
})

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = {
  lead_magnets: LeadMagnet,
  lead_magnet_requests: LeadMagnetRequest,
  lead_magnet_deliveries: Delivery,
  lead_magnet_visits: Visit,
}

/** Landing pages with a lead magnet form. */
export const landingPaths = ['/ninja', '/fiscal-fitness', '/lesson'] as const
export type LandingPath = (typeof landingPaths)[number]

export const bucket = 'lead-magnets'

/** Daily mail limit per request: the form must not flood a mailbox. */
export const maxMailsPerDay = 5
/** Daily mail limit per address, for all lead magnets. */
export const maxMailsToAddress = 8

/** Path of the page with the form: a landing page, or the lead magnet's own page below /lead. */
export const pageOf = ({ slug, landing_path: path }: Pick<LeadMagnet, 'slug' | 'landing_path'>) =>
  path ?? leadPath(slug)

export const leadPath = (slug: string) => `/lead/${encodeURIComponent(slug)}`
export const thankYouPath = (slug: string, token: string) => `${leadPath(slug)}/thank-you?r=${token}`
export const filePath = (slug: string, token: string) => `${leadPath(slug)}/file/${token}`

const malformedFormText = 'הטופס לא הגיע כמו שצריך. רעננו את העמוד ונסו שוב'
const textUnknown = 'הנוסח שאושר אינו מוכר. רעננו את העמוד'
const Slug = z.string(malformedFormText).max(200, malformedFormText)
const Token = z.string(malformedFormText).refine(isLinkToken, malformedFormText)
const Checkbox = z
  .union([z.boolean(), z.stringbool({ truthy: ['on', 'true'], falsy: ['off', 'false', ''] })], malformedFormText)
  .default(false)

export const RequestLeadMagnet = z
  .object(
    {
      slug: Slug,
      name: PersonName,
      email: EmailAddress,
      phone: optional(Phone),
      newsletter: Checkbox,
      newsletterTextId: optional(z.uuid(textUnknown)),
      privacyTextId: optional(z.uuid(textUnknown)),
      sourceUrl: SourceUrl,
    },
    malformedFormText,
  )
  .refine(({ newsletter, newsletterTextId }) => !newsletter || newsletterTextId !== undefined, {
    path: ['newsletter'],
    message: textUnknown,
  })
export type RequestLeadMagnet = z.output<typeof RequestLeadMagnet>

/** Requests another lead magnet from a mailed link's page, for the address that the link has verified. */
export const RequestAnother = z.object({ token: Token, slug: Slug, sourceUrl: SourceUrl }, malformedFormText)

/** Key of the thank-you page. */
export const VisitToken = z.object({ token: Token }, malformedFormText)
export const CorrectAddress = z.object({ token: Token, email: EmailAddress }, malformedFormText)

/** Token of a mailed link. */
export const LinkToken = z.object({ token: Token }, malformedFormText)
export const JoinNewsletter = z.object({ token: Token, newsletterTextId: z.uuid(textUnknown) }, malformedFormText)

/** Slug and key that form the URL of the thank-you page. */
export const LeadMagnetRequested = z.object({ slug: z.string(), token: z.string() })
export type LeadMagnetRequested = z.infer<typeof LeadMagnetRequested>

/** `url`: the download path, valid for a minute. Null if the lead magnet is a sequence, which has started. */
export const LeadMagnetOpened = z.object({ slug: z.string(), url: z.string().nullable() })
export type LeadMagnetOpened = z.infer<typeof LeadMagnetOpened>

export const refusals = {
  lead_magnet_unknown: 'המדריך הזה כבר לא מוצע. אפשר לבחור אחר, או לכתוב לנו',
  consent_text_unknown: textUnknown,
  visit_unknown: 'הבקשה הזאת אינה מוכרת. אפשר למלא את הטופס שוב',
  too_late_to_correct: 'אי אפשר לתקן את הכתובת של הבקשה הזאת. אפשר לבקש את המדריך שוב, לכתובת הנכונה',
  mail_just_sent: 'ההודעה נשלחה לפני רגע. אם היא לא תגיע תוך דקה, אפשר לנסות שוב',
  too_many_mails: 'כבר נשלחו היום כמה הודעות לכתובת הזאת. כדאי לחפש אותן גם בתיקיות ״קידומי מכירות״ ו״דואר זבל״',
  link_unknown: 'הקישור אינו מוכר. ייתכן שהועתק בחלקו',
  link_stopped: 'הקישור הזה כבר אינו פעיל',
  link_expired: 'תוקף הקישור הסתיים. אפשר לקבל קישור חדש',
  link_used_up: 'הקישור נוצל כל הפעמים שאפשר. אפשר לקבל קישור חדש',
  lead_magnet_gone: 'הקובץ הזה כבר אינו זמין',
  series_paused: 'ההודעות האלה לא נשלחות כרגע. הקישור נשאר שלכם, ואפשר לנסות שוב בעוד כמה ימים',
  too_many_requests: 'הגיעו מכאן הרבה בקשות בזמן קצר. אפשר לנסות שוב מאוחר יותר',
} as const
