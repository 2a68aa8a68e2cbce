// open-quiz: data of the pages before the result, and the answers of this browser.
import { hashKey } from '#lib/hash-key.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import { Refusal } from '#kernel/errors.ts'
import { answersOf, findAttempt, findQuiz, isInvitation } from './attempts.server.ts'
import { visitorOptions, type QuizDependencies } from './dependencies.server.ts'
import { refusals, skippedAnswer } from './quiz-texts.ts'
import { OpenQuiz, QuizView } from './quiz.ts'

/** Sent as POST, so that the key appears in no access log. */
export const openQuiz = ({ seal }: Pick<QuizDependencies, 'seal'>) =>
  defineFunction({
    ...visitorOptions,
    name: 'open-quiz',
    refusals,
    input: OpenQuiz,
    output: QuizView,
    async run({ input: { key, invitation, resume }, db }) {
      const quiz = await findQuiz(db)
      if (!quiz) throw new Refusal('quiz_closed', 404, refusals.quiz_closed)
      const attempt = await findAttempt(db, key)
      const resumed = await findAttempt(db, resume)
      const { texts, dimensions, questions, stages } = attempt?.definition ?? quiz.definition
      const invited = invitation
        ? await db.query(
            `select from quiz_attempts a where ${isInvitation('$1')}
               and not exists (select from quiz_attempts p where p.partner_id = a.id and p.result is not null)`,
            [hashKey(invitation)],
          )
        : []
      return {
        title: quiz.title,
        isOpen: quiz.isOpen,
        texts,
        dimensions,
        questions,
        stages: stages.map(({ name }) => name),
        isInvited: invited.length > 0,
        resume: resumed ? (resumed.isFinished ? ('finished' as const) : ('open' as const)) : null,
        attempt: attempt
          ? {
              answers: Object.fromEntries(
                Object.entries(answersOf(seal, attempt)).map(([question, points]) => [
                  question,
                  points === null ? skippedAnswer : String(points),
                ]),
              ),
              reached: attempt.reached,
              isFinished: attempt.isFinished,
            }
          : null,
      }
    },
  })
