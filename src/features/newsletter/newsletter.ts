// Contract of the newsletter: lists, subscriptions, mailed links, unsubscribe reasons.
import { isLinkToken } from '#lib/link-token.ts'
import { EmailAddress } from '#features/contacts/contacts.ts'
import { oneLine, plainText } from '#lib/hebrew/hebrew-text.ts'
import { Instant, z } from '#lib/schema.ts'
import type { MergeField } from '#platform/merge-fields/merge-fields.ts'

export const MailingList = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  is_public: z.boolean(),
  position: z.int(),
  created_at: Instant,
  archived_at: Instant.nullable(),
  is_demo: z.boolean(),
  version: z.int(),
})
export type MailingList = z.infer<typeof MailingList>

export const Subscription = z.object({
  id: z.uuid(),
  list_id: z.uuid(),
  contact_id: z.uuid(),
  email: z.string(),
  status: z.enum(['confirmed', 'unsubscribed']),
  confirmed_at: Instant,
  ended_at: Instant.nullable(),
  created_at: Instant,
  is_demo: z.boolean(),
})
export type Subscription = z.infer<typeof Subscription>

const NewsletterRequest = z.object({
  id: z.uuid(),
  email: z.string(),
  list_id: z.uuid(),
  token_hash: z.string(),
  reminder_hash: z.string().nullable(),
  consent_text_id: z.uuid(),
  source_url: z.string().nullable(),
  ip_trunc: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: Instant,
  expires_at: Instant,
  reminded_at: Instant.nullable(),
  confirmed_at: Instant.nullable(),
})

const PreferenceLink = z.object({
  token_hash: z.string(),
  contact_id: z.uuid(),
  email: z.string(),
  campaign_id: z.uuid().nullable(),
  created_at: Instant,
})

/** Unsubscribe reasons, in display order. */
export const unsubscribeReasons = {
  too_often: 'יותר מדי הודעות',
  not_relevant: 'התוכן פחות מתאים לנו',
  never_asked: 'לא זכור לנו שנרשמנו',
  found_elsewhere: 'מצאנו מענה במקום אחר',
  other: 'סיבה אחרת',
} as const
export type UnsubscribeReason = keyof typeof unsubscribeReasons
const Reason = z.enum(Object.keys(unsubscribeReasons) as [UnsubscribeReason, ...UnsubscribeReason[]])

const UnsubscribeReasonRow = z.object({
  id: z.uuid(),
  reason: Reason,
  campaign_id: z.uuid().nullable(),
  link_hash: z.string(),
  created_at: Instant,
})

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = {
  mailing_lists: MailingList,
  subscriptions: Subscription,
  newsletter_requests: NewsletterRequest,
  preference_links: PreferenceLink,
  unsubscribe_reasons: UnsubscribeReasonRow,
}

const unknownConsentText = 'הנוסח שאושר אינו מוכר. רעננו את העמוד'

export const Subscribe = z.object({
  // An empty form field counts as missing.
  email: z.preprocess((typed) => (typed === '' ? undefined : typed), EmailAddress),
  consent: z.literal(true, 'כדי להירשם צריך לסמן את ההסכמה'),
  consentTextId: z.uuid(unknownConsentText),
  sourceUrl: z
    .string()
    .transform((url) => plainText(url).slice(0, 500))
    .optional(),
})

export const LinkToken = z.object({ token: z.string().refine(isLinkToken) })

export const SetPreferences = LinkToken.extend({
  /** The selected lists; all others are unsubscribed. */
  lists: z.array(z.uuid()).max(50),
  atMostWeekly: z.boolean(),
  pause: z.boolean(),
})

export const SendUnsubscribeReason = LinkToken.extend({ reason: Reason })

export const EmptyOutput = z.object({})

/** Lifetimes in days: mailed links, reminder, pause and retention. */
export const newsletterDays = { request: 7, requestRetention: 30, pause: 30, linkRetention: 730 } as const

export const refusals = {
  too_many_requests: 'הגיעו מכאן הרבה בקשות בזמן קצר. אפשר לנסות שוב מאוחר יותר',
  consent_text_unknown: unknownConsentText,
  link_unknown: 'הקישור אינו מוכר. אפשר להירשם מחדש בעמוד הניוזלטר',
  link_expired: 'תוקף הקישור הסתיים. אפשר לקבל קישור חדש',
} as const

/** Form input of a mailing list. */
export const ListEdit = z.object({
  name: z.string().transform(oneLine).pipe(z.string().min(1, 'שדה חובה').max(80, 'עד 80 תווים')),
  description: z.string().transform(oneLine).pipe(z.string().max(200, 'עד 200 תווים')),
  is_public: z.boolean(),
})

/** Refusal texts of the list form. */
export const listRefusals = {
  list_name_length: 'שם הרשימה: עד 80 תווים',
  list_description_length: 'התיאור: עד 200 תווים',
  list_name_taken: 'כבר יש רשימה בשם הזה',
  stale_version: 'מישהו שינה את הרשימה בינתיים. רעננו כדי לראות אותה',
} as const

/** Preferences behind a mailed link. The address is masked. */
export type Preferences = {
  email: string
  is_off: boolean
  is_consenting: boolean
  paused_until: string | null
  at_most_weekly: boolean
  lists: { id: string; name: string; description: string; isOn: boolean }[]
  reason: UnsubscribeReason | null
}

/** Newsletter links for message templates. The token is created per recipient when sending, by private.merge_link_of_newsletter. */
export const newsletterMergeFields: readonly MergeField[] = [
  {
    name: 'קישור.העדפות_דיוור',
    label: 'העדפות הדיוור והסרה',
    group: 'קישורים',
    kind: 'link',
    sample: '/newsletter/preferences/-',
  },
]
