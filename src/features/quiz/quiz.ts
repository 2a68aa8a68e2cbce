// Contract of the quiz: rows, function inputs and outputs, limits.
import { SourceUrl } from '#lib/forms/source-url.ts'
import { isLinkToken } from '#lib/link-token.ts'
import { EmailAddress, PersonName } from '#features/contacts/contacts.ts'
import { optional } from '#lib/forms/visitor-fields.ts'
import { Instant, JsonObject, z } from '#lib/schema.ts'
import { Question, QuizDefinition } from './definition/quiz-definition.ts'
import { levels, QuizResult } from './scoring/quiz-result.ts'
import { refusals, skippedAnswer } from './quiz-texts.ts'

export { quizMergeContext } from './quiz-merge-fields.ts'

const attemptStatuses = ['started', 'answered', 'gated', 'completed', 'viewed', 'abandoned'] as const

const Quiz = z.object({
  id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  status: z.enum(['published', 'paused']),
  current_version: z.int().nullable(),
  version: z.int(),
})

const QuizVersion = z.object({
  quiz_id: z.uuid(),
  number: z.int(),
  definition: JsonObject,
  published_at: Instant,
  published_by: z.uuid().nullable(),
})

const StageAction = z.object({
  quiz_id: z.uuid(),
  stage: z.int(),
  tag_id: z.uuid().nullable(),
  automation_id: z.uuid().nullable(),
  opens_opportunity: z.boolean(),
  task: z.string().nullable(),
  version: z.int(),
})

export const QuizAttempt = z.object({
  id: z.uuid(),
  quiz_id: z.uuid(),
  quiz_version: z.int(),
  key_hash: z.string(),
  status: z.enum(attemptStatuses),
  reached: z.int(),
  previous_id: z.uuid().nullable(),
  partner_id: z.uuid().nullable(),
  contact_id: z.uuid().nullable(),
  opportunity_id: z.uuid().nullable(),
  answered: z.int(),
  score: z.int().nullable(),
  dimensions: JsonObject,
  stage: z.int().nullable(),
  rules: z.array(z.string()),
  result: JsonObject.nullable(),
  shares_levels_at: Instant.nullable(),
  invite_hash: z.string().nullable(),
  invite_expires_at: Instant.nullable(),
  reminds_partner: z.boolean(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  privacy_text_id: z.uuid().nullable(),
  utm: JsonObject,
  source_url: z.string().nullable(),
  ip_trunc: z.string().nullable(),
  user_agent: z.string().nullable(),
  started_at: Instant,
  last_at: Instant,
  completed_at: Instant.nullable(),
  viewed_at: Instant.nullable(),
  is_demo: z.boolean(),
})
export type QuizAttempt = z.infer<typeof QuizAttempt>

const SealedAnswers = z.object({ attempt_id: z.uuid(), sealed: z.string() })

const ResultLink = z.object({
  token_hash: z.string(),
  attempt_id: z.uuid(),
  created_at: Instant,
  expires_at: Instant,
  revoked_at: Instant.nullable(),
  proves_address: z.boolean(),
})

const Reminder = z.object({ attempt_id: z.uuid(), email: z.string(), created_at: Instant })

const MailedKey = z.object({
  key_hash: z.string(),
  attempt_id: z.uuid(),
  opens: z.enum(['questions', 'invitation']),
  created_at: Instant,
})

const Delivery = z.object({ id: z.uuid(), attempt_id: z.uuid(), email: z.string(), created_at: Instant })

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = {
  quizzes: Quiz,
  quiz_versions: QuizVersion,
  quiz_stage_actions: StageAction,
  quiz_attempts: QuizAttempt,
  quiz_sealed_answers: SealedAnswers,
  quiz_result_links: ResultLink,
  quiz_deliveries: Delivery,
  quiz_reminders: Reminder,
  quiz_mailed_keys: MailedKey,
}

export const quizSlug = 'financial_stage'

export const quizPath = '/financial_stage'
export const questionsPath = '/financial_stage/questions'
export const resultsPath = '/financial_stage/results'
export const resultPath = (token: string) => `${resultsPath}?r=${token}`
export const resumePath = (token: string) => `${questionsPath}?r=${token}`
export const invitationPath = (token: string) => `${quizPath}?r=${token}`

/** Mail limits per day: of one result, and of all results to one address. */
export const maxMailsPerDay = 3
export const maxMailsToAddress = 5

export const invitationDays = 30
/** After this time the page shows that the partner has not answered, and the reminder is sent. */
export const unansweredAfterDays = 3
/** Minimum age of the previous result for a comparison. */
export const comparedAfterDays = 90

const malformedFormText = 'הטופס לא הגיע כמו שצריך. רעננו את העמוד ונסו שוב'
const Token = z.string(malformedFormText).refine(isLinkToken, malformedFormText)
/** A malformed value counts as missing, because cookies are untrusted. */
const OptionalToken = z.preprocess(
  (value) => (typeof value === 'string' && isLinkToken(value) ? value : undefined),
  Token.optional(),
)
const Checkbox = z
  .union([z.boolean(), z.stringbool({ truthy: ['on', 'true'], falsy: ['off', 'false', ''] })], malformedFormText)
  .default(false)

/** `key`: from the cookie. `invitation`: from a partner. `again`: token of the result whose quiz is repeated. */
export const StartQuiz = z.object({
  key: OptionalToken,
  invitation: OptionalToken,
  again: OptionalToken,
  sourceUrl: SourceUrl,
})
export const QuizStarted = z.object({ key: z.string(), question: z.int() })
export type QuizStarted = z.infer<typeof QuizStarted>

export const AnswerQuestion = z.object({
  key: OptionalToken,
  question: z.string(malformedFormText).max(30, malformedFormText),
  /** Points as text, or `skip`. */
  answer: optional(z.union([z.literal(skippedAnswer), z.string().regex(/^\d$/)], refusals.answer_missing)),
  step: z.enum(['next', 'back'], malformedFormText),
})
/** The number of the next question, from 1; null: the details form is next. */
export const QuestionAnswered = z.object({ question: z.int().nullable() })
export type QuestionAnswered = z.infer<typeof QuestionAnswered>

/** Requests a link to continue an unfinished quiz by mail. */
export const RemindQuiz = z.object({
  key: OptionalToken,
  question: z.string(malformedFormText).max(30, malformedFormText),
  email: EmailAddress,
})
export const ResumeQuiz = z.object({ resume: Token }, malformedFormText)
/** `question`: the number to continue with. */
export const QuizReminded = z.object({ question: z.int() })
export type QuizReminded = z.infer<typeof QuizReminded>

const details = {
  name: PersonName,
  email: EmailAddress,
  marketingConsent: Checkbox,
  consentTextId: optional(z.uuid(refusals.consent_text_unknown)),
  privacyTextId: optional(z.uuid(refusals.consent_text_unknown)),
  sourceUrl: SourceUrl,
}
type Agreed = { marketingConsent: boolean; consentTextId?: string | undefined }
const hasText = ({ marketingConsent, consentTextId }: Agreed) => !marketingConsent || consentTextId !== undefined
const withoutText = { path: ['marketingConsent'], message: refusals.consent_text_unknown }

/** Shows the result without details. */
export const SkipDetails = z.object({ key: OptionalToken })
/** Shows the result and mails a copy. */
export const LeaveDetails = z.object({ ...details, key: OptionalToken }, malformedFormText).refine(hasText, withoutText)
/** Details for a copy of an existing result, with the token of the result page. */
export const SendResult = z
  .object({ ...details, token: Token, key: OptionalToken }, malformedFormText)
  .refine(hasText, withoutText)
export type Details = Omit<z.output<typeof SendResult>, 'token' | 'key'>

/** Token of the result page. */
export const ResultReady = z.object({ token: z.string() })
export type ResultReady = z.infer<typeof ResultReady>

export const ResultToken = z.object({ token: Token }, malformedFormText)
/** `key`: from the cookie. */
export const KeyedResult = z.object({ token: Token, key: OptionalToken }, malformedFormText)
/**
 * `remindsPartner`: whether to mail a partner who is a contact with marketing consent, once. Only with the token of a
 * mailed link.
 */
export const InvitePartner = KeyedResult.extend({ remindsPartner: Checkbox })
/** `invitation`: the token for the partner's link. */
export const PartnerInvited = z.object({ token: z.string(), invitation: z.string() })
export type PartnerInvited = z.infer<typeof PartnerInvited>

/** `link`: a separate token for sharing. */
export const ResultLinked = z.object({ token: z.string(), link: z.string() })
export type ResultLinked = z.infer<typeof ResultLinked>

/** `resume`: the token of a mailed link. */
export const OpenQuiz = z.object({ key: OptionalToken, invitation: OptionalToken, resume: OptionalToken })

/** The definition without cutoffs and rules: scoring is done on the server. */
export const QuizView = z.object({
  title: z.string(),
  isOpen: z.boolean(),
  texts: QuizDefinition.shape.texts,
  dimensions: z.array(z.object({ key: z.string(), label: z.string() })),
  questions: z.array(Question),
  stages: z.array(z.string()),
  /** Whether a valid invitation was passed. */
  isInvited: z.boolean(),
  /** State of the attempt that a mailed link continues; null for an unknown link. */
  resume: z.enum(['open', 'finished']).nullable(),
  /** The attempt of the key in the cookie. `answers`: points as text, or `skip`. */
  attempt: z
    .object({ answers: z.record(z.string(), z.string()), reached: z.int(), isFinished: z.boolean() })
    .nullable(),
})
export type QuizView = z.infer<typeof QuizView>

const SharedLevel = z.object({ key: z.string(), label: z.string(), mine: z.enum(levels), theirs: z.enum(levels) })
const partnerStates = ['none', 'invited', 'unanswered', 'lapsed', 'mine_missing', 'theirs_missing', 'compared'] as const

export const ResultView = z.object({
  result: QuizResult,
  completedOn: z.string(),
  /** Address in masked form. */
  email: z.string().nullable(),
  /** Whether the link was mailed to this address. */
  provesAddress: z.boolean(),
  /** The previous result, if it is old enough for a comparison. */
  before: z
    .object({ completedOn: z.string(), stage: z.string().nullable(), percents: z.record(z.string(), z.int()) })
    .nullable(),
  partner: z.enum(partnerStates),
  /** The date of an unanswered invitation. */
  invitedOn: z.string().nullable(),
  /** Levels of both partners, once both agreed. */
  shared: z.array(SharedLevel),
  /** Title of the stage's worksheet, if available. */
  worksheet: z.object({ slug: z.string(), title: z.string() }).nullable(),
})
export type ResultView = z.infer<typeof ResultView>
