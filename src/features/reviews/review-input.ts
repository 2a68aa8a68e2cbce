// Input schemas of reviews, for visitors and staff.
import { isLinkToken } from '#lib/link-token.ts'
import { EmailAddress, PersonName } from '#features/contacts/contacts.ts'
import { oneLine, plainText } from '#lib/hebrew/hebrew-text.ts'
import { splitName } from '#lib/split-name.ts'
import { Day, z } from '#lib/schema.ts'
import { bodyLimit, type ConsentScope, consentScopes, refusals } from './reviews.ts'

const required = 'שדה חובה'
const malformedFormText = 'הטופס לא הגיע כמו שצריך. רעננו את העמוד ונסו שוב'
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

const Token = z.string().refine(isLinkToken, refusals.link_unknown)

const RoleText = z.preprocess(
  emptyIsNothing,
  z.string(malformedFormText).transform(oneLine).pipe(z.string().max(120, 'עד 120 תווים')).optional(),
)

const ReviewFields = z.object(
  {
    name: PersonName,
    about: RoleText,
    rating: z.preprocess(
      emptyIsNothing,
      z.coerce
        .number(malformedFormText)
        .int(malformedFormText)
        .min(1, malformedFormText)
        .max(5, malformedFormText)
        .optional(),
    ),
    body: Body,
    scope: z.enum(consentScopes, 'יש לבחור איך להציג את השם'),
    /** Never preselected; required for publication. */
    consent: z.literal('on', 'בלי הסכמה לא נוכל לפרסם את הדברים'),
    /** Absent or empty if no file was chosen. The server checks the content type by its bytes. */
    photo: z.preprocess(
      (file) => (file instanceof Blob && file.size > 0 ? file : undefined),
      z.instanceof(Blob, { error: malformedFormText }).optional(),
    ),
    /** A separate consent, never preselected. */
    photoConsent: z.preprocess((ticked) => ticked === 'on', z.boolean()),
    privacyTextId: z.preprocess(emptyIsNothing, z.uuid(malformedFormText).optional()),
    sourceUrl: z.preprocess(
      emptyIsNothing,
      z
        .string(malformedFormText)
        .transform((url) => plainText(url).slice(0, 500))
        .optional(),
    ),
  },
  malformedFormText,
)
export type ReviewFields = z.output<typeof ReviewFields>

const showsFaceOnlyWithConsent = <T extends Pick<ReviewFields, 'photo' | 'photoConsent'>>(schema: z.ZodType<T>) =>
  schema.refine(({ photo, photoConsent }) => !photo || photoConsent, {
    path: ['photoConsent'],
    error: refusals.photo_without_consent,
  })

export const LeaveReview = showsFaceOnlyWithConsent(ReviewFields.extend({ email: EmailAddress }))

/** The form behind a request link, whose token determines the address. */
export const LeaveAskedReview = showsFaceOnlyWithConsent(ReviewFields.extend({ token: Token }))

export const OpenLink = z.object({ token: Token })

export const DecideOnWording = z.object({ token: Token, isApproved: z.boolean() })

/** `version` of the review that was read; a newer one is refused. */
export const ProposeWording = z.object({ reviewId: z.uuid(), version: z.int().optional(), body: Body })

export const AskForReview = z.object({ contactId: z.uuid() })

/** The initially displayed name; staff may shorten it. */
export const shownNameFor = (name: string, scope: ConsentScope) =>
  scope === 'first_name_only' ? splitName(name).first_name : name

/** Staff edits; an empty line becomes null. Only changed fields are sent. */
const Line = (max: number) =>
  z
    .string()
    .transform(oneLine)
    .pipe(z.string().max(max, `עד ${max} תווים`))
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
