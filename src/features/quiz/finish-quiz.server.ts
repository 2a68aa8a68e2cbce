// skip-quiz-details and leave-quiz-details: computes the result, and saves the details to the contact.
import { hashKey } from '#lib/hash-key.ts'
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { answersOf, type Attempt, linkResult, countLeadingAnswers, readAttempt } from './attempts.server.ts'
import { visitorOptions, type QuizDependencies } from './dependencies.server.ts'
import { followDetails } from './follow-details.server.ts'
import { refusals } from './quiz-texts.ts'
import { LeaveDetails, ResultReady, SkipDetails } from './quiz.ts'
import { scoreQuiz } from './scoring/score-quiz.ts'
import { resultOf } from './scoring/quiz-result.ts'

export const skipQuizDetails = ({ seal }: Pick<QuizDependencies, 'seal'>) =>
  defineFunction({
    ...visitorOptions,
    name: 'skip-quiz-details',
    refusals,
    perClient: { burst: 30, refillMs: 3_600_000 },
    input: SkipDetails,
    output: ResultReady,
    async run({ input: { key }, db }) {
      const attempt = await readAttempt(db, key)
      await complete(db, { seal, attempt, key: key! })
      return { token: await linkResult(db, attempt.id) }
    },
  })

/** A mail refused by the limits is no error here: the next page shows the result and can resend it. */
export const leaveQuizDetails = (needs: QuizDependencies) =>
  defineFunction({
    ...visitorOptions,
    name: 'leave-quiz-details',
    refusals,
    perClient: { burst: 20, refillMs: 3_600_000 },
    input: LeaveDetails,
    output: ResultReady,
    async run({ input, db, request }) {
      const attempt = await readAttempt(db, input.key)
      await complete(db, { seal: needs.seal, attempt, key: input.key! })
      await followDetails(db, needs, { attemptId: attempt.id, details: input, request })
      return { token: await linkResult(db, attempt.id) }
    },
  })

type Completing = {
  seal: QuizDependencies['seal']
  attempt: Attempt
  /** The hash of the key by which the attempt was found. */
  key: string
}

/** A repeated request does not change the result. */
async function complete(db: Db, { seal, attempt, key }: Completing) {
  if (attempt.isFinished) return
  const { definition, id } = attempt
  const answers = answersOf(seal, attempt)
  if (countLeadingAnswers(definition, answers) < definition.questions.length)
    throw new Refusal('questions_left', 409, refusals.questions_left)
  const { answered, score, dimensions, stage, rules } = scoreQuiz(definition, answers)
  // Only the browser that finished sees the result: a mailed link may have been used by another person.
  await db.query(
    `update quiz_attempts set status = 'completed', completed_at = now(), last_at = now(), answered = $2, score = $3, dimensions = $4,
       stage = $5, rules = $6, result = $7, key_hash = $8 where id = $1`,
    [
      id,
      answered,
      score,
      JSON.stringify(dimensions),
      stage,
      rules,
      JSON.stringify(resultOf(definition, answers)),
      hashKey(key),
    ],
  )
  // The result makes the reminder and its links obsolete.
  await db.query('delete from quiz_reminders where attempt_id = $1', [id])
  await db.query(`delete from quiz_mailed_keys where attempt_id = $1 and opens = 'questions'`, [id])
}
