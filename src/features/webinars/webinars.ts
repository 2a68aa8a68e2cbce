// Contract of webinars: rows, inputs of the forms and of the room, limits and refusals.
import { SourceUrl } from '#lib/forms/source-url.ts'
import { isLinkToken } from '#lib/link-token.ts'
import { EmailAddress, PersonName } from '#features/contacts/contacts.ts'
import { optional, Phone } from '#lib/forms/visitor-fields.ts'
import { plainText } from '#lib/hebrew/hebrew-text.ts'
import { Instant, JsonObject, z } from '#lib/schema.ts'
import { Chapter, VideoSource } from '#platform/player/player.ts'
import { nextQuarterChoice } from './public/register-labels.ts'
import {
  exitAnswers,
  interactionKinds,
  reactionKinds,
  registrationStates,
  sessionStates,
  webinarKinds,
} from './webinar-labels.ts'

export { webinarMergeContext } from './webinar-merge-fields.ts'

export const Webinar = z.object({
  id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  subtitle: z.string(),
  takeaways: z.array(z.string()),
  presenter: z.string(),
  presenter_about: z.string(),
  kind: z.enum(webinarKinds),
  status: z.enum(['draft', 'published', 'archived']),
  duration_minutes: z.int(),
  lobby_minutes: z.int(),
  stream: VideoSource.nullable(),
  recording: VideoSource.nullable(),
  thank_you_video: VideoSource.nullable(),
  captions_url: z.string().nullable(),
  chapters: z.array(Chapter),
  recap: z.string(),
  replay_enabled: z.boolean(),
  replay_hours: z.int(),
  offer_product_id: z.uuid().nullable(),
  template_id: z.uuid().nullable(),
  template_number: z.int().nullable(),
  just_in_time_from: z.string().nullable(),
  just_in_time_until: z.string().nullable(),
  just_in_time_seats: z.int().nullable(),
  page_path: z.string().nullable(),
  created_at: Instant,
  updated_at: Instant,
  version: z.int(),
  is_demo: z.boolean(),
})
export type Webinar = z.infer<typeof Webinar>

const WebinarTemplate = z.object({
  id: z.uuid(),
  name: z.string(),
  about: z.string(),
  definition: JsonObject,
  number: z.int(),
  is_system: z.boolean(),
  updated_at: Instant,
  version: z.int(),
  is_demo: z.boolean(),
})

const WebinarTemplateVersion = z.object({
  template_id: z.uuid(),
  number: z.int(),
  definition: JsonObject,
  created_by: z.uuid().nullable(),
  created_at: Instant,
})

const WebinarTemplateShare = z.object({
  token_hash: z.string(),
  template_id: z.uuid(),
  expires_at: Instant,
  created_by: z.uuid().nullable(),
  created_at: Instant,
})

const WebinarMutedMessage = z.object({ webinar_id: z.uuid(), rule_key: z.string(), created_at: Instant })

const WebinarTeamMember = z.object({
  webinar_id: z.uuid(),
  user_id: z.uuid(),
  role: z.enum(['host', 'moderator']),
  created_at: Instant,
})

const WebinarSession = z.object({
  id: z.uuid(),
  webinar_id: z.uuid(),
  starts_at: Instant,
  status: z.enum(sessionStates),
  capacity: z.int().nullable(),
  started_at: Instant.nullable(),
  ended_at: Instant.nullable(),
  cancelled_at: Instant.nullable(),
  cancel_reason: z.string().nullable(),
  replay_until: Instant.nullable(),
  settled_at: Instant.nullable(),
  stream_down_at: Instant.nullable(),
  lobby_opened_at: Instant.nullable(),
  rehearsal_at: Instant.nullable(),
  host_id: z.uuid().nullable(),
  moved_at: Instant.nullable(),
  created_at: Instant,
  version: z.int(),
  is_demo: z.boolean(),
})

const WebinarRegistration = z.object({
  id: z.uuid(),
  webinar_id: z.uuid(),
  session_id: z.uuid().nullable(),
  contact_id: z.uuid(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  client_zone: z.string(),
  state: z.enum(registrationStates),
  registered_at: Instant,
  moved_at: Instant.nullable(),
  joined_at: Instant.nullable(),
  last_seen_at: Instant.nullable(),
  watched: z.string(),
  watched_seconds: z.int(),
  max_position: z.int(),
  offer_clicked_at: Instant.nullable(),
  muted_at: Instant.nullable(),
  ejected_at: Instant.nullable(),
  wish: z.string().nullable(),
  privacy_text_id: z.uuid().nullable(),
  utm: JsonObject,
  source_url: z.string().nullable(),
  ip_trunc: z.string().nullable(),
  user_agent: z.string().nullable(),
  is_demo: z.boolean(),
  ical_sequence: z.int(),
  cancelled_at: Instant.nullable(),
  returned_at: Instant.nullable(),
  reacted_at: Instant.nullable(),
  waitlisted_at: Instant.nullable(),
  seated_at: Instant.nullable(),
  repeat_of: z.uuid().nullable(),
  made_contact: z.boolean(),
  exit_answer: z.enum(exitAnswers).nullable(),
})

const WebinarLink = z.object({
  token_hash: z.string(),
  registration_id: z.uuid(),
  created_at: Instant,
  is_of_browser: z.boolean(),
})

const WebinarInvite = z.object({
  token_hash: z.string(),
  webinar_id: z.uuid(),
  contact_id: z.uuid().nullable(),
  email: z.string().nullable(),
  invited_by: z.string(),
  registration_id: z.uuid().nullable(),
  declined_at: Instant.nullable(),
  used_at: Instant.nullable(),
  created_at: Instant,
})

const WebinarMessage = z.object({
  id: z.uuid(),
  webinar_id: z.uuid(),
  session_id: z.uuid().nullable(),
  registration_id: z.uuid().nullable(),
  user_id: z.uuid().nullable(),
  author: z.string(),
  kind: z.enum(['chat', 'question', 'answer', 'announcement']),
  visibility: z.enum(['all', 'private']),
  status: z.enum(['visible', 'hidden']),
  body: z.string(),
  position_s: z.int(),
  reply_to: z.uuid().nullable(),
  answered_at: Instant.nullable(),
  votes: z.int(),
  created_at: Instant,
  is_demo: z.boolean(),
  is_rehearsal: z.boolean(),
})

const WebinarInteraction = z.object({
  id: z.uuid(),
  webinar_id: z.uuid(),
  kind: z.enum(interactionKinds),
  title: z.string(),
  body: z.string(),
  choices: z.array(z.string()),
  link: z.string().nullable(),
  at_second: z.int().nullable(),
  open_seconds: z.int(),
  created_at: Instant,
  is_demo: z.boolean(),
})

const WebinarOpening = z.object({
  session_id: z.uuid(),
  interaction_id: z.uuid(),
  opens_at: Instant,
  closes_at: Instant,
})
const WebinarVote = z.object({ message_id: z.uuid(), registration_id: z.uuid() })
const WebinarAnswer = z.object({
  interaction_id: z.uuid(),
  registration_id: z.uuid(),
  kind: z.enum(['clicked', 'answered']),
  choice: z.int().nullable(),
  at: Instant,
})
const WebinarView = z.object({
  id: z.uuid(),
  registration_id: z.uuid(),
  kind: z.enum(['live', 'sim', 'replay']),
  started_at: Instant,
  last_seq: z.int(),
  last_position: z.int(),
  last_at: Instant,
  watched: z.string(),
})

const WebinarReaction = z.object({
  session_id: z.uuid(),
  kind: z.enum(reactionKinds),
  reactions: z.int(),
  sent_at: Instant.nullable(),
})
const WebinarPeak = z.object({ session_id: z.uuid(), viewers: z.int(), reached_at: Instant })

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = {
  webinars: Webinar,
  webinar_templates: WebinarTemplate,
  webinar_template_versions: WebinarTemplateVersion,
  webinar_template_shares: WebinarTemplateShare,
  webinar_muted_messages: WebinarMutedMessage,
  webinar_team: WebinarTeamMember,
  webinar_sessions: WebinarSession,
  webinar_registrations: WebinarRegistration,
  webinar_links: WebinarLink,
  webinar_invites: WebinarInvite,
  webinar_messages: WebinarMessage,
  webinar_votes: WebinarVote,
  webinar_interactions: WebinarInteraction,
  webinar_openings: WebinarOpening,
  webinar_answers: WebinarAnswer,
  webinar_views: WebinarView,
  webinar_peaks: WebinarPeak,
  webinar_reactions: WebinarReaction,
}

const malformedFormText = 'הטופס לא הגיע כמו שצריך. רעננו את העמוד ונסו שוב'
const textUnknown = 'הנוסח שאושר אינו מוכר. רעננו את העמוד'
const Token = z.string(malformedFormText).refine(isLinkToken, malformedFormText)
const Checkbox = z
  .union([z.boolean(), z.stringbool({ truthy: ['on', 'true'], falsy: ['off', 'false', ''] })], malformedFormText)
  .default(false)

export const RegisterForWebinar = z
  .object(
    {
      slug: z.string(malformedFormText).max(200, malformedFormText),
      sessionId: optional(z.union([z.uuid(), z.literal(nextQuarterChoice)], 'צריך לבחור מועד')),
      name: PersonName,
      email: EmailAddress,
      phone: optional(Phone),
      zone: optional(z.string(malformedFormText).max(60, malformedFormText)),
      marketingConsent: Checkbox,
      consentTextId: optional(z.uuid(textUnknown)),
      privacyTextId: optional(z.uuid(textUnknown)),
      invite: optional(Token),
      /** Requests an invitation link to share. */
      withPartner: Checkbox,
      browserKey: optional(z.string(malformedFormText).max(100, malformedFormText)),
      sourceUrl: SourceUrl,
    },
    malformedFormText,
  )
  .refine(({ marketingConsent, consentTextId }) => !marketingConsent || consentTextId !== undefined, {
    path: ['marketingConsent'],
    message: textUnknown,
  })
export type RegisterForWebinar = z.output<typeof RegisterForWebinar>

/**
 * `opens`: redirect to the room instead of the thank-you page. `token`: of this browser; the mailed link has another one. `invite`: token
 * of the partner's invitation.
 */
export const RegistrationResult = z.object({
  slug: z.string(),
  token: z.string(),
  opens: z.boolean(),
  invite: z.string().optional(),
})
export type RegistrationResult = z.infer<typeof RegistrationResult>

/** The page to redirect to after an action with a token. */
export const RegistrationKey = z.object({ slug: z.string(), token: z.string() })
export type RegistrationKey = z.infer<typeof RegistrationKey>

/** Input of actions with only a token. */
export const VisitToken = z.object({ token: Token }, malformedFormText)
export const MoveRegistration = z.object({ token: Token, sessionId: z.uuid('צריך לבחור מועד') }, malformedFormText)
export const WishInWebinar = z.object(
  { token: Token, wish: z.string(malformedFormText).transform((text) => plainText(text).trim().slice(0, 500)) },
  malformedFormText,
)
export const AskByKey = z.object(
  {
    token: Token,
    question: z
      .string(malformedFormText)
      .transform((text) => plainText(text).trim())
      .refine((text) => text.length > 0, 'צריך לכתוב שאלה')
      .refine((text) => text.length <= 1000, 'אפשר לכתוב עד 1,000 תווים'),
  },
  malformedFormText,
)
/** Nothing is stored if the box is not checked. */
export const AgreeToWhatsApp = z
  .object(
    {
      token: Token,
      phone: optional(Phone),
      marketingConsent: Checkbox,
      consentTextId: optional(z.uuid(textUnknown)),
      sourceUrl: SourceUrl,
    },
    malformedFormText,
  )
  .refine(({ marketingConsent }) => marketingConsent, {
    path: ['marketingConsent'],
    message: 'כדי שנכתוב לכם לשם, צריך לסמן כאן',
  })
export const CorrectAddress = z.object({ token: Token, email: EmailAddress }, malformedFormText)
export const InviteToken = z.object({ token: Token, sourceUrl: SourceUrl }, malformedFormText)

export const refusals = {
  webinar_unknown: 'ההדרכה לא נמצאה או שהקישור שגוי',
  webinar_full: 'ההרשמה למועד הזה מלאה. אפשר לבחור מועד אחר',
  webinar_closed: 'ההרשמה למועד הזה נסגרה. אפשר לבחור מועד אחר',
  webinar_needs_session: 'צריך לבחור מועד',
  webinar_too_late_to_correct: 'אי אפשר לתקן כאן את הכתובת. אפשר להירשם שוב, עם הכתובת הנכונה',
  webinar_needs_phone: 'צריך מספר טלפון',
  webinar_visit_unknown: 'הקישור אינו מוכר. ייתכן שהועתק בחלקו',
  webinar_not_open: 'החדר עוד לא נפתח, או שהמפגש כבר הסתיים',
  webinar_ejected: 'הכניסה לחדר נסגרה',
  webinar_too_fast: 'נשלחו כמה הודעות ברצף. אפשר להמשיך בעוד רגע',
  webinar_offer_closed: 'ההצעה נסגרה',
  webinar_answered: 'התשובה כבר נקלטה',
  webinar_already_registered: 'כבר יש הרשמה של הכתובת הזאת למועד הזה',
  consent_text_unknown: textUnknown,
  too_many_requests: 'הגיעו מכאן הרבה בקשות בזמן קצר. אפשר לנסות שוב מאוחר יותר',
} as const

export const webinarPath = (slug: string) => `/webinar/${encodeURIComponent(slug)}`
export const thankYouPath = (slug: string, token: string) => `${webinarPath(slug)}/thank-you?r=${token}`
/** The link in mails: it opens the lobby, the room, the replay, or the next dates. */
export const roomPath = (slug: string, token: string) => `${webinarPath(slug)}/live?r=${token}`
