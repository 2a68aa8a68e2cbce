// What clients say of the business: what may be shown, in whose name, and who decided so.
import { EmailAddress, PersonName } from '#features/contacts/contacts.ts'
import { splitName } from '#lib/person-name.ts'
import { oneLine, plainText } from '#lib/hebrew/hebrew-text.ts'
import { Day, Instant, z } from '#lib/schema.ts'

export const statuses = ['pending_verification', 'pending', 'approved', 'rejected'] as const
export type ReviewStatus = (typeof statuses)[number]
export const sources = ['form', 'google', 'manual', 'import'] as const
export const consentScopes = ['first_name_only', 'site', 'ads'] as const
export type ConsentScope = (typeof consentScopes)[number]
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

/** @public Each table with its row: a test marries them. */
export const rows = { reviews: Review, review_authors: ReviewAuthor }

/** What approved_reviews() tells everybody, the chosen ones first, then the newest. */
export type ApprovedReview = Pick<
  Review,
  'id' | 'shown_name' | 'about' | 'rating' | 'body' | 'reply' | 'tags' | 'is_featured' | 'source'
> & { is_verified: boolean; approved_at: string }

/** Of all ratings that clients left, shown or not. */
export type ReviewAverage = { average: number; rated: number }

/** Fewer ratings than these say more about chance than about the business. */
export const leastRated = 5

/** Where and in whose name the words may stand, as the form offers it. */
export const scopeChoices: Record<ConsentScope, string> = {
  first_name_only: 'באתר, בשם פרטי או בראשי תיבות בלבד',
  site: 'באתר, בשם המלא שכתבתי',
  ads: 'באתר ובפרסומים של העסק, בשם המלא שכתבתי',
}

export const consentText = 'נתונה הסכמתי לפרסום הדברים באופן שבחרתי למעלה. אפשר לבקש הסרה בכל עת'

/** What the author agreed to, kept with the review in the very words that stood in the form. */
export const agreedWords = (scope: ConsentScope) => `${consentText}. הבחירה: ${scopeChoices[scope]}.`

export const bodyLimit = { least: 10, most: 2000 } as const

const required = 'שדה חובה'
const broken = 'הטופס לא הגיע כמו שצריך. רעננו את העמוד ונסו שוב'
const emptyIsNothing = (value: unknown) => (value === '' || value === null ? undefined : value)

const Body = z
  .string(required)
  .max(bodyLimit.most * 4, 'הדברים ארוכים מדי: עד 2,000 תווים')
  .transform(plainText)
  .pipe(
    z
      .string()
      .min(1, required)
      .min(bodyLimit.least, 'כמה מילים נוספות יעזרו למי שיקראו: לפחות 10 תווים')
      .max(bodyLimit.most, 'הדברים ארוכים מדי: עד 2,000 תווים'),
  )

const About = z.preprocess(
  emptyIsNothing,
  z.string(broken).transform(oneLine).pipe(z.string().max(120, 'עד 120 תווים')).optional(),
)

export const LeaveReview = z.object(
  {
    name: PersonName,
    email: EmailAddress,
    about: About,
    rating: z.preprocess(emptyIsNothing, z.coerce.number(broken).int(broken).min(1, broken).max(5, broken).optional()),
    body: Body,
    scope: z.enum(consentScopes, 'יש לבחור איך להציג את השם'),
    /** Never ticked beforehand; without it nothing is published. */
    consent: z.literal('on', 'בלי הסכמה לא נוכל לפרסם את הדברים'),
    privacyTextId: z.preprocess(emptyIsNothing, z.uuid(broken).optional()),
    sourceUrl: z.preprocess(
      emptyIsNothing,
      z
        .string(broken)
        .transform((url) => plainText(url).slice(0, 500))
        .optional(),
    ),
  },
  broken,
)
export type LeaveReview = z.output<typeof LeaveReview>

/** As which name a review stands at first; staff may shorten it. */
export const shownNameFor = (name: string, scope: ConsentScope) =>
  scope === 'first_name_only' ? splitName(name).first_name : name

/** What staff may write; an empty line is nothing. Only the words that change are sent. */
const Line = (most: number) =>
  z
    .string()
    .transform(oneLine)
    .pipe(z.string().max(most, `עד ${most} תווים`))
const Nothing = (text: string) => text || null
export const ReviewEdit = z.object({
  shown_name: Line(80).pipe(z.string().min(1, required)),
  about: Line(120).transform(Nothing),
  body: Body,
  edit_agreed_on: z.preprocess(emptyIsNothing, Day.optional()).transform((day) => day ?? null),
  tags: z
    .string()
    .transform((typed) => [...new Set(typed.split(',').map(oneLine).filter(Boolean))])
    .pipe(z.array(z.string().max(30, 'כל נושא: עד 30 תווים')).max(6, 'עד שישה נושאים')),
  permission: Line(500).transform(Nothing),
  permitted_on: z.preprocess(emptyIsNothing, Day.optional()).transform((day) => day ?? null),
  reply: z.string().transform(plainText).pipe(z.string().max(600, 'עד 600 תווים')).transform(Nothing),
})
export type ReviewEdit = z.output<typeof ReviewEdit>

export const NewReview = ReviewEdit.omit({ edit_agreed_on: true, reply: true }).extend({
  rating: z.preprocess(emptyIsNothing, z.coerce.number().int().min(1).max(5).optional()).transform((n) => n ?? null),
  source: z.enum(['manual', 'google', 'import']),
  consent_scope: z.enum(consentScopes),
})
export type NewReview = z.output<typeof NewReview>

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
  changed_meanwhile: 'ההמלצה השתנתה בינתיים. הצגנו אותה מחדש, אפשר לנסות שוב',
} as const

export const sourceLabels: Record<Review['source'], string> = {
  form: 'טופס באתר',
  google: 'Google',
  manual: 'נמסרה לצוות',
  import: 'יבוא',
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
