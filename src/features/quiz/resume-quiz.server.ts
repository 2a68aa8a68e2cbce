// remind-quiz and resume-quiz: one mailed link continues an unfinished attempt from any device.
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import { answersOf, countLeadingAnswers, readAttempt } from './attempts.server.ts'
import { visitorOptions, type QuizDependencies } from './dependencies.server.ts'
import { refusals } from './quiz-texts.ts'
import { QuizReminded, QuizStarted, RemindQuiz, ResumeQuiz } from './quiz.ts'

/** Requests the link. Another address replaces the previous one, because an attempt has one reminder. */
export const remindQuiz = defineFunction({
  ...visitorOptions,
  name: 'remind-quiz',
  refusals,
  perClient: { burst: 20, refillMs: 3_600_000 },
  input: RemindQuiz,
  output: QuizReminded,
  async run({ input: { key, question, email }, db }) {
    const attempt = await readAttempt(db, key)
    if (attempt.isFinished) throw new Refusal('attempt_finished', 409, refusals.attempt_finished)
    await db.query(
      `insert into quiz_reminders (attempt_id, email) values ($1, $2)
       on conflict (attempt_id) do update set email = excluded.email, created_at = now() where quiz_reminders.email <> excluded.email`,
      [attempt.id, email],
    )
    return { question: Math.max(1, attempt.definition.questions.findIndex((one) => one.key === question) + 1) }
  },
})

/** Sets the link's key in this browser. It has the same rights as the key of the browser that started. */
export const resumeQuiz = ({ seal }: Pick<QuizDependencies, 'seal'>) =>
  defineFunction({
    ...visitorOptions,
    name: 'resume-quiz',
    refusals,
    perClient: { burst: 60, refillMs: 3_600_000 },
    input: ResumeQuiz,
    output: QuizStarted,
    async run({ input: { resume }, db }) {
      const attempt = await readAttempt(db, resume)
      if (attempt.isFinished) throw new Refusal('attempt_finished', 409, refusals.attempt_finished)
      return { key: resume, question: countLeadingAnswers(attempt.definition, answersOf(seal, attempt)) + 1 }
    },
  })
