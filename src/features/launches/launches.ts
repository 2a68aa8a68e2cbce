// Contract of launches: rows, inputs of the public forms, limits and refusals.
import { SourceUrl } from '#lib/forms/source-url.ts'
import { isLinkToken } from '#lib/link-token.ts'
import { EmailAddress, PersonName } from '#features/contacts/contacts.ts'
import { optional } from '#lib/forms/visitor-fields.ts'
import { plainText } from '#lib/hebrew/hebrew-text.ts'
import { Instant, JsonObject, z } from '#lib/schema.ts'
import { Chapter } from '#platform/player/player.ts'
import { launchStatuses, participantStatuses } from './launch-clock.ts'

export { launchMergeContext } from './launch-merge-fields.ts'

export const LaunchLanding = z.object({
  lead: z.string().max(600).default(''),
  promises: z.array(z.string().max(200)).max(8).default([]),
  presenter: z.object({ name: z.string().max(80), about: z.string().max(600) }).nullish(),
})
export type LaunchLanding = z.infer<typeof LaunchLanding>

export const LaunchOffer = z.object({
  title: z.string().max(120).default(''),
  text: z.string().max(3000).default(''),
  /**
   * `until`: an instant; `hours`: after the participant's cart opened. Without both, the bonus is valid while the cart
   * is open.
   */
  bonuses: z
    .array(
      z.object({ text: z.string().max(200), until: z.string().nullish(), hours: z.int().min(1).max(720).nullish() }),
    )
    .max(8)
    .default([]),
  faq: z
    .array(z.object({ q: z.string().max(200), a: z.string().max(1200) }))
    .max(12)
    .default([]),
})
export type LaunchOffer = z.infer<typeof LaunchOffer>

export const videoSources = ['file', 'youtube', 'vimeo', 'link'] as const
/** A redirect URL for participants: https on another site, or a path of this site. */
export const linkPattern = /^(?:https:\/\/[^\s/]|\/(?!\/))\S*$/

export const LaunchVideo = z
  .object({
    source: z.enum(videoSources),
    /** A storage key, a video id of the platform, or a URL. */
    ref: z.string().min(1).max(500),
    seconds: z.int().min(1).max(86_400).nullish(),
    /** A file of this site. External platforms provide their captions themselves. */
    captions: z
      .string()
      .max(500)
      .regex(/^\/[^/]/)
      .nullish(),
    chapters: z.array(Chapter).max(40).nullish(),
  })
  .refine(({ source, ref }) => source !== 'link' || linkPattern.test(ref))
export type LaunchVideo = z.infer<typeof LaunchVideo>

export const launchModes = ['fixed', 'evergreen'] as const
export const commentsModes = ['off', 'moderated', 'open'] as const
export const contentKinds = ['video', 'live', 'pdf', 'quiz', 'sales'] as const
export const releaseKinds = ['at', 'hours', 'day', 'content'] as const
export const commentStatuses = ['pending', 'visible', 'hidden'] as const

export const Launch = z.object({
  id: z.uuid(),
  title: z.string(),
  status: z.enum(launchStatuses),
  mode: z.enum(launchModes),
  tz: z.string(),
  prelaunch_at: Instant.nullable(),
  cart_opens_at: Instant.nullable(),
  cart_closes_at: Instant.nullable(),
  cart_after_hours: z.int().nullable(),
  cart_hours: z.int().nullable(),
  cooldown_days: z.int(),
  price_id: z.uuid().nullable(),
  landing: JsonObject,
  offer: JsonObject,
  comments_mode: z.enum(commentsModes),
  cloned_from_id: z.uuid().nullable(),
  created_at: Instant,
  updated_at: Instant,
  version: z.int(),
  is_demo: z.boolean(),
  next_time: z.string(),
})
export type Launch = z.infer<typeof Launch>

export const LaunchContent = z.object({
  id: z.uuid(),
  launch_id: z.uuid(),
  position: z.int(),
  kind: z.enum(contentKinds),
  title: z.string(),
  body: z.string(),
  video: JsonObject.nullable(),
  worksheet_key: z.uuid().nullable(),
  worksheet_name: z.string().nullable(),
  release_kind: z.enum(releaseKinds),
  release_at: Instant.nullable(),
  release_hours: z.int().nullable(),
  release_day: z.int().nullable(),
  release_time: z.string().nullable(),
  release_after: z.uuid().nullable(),
  expires_at: Instant.nullable(),
  expires_hours: z.int().nullable(),
  required_for_next: z.boolean(),
  version: z.int(),
  poster_id: z.uuid().nullable(),
})
export type LaunchContent = z.infer<typeof LaunchContent>

export const LaunchParticipant = z.object({
  id: z.uuid(),
  launch_id: z.uuid(),
  contact_id: z.uuid(),
  name: z.string(),
  email: z.string(),
  joined_at: Instant,
  status: z.enum(participantStatuses),
  cart_opens_at: Instant.nullable(),
  cart_closes_at: Instant.nullable(),
  extended_because: z.string().nullable(),
  extended_by: z.uuid().nullable(),
  order_id: z.uuid().nullable(),
  privacy_text_id: z.uuid().nullable(),
  source_url: z.string().nullable(),
  utm: JsonObject,
  ip_trunc: z.string().nullable(),
  user_agent: z.string().nullable(),
  last_seen_at: Instant.nullable(),
  opted_out_at: Instant.nullable(),
  announced: z.enum(['joined', 'cart_opened', 'cart_closing']),
  version: z.int(),
  is_demo: z.boolean(),
})
export type LaunchParticipant = z.infer<typeof LaunchParticipant>

const LaunchProgress = z.object({
  id: z.uuid(),
  participant_id: z.uuid(),
  content_id: z.uuid(),
  opens_at: Instant.nullable(),
  first_open_at: Instant.nullable(),
  segments: z.string(),
  max_position_s: z.int(),
  announced_at: Instant.nullable(),
  completed_at: Instant.nullable(),
  notify_asked_at: Instant.nullable(),
})

const LaunchToken = z.object({
  id: z.uuid(),
  participant_id: z.uuid(),
  token_hash: z.string(),
  created_at: Instant,
  revoked_at: Instant.nullable(),
  first_used_at: Instant.nullable(),
  used_count: z.int(),
  proves_address: z.boolean(),
})

const LaunchDevice = z.object({
  participant_id: z.uuid(),
  device_hash: z.string(),
  created_at: Instant,
  verified_at: Instant.nullable(),
})

const LaunchRequest = z.object({
  id: z.uuid(),
  participant_id: z.uuid(),
  kind: z.enum(['link', 'code']),
  device_hash: z.string().nullable(),
  code_hash: z.string().nullable(),
  tries: z.int(),
  created_at: Instant,
  used_at: Instant.nullable(),
})

const LaunchComment = z.object({
  id: z.uuid(),
  content_id: z.uuid(),
  participant_id: z.uuid().nullable(),
  user_id: z.uuid().nullable(),
  shown_name: z.string(),
  body: z.string(),
  status: z.enum(commentStatuses),
  parent_id: z.uuid().nullable(),
  pinned: z.boolean(),
  created_at: Instant,
  version: z.int(),
  settled_at: Instant.nullable(),
})
export type LaunchComment = z.infer<typeof LaunchComment>

const LaunchWaiting = z.object({
  id: z.uuid(),
  launch_id: z.uuid(),
  contact_id: z.uuid(),
  privacy_text_id: z.uuid().nullable(),
  source_url: z.string().nullable(),
  created_at: Instant,
  seat_offered_at: Instant.nullable(),
})

const LaunchMove = z.object({
  id: z.uuid(),
  launch_id: z.uuid(),
  from_status: z.string(),
  to_status: z.string(),
  moved_by: z.uuid().nullable(),
  moved_at: Instant,
})

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = {
  launches: Launch,
  launch_contents: LaunchContent,
  launch_participants: LaunchParticipant,
  launch_progress: LaunchProgress,
  launch_tokens: LaunchToken,
  launch_devices: LaunchDevice,
  launch_requests: LaunchRequest,
  launch_comments: LaunchComment,
  launch_waitlist: LaunchWaiting,
  launch_moves: LaunchMove,
}

/** The bonuses valid at an instant, each with its end for this participant. */
export const bonusesAt = ({ bonuses }: LaunchOffer, opensAt: number | null, now: number): LaunchOffer['bonuses'] =>
  bonuses
    .map(({ text, until, hours }) => ({
      text,
      until: hours && opensAt !== null ? new Date(opensAt + hours * 3_600_000).toISOString() : (until ?? null),
    }))
    .filter(({ until }) => until === null || Date.parse(until) > now)

export const bucket = 'launches'

/** Browsers per participant before a mailed code is required. */
export const maxDevices = 5
/** Links and codes that a participant can request per day. */
export const maxRequestsPerDay = 6

export const landingPath = (launchId: string) => `/plf/${launchId}/landing`
export const watchPath = (launchId: string, participantId: string) => `/plf/${launchId}/watch/${participantId}`
export const linkPath = (launchId: string, token: string) => `/plf/${launchId}/t/${token}`

const malformedFormText = 'הטופס לא הגיע כמו שצריך. רעננו את העמוד ונסו שוב'
const textUnknown = 'הנוסח שאושר אינו מוכר. רעננו את העמוד'
const Id = z.uuid(malformedFormText)
/** The cookie value, `key.device`. */
const Cookie = z.string(malformedFormText).max(140, malformedFormText).default('')
const Checkbox = z
  .union([z.boolean(), z.stringbool({ truthy: ['on', 'true'], falsy: ['off', 'false', ''] })], malformedFormText)
  .default(false)

export const JoinLaunch = z
  .object(
    {
      launch: Id,
      name: PersonName,
      email: EmailAddress,
      marketing: Checkbox,
      marketingTextId: optional(z.uuid(textUnknown)),
      privacyTextId: optional(z.uuid(textUnknown)),
      sourceUrl: SourceUrl,
    },
    malformedFormText,
  )
  .refine(({ marketing, marketingTextId }) => !marketing || marketingTextId !== undefined, {
    path: ['marketing'],
    message: textUnknown,
  })
export type JoinLaunch = z.output<typeof JoinLaunch>

/**
 * Requests a new link by an entered address, or by the token of an expired link. With a token, the link is mailed to
 * the stored address.
 */
export const ResendLaunchLink = z.object(
  { launch: Id, email: optional(EmailAddress), token: optional(z.string().refine(isLinkToken)) },
  malformedFormText,
)
export const OpenLaunch = z.object({ launch: Id, cookie: Cookie }, malformedFormText)
export const OpenWatch = z.object({ launch: Id, participant: Id, cookie: Cookie }, malformedFormText)
export const LaunchLink = z.object(
  { launch: Id, token: z.string(malformedFormText).max(200, malformedFormText) },
  malformedFormText,
)
export const commentSorts = ['newest', 'oldest'] as const
/** A page of comments; by default the first page, newest first. */
export const CommentsPage = z.object({
  sort: z.enum(commentSorts).catch('newest'),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
})
/** Identified by the cookie alone. */
export const ByCookie = z.object({ launch: Id, cookie: Cookie }, malformedFormText)
export const OfContent = ByCookie.extend({ content: Id })
export const NoteProgress = OfContent.extend({
  /** The seconds played since the last post. */
  from: z.coerce.number(malformedFormText).int().min(0).max(86_400).default(0),
  until: z.coerce.number(malformedFormText).int().min(0).max(86_400).default(0),
})
export const Comment = OfContent.extend({
  body: z
    .string('שדה חובה')
    .transform((text) => plainText(text).trim())
    .pipe(z.string().min(1, 'כדאי לכתוב משהו').max(1500, 'עד 1,500 תווים')),
})
export const EnterCode = ByCookie.extend({
  code: z
    .string('שדה חובה')
    .transform((text) => text.replace(/\D/g, ''))
    .pipe(z.string().length(6, 'הקוד הוא בן שש ספרות')),
})

export const refusals = {
  launch_unknown: 'ההשקה הזאת אינה מוכרת. אפשר לחזור לדף הבית, או לכתוב לנו',
  launch_over: 'ההשקה הסתיימה. נשמח לעדכן כשתהיה סדרה חדשה',
  access_unknown: 'כדי להמשיך צריך להיכנס מהקישור האישי שבדוא״ל',
  device_unknown: 'כדי להמשיך במכשיר הזה צריך קוד, שנשלח לדוא״ל שלכם',
  content_locked: 'התוכן הזה עוד לא פתוח',
  content_not_waited_for: 'התוכן הזה כבר פתוח, או שאין לו הודעה. אפשר לרענן את העמוד',
  content_unknown: 'התוכן הזה כבר אינו כאן',
  file_gone: 'הקובץ הזה כבר אינו זמין. כתבו לנו ונשלח אותו',
  cart_closed: 'ההרשמה נסגרה. אפשר להצטרף לרשימת ההמתנה, ונעדכן כשתיפתח שוב',
  comments_closed: 'התגובות כאן סגורות',
  too_many_comments: 'כתבתם הרבה תגובות בזמן קצר. אפשר לנסות שוב מאוחר יותר',
  code_wrong: 'הקוד אינו נכון. אפשר לנסות שוב, או לבקש קוד חדש',
  code_expired: 'תוקף הקוד הסתיים. אפשר לבקש קוד חדש',
  consent_text_unknown: textUnknown,
  too_many_mails: 'כבר נשלחו היום כמה הודעות לכתובת הזאת. כדאי לחפש אותן גם בתיקיות ״קידומי מכירות״ ו״דואר זבל״',
  too_many_requests: 'הגיעו מכאן הרבה בקשות בזמן קצר. אפשר לנסות שוב מאוחר יותר',
} as const
