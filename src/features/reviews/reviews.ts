// Contract of reviews: statuses, consent scopes, moderation and verification.
import { Day, Instant, z } from '#lib/schema.ts'

export const statuses = ['pending_verification', 'pending', 'approved', 'rejected'] as const
export type ReviewStatus = (typeof statuses)[number]
export const sources = ['form', 'google', 'manual', 'import'] as const
export const consentScopes = ['first_name_only', 'site', 'ads'] as const
export type ConsentScope = (typeof consentScopes)[number]
/** How authorship was verified: by mailed link, by a personal request link, or manually by staff. */
export const proofs = ['mail', 'request', 'staff'] as const
export type Proof = (typeof proofs)[number]
export const rejections = ['withdrawn', 'not_a_client', 'abusive', 'spam', 'other'] as const

export const Review = z.object({
  id: z.uuid(),
  shown_name: z.string(),
  about: z.string().nullable(),
  rating: z.int().min(1).max(5).nullable(),
  body: z.string(),
  original_body: z.string(),
  edit_agreed_on: Day.nullable(),
  tags: z.array(z.string()),
  source: z.enum(sources),
  consent_scope: z.enum(consentScopes),
  permission: z.string().nullable(),
  permitted_on: Day.nullable(),
  status: z.enum(statuses),
  rejected_because: z.enum(rejections).nullable(),
  is_featured: z.boolean(),
  verified_at: Instant.nullable(),
  verified_by: z.enum(proofs).nullable(),
  approved_at: Instant.nullable(),
  approved_by: z.uuid().nullable(),
  reply: z.string().nullable(),
  created_at: Instant,
  is_demo: z.boolean(),
  version: z.int(),
})
export type Review = z.infer<typeof Review>

export const ReviewAuthor = z.object({
  review_id: z.uuid(),
  name: z.string(),
  email: z.string().nullable(),
  contact_id: z.uuid().nullable(),
  words_hash: z.string(),
  privacy_text_id: z.uuid().nullable(),
  source_url: z.string().nullable(),
  ip_trunc: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: Instant,
})
export type ReviewAuthor = z.infer<typeof ReviewAuthor>

export const ReviewEditRow = z.object({
  id: z.uuid(),
  review_id: z.uuid(),
  body: z.string(),
  proposed_by: z.uuid().nullable(),
  proposed_at: Instant,
  decision: z.enum(['approved', 'declined', 'withdrawn']).nullable(),
  decided_at: Instant.nullable(),
})
export type ReviewEditRow = z.infer<typeof ReviewEditRow>

const ReviewLink = z.object({
  token_hash: z.string(),
  review_id: z.uuid(),
  edit_id: z.uuid().nullable(),
  is_reminder: z.boolean(),
  created_at: Instant,
  expires_at: Instant,
})

const ReviewRequest = z.object({
  id: z.uuid(),
  contact_id: z.uuid(),
  email: z.string(),
  token_hash: z.string(),
  asked_by: z.uuid().nullable(),
  created_at: Instant,
  expires_at: Instant,
  closed_at: Instant.nullable(),
  review_id: z.uuid().nullable(),
})
export type ReviewRequest = z.infer<typeof ReviewRequest>

const ReviewPhoto = z.object({
  id: z.uuid(),
  review_id: z.uuid(),
  bytes: z.string(),
  agreed_words: z.string(),
  created_at: Instant,
})

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = {
  reviews: Review,
  review_authors: ReviewAuthor,
  review_edits: ReviewEditRow,
  review_links: ReviewLink,
  review_requests: ReviewRequest,
  review_photos: ReviewPhoto,
}

/** One row of approved_reviews(), featured ones first, then newest. */
export type ApprovedReview = Pick<
  Review,
  'id' | 'shown_name' | 'about' | 'rating' | 'body' | 'reply' | 'tags' | 'is_featured' | 'verified_by' | 'source'
> & { approved_at: string; photo_id: string | null }

/** The state behind an author's link. `proof`: verify authorship; `wording`: decide on a proposal. */
export type AuthorsLink = {
  kind: 'proof' | 'wording'
  state: 'open' | 'approved' | 'declined' | 'withdrawn' | 'expired'
  /** The masked address. */
  email: string | null
  shown_name: string
  rating: number | null
  body: string | null
  proposed: string | null
  /** Verified by the author or by staff. Only an unverified review expires. */
  is_verified: boolean
}

/** The state behind a request link. */
export type ReviewRequestState = { state: 'open' | 'answered' | 'expired'; first_name: string }

/** Over all client ratings, published or not. */
export type ReviewAverage = { average: number; rated: number }

/** Minimum number of ratings for showing an average. */
export const minRatings = 5

/** Number of reviews shown on other pages: one large and two small. */
export const shownVoices = 3

/** Consent scopes as offered in the form. */
export const scopeChoices: Record<ConsentScope, string> = {
  first_name_only: 'באתר, בשם פרטי או בראשי תיבות בלבד',
  site: 'באתר, בשם המלא שכתבתי',
  ads: 'באתר ובפרסומים של העסק, בשם המלא שכתבתי',
}

export const consentText = 'מאשרים לפרסם את הדברים באופן שבחרתי למעלה. אפשר לבקש הסרה בכל עת'

/** The consent text as shown in the form, stored with the review. */
export const consentTextFor = (scope: ConsentScope) => `${consentText}. הבחירה: ${scopeChoices[scope]}.`

export const photoConsentText = 'מאשרים להציג את התמונה ליד הדברים'

/** In pixels; displayed at 3.5rem, with headroom for high-density screens and large text. */
export const photoSide = 320

/** The photo's path once its review is approved. */
export const photoPath = (id: string) => `/reviews/photos/${id}.webp`

/** Days: link lifetimes, the reminder, retention of unverified reviews, and the minimum interval between planned requests to a contact. */
export const reviewDays = {
  link: 7,
  request: 30,
  reminderAfter: 2,
  reminderBefore: 14,
  unverifiedRetention: 30,
  linkRetention: 60,
  /** Minimum days since the last request: for the end of a process, and for a milestone. */
  betweenRequests: { process: 180, stage: 90 },
  afterReview: 90,
} as const

export const bodyLimit = { least: 10, most: 2000 } as const

export const refusals = {
  too_many_requests: 'הגיעו מכאן כמה המלצות בזמן קצר. אפשר לנסות שוב מאוחר יותר',
  review_without_permission: 'כדי לאשר צריך לרשום איך ומתי ניתנה ההסכמה לפרסום',
  review_not_verified: 'כדי לאשר המלצה מהטופס צריך קודם לאמת מי כתב אותה',
  review_changed_without_consent: 'הנוסח שונה. כדי לאשר צריך לרשום מתי הסכימו לנוסח החדש',
  rejected_without_reason: 'יש לבחור למה ההמלצה לא תפורסם',
  review_name_length: 'השם: עד 80 תווים, בשורה אחת',
  review_about_length: 'התיאור: עד 120 תווים, בשורה אחת',
  review_body_length: 'הדברים: מ־10 עד 2,000 תווים',
  review_tags_invalid: 'עד שישה נושאים, בלי פסיקים בתוכם',
  review_permission_length: 'ההסכמה: עד 500 תווים',
  review_reply_length: 'התשובה: עד 600 תווים',
  review_words_are_the_authors: 'את מילות הטופס משנים רק הכותבים. אפשר להציע להם נוסח אחר',
  review_has_no_author: 'אין כתובת של הכותבים, ואי אפשר להציע להם נוסח',
  review_words_unchanged: 'זה הנוסח שכבר עומד כאן. אין מה להציע',
  review_not_found: 'ההמלצה כבר לא כאן',
  wording_too_soon: 'כבר נשלחו היום כמה הודעות לכותבים. אפשר להציע נוסח מחר',
  photo_without_consent: 'כדי לצרף תמונה צריך לסמן שמותר להציג אותה',
  link_unknown: 'הקישור אינו מוכר. ייתכן שהועתק בחלקו, או שעבר זמן רב מאז שנשלח',
  link_expired: 'תוקף הקישור הסתיים. אפשר לקבל קישור חדש',
  review_asked_already: 'כבר נשלחה בקשה, והיא עדיין פתוחה',
  contact_not_found: 'איש הקשר הזה כבר לא כאן',
  asked_to_be_left_alone: 'ביקשו לא לקבל הודעות לכתובת הזאת, או שהיא חוזרת. לא נשלחה בקשה',
  no_address_to_ask: 'אין כתובת דוא״ל שאפשר לשלוח אליה',
  row_gone: 'ההמלצה כבר לא כאן',
  changed_meanwhile: 'ההמלצה השתנתה בינתיים. הצגנו אותה מחדש, אפשר לנסות שוב',
} as const

export const sourceLabels: Record<Review['source'], string> = {
  form: 'טופס באתר',
  google: 'Google',
  manual: 'נמסרה לצוות',
  import: 'יבוא',
}
/** How authorship was verified, as shown to visitors. */
export const proofLabels: Record<Proof, string> = {
  mail: 'אומת בדוא״ל',
  request: 'אומת בקישור אישי',
  staff: 'אומת בידי הצוות',
}
export const scopeLabels: Record<ConsentScope, string> = {
  first_name_only: 'שם פרטי או ראשי תיבות',
  site: 'שם מלא, באתר',
  ads: 'שם מלא, באתר ובפרסומים',
}
export const rejectionLabels: Record<(typeof rejections)[number], string> = {
  withdrawn: 'הכותבים ביקשו להסיר',
  not_a_client: 'לא נכתבה בידי לקוחות',
  abusive: 'תוכן פוגעני',
  spam: 'פרסומת או ספאם',
  other: 'סיבה אחרת',
}
