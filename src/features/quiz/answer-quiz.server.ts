// start-quiz and answer-quiz: the start of an attempt, and one POST per question. The key in the visitor's cookie
// authorizes access to the attempt.
import { hashKey } from '#lib/hash-key.ts'
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import {
  answersOf,
  type Attempt,
  findAttempt,
  findQuiz,
  isInvitation,
  newKey,
  countLeadingAnswers,
  readAttempt,
  sealAnswers,
} from './attempts.server.ts'
import { visitorOptions, type QuizDependencies } from './dependencies.server.ts'
import { refusals, skippedAnswer } from './quiz-texts.ts'
import { AnswerQuestion, QuestionAnswered, QuizStarted, StartQuiz } from './quiz.ts'

/** Continues this browser's unfinished attempt, unless another invitation is passed; otherwise starts a new one. */
export const startQuiz = ({ seal, metadataOf }: Pick<QuizDependencies, 'seal' | 'metadataOf'>) =>
  defineFunction({
    ...visitorOptions,
    name: 'start-quiz',
    refusals,
    perClient: { burst: 30, refillMs: 3_600_000 },
    input: StartQuiz,
    output: QuizStarted,
    async run({ input, db, request }) {
      const found = await findAttempt(db, input.key)
      const continues =
        !input.again && (!input.invitation || (found && (await isInvitedBy(db, found.id, input.invitation))))
      if (found && !found.isFinished && continues) {
        const reached = countLeadingAnswers(found.definition, answersOf(seal, found))
        return { key: input.key!, question: Math.min(reached + 1, found.definition.questions.length) }
      }
      const quiz = await findQuiz(db)
      if (!quiz?.isOpen) throw new Refusal('quiz_closed', 409, refusals.quiz_closed)
      const partnerId = input.invitation ? await acceptInvitation(db, input.invitation) : null
      const metadata = metadataOf(request, input.sourceUrl)
      const key = newKey()
      await db.query(
        `insert into quiz_attempts (quiz_id, quiz_version, key_hash, partner_id, previous_id, utm, source_url, ip_trunc, user_agent)
         values ($1, $2, $3, $4, (select attempt_id from quiz_result_links
           where token_hash = $5 and revoked_at is null and expires_at > now()), $6, $7, $8, $9)`,
        [
          quiz.id,
          quiz.version,
          hashKey(key),
          partnerId,
          input.again ? hashKey(input.again) : null,
          metadata.utm,
          metadata.url,
          metadata.ip,
          metadata.userAgent,
        ],
      )
      return { key, question: 1 }
    },
  })

/** Whether the attempt was started with this invitation, by its displayed or its mailed link. */
async function isInvitedBy(db: Db, attemptId: string, invitation: string): Promise<boolean> {
  const inviting = await db.query(
    `select from quiz_attempts own join quiz_attempts a on a.id = own.partner_id where own.id = $2 and ${isInvitation('$1')}`,
    [hashKey(invitation), attemptId],
  )
  return inviting.length > 0
}

/** Finds the inviting attempt. An invitation whose attempt was abandoned can be used again; an answered one cannot. */
async function acceptInvitation(db: Db, invitation: string): Promise<string> {
  const [inviting] = await db.query<{ id: string }>(
    `select a.id from quiz_attempts a where ${isInvitation('$1')} for update`,
    [hashKey(invitation)],
  )
  if (inviting) {
    await db.query('update quiz_attempts set partner_id = null where partner_id = $1 and result is null', [inviting.id])
    const answered = await db.query('select from quiz_attempts where partner_id = $1', [inviting.id])
    if (answered.length === 0) return inviting.id
  }
  throw new Refusal('invitation_unknown', 404, refusals.invitation_unknown)
}

export const answerQuiz = ({ seal }: Pick<QuizDependencies, 'seal'>) =>
  defineFunction({
    ...visitorOptions,
    name: 'answer-quiz',
    refusals,
    perClient: { burst: 300, refillMs: 3_600_000 },
    input: AnswerQuestion,
    output: QuestionAnswered,
    async run({ input: { key, question, answer, step }, db }) {
      const attempt = await readAttempt(db, key)
      if (attempt.isFinished) throw new Refusal('attempt_finished', 409, refusals.attempt_finished)
      const at = attempt.definition.questions.findIndex((one) => one.key === question)
      if (at < 0) return { question: 1 }
      if (answer === undefined) {
        if (step === 'back') return { question: Math.max(at, 1) }
        throw new Refusal('answer_missing', 422, refusals.answer_missing, { answer: refusals.answer_missing })
      }
      const { reached, count } = await saveAnswer(db, { seal, attempt, question, answer })
      if (step === 'back') return { question: Math.max(at, 1) }
      // At most the first open question, because a URL can contain any question.
      const next = Math.min(at + 1, reached)
      return { question: next >= count ? null : next + 1 }
    },
  })

type Saving = { seal: QuizDependencies['seal']; attempt: Attempt; question: string; answer: string }

async function saveAnswer(db: Db, { seal, attempt, question, answer }: Saving) {
  const { definition, id } = attempt
  const value = answer === skippedAnswer ? null : Number(answer)
  const known = definition.questions.find(({ key }) => key === question)!
  if (value !== null && !known.options.some((option) => option.value === value))
    throw new Refusal('answer_missing', 422, refusals.answer_missing, { answer: refusals.answer_missing })
  const answers = { ...answersOf(seal, attempt), [question]: value }
  await sealAnswers(db, seal, id, answers)
  const reached = countLeadingAnswers(definition, answers)
  const count = definition.questions.length
  await db.query(
    `update quiz_attempts set reached = greatest(reached, $2), status = $3, last_at = now() where id = $1`,
    [id, reached, reached === count ? 'gated' : 'answered'],
  )
  return { reached, count }
}
