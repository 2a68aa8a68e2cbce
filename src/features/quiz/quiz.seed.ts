// Demo attempts: answers of families, and visitors who entered no details or stopped early.
import { ago, demoContactId, demoFamilies } from '#features/contacts/contacts.seed.ts'
import { seedId } from '#lib/seed-id.ts'
import { financialStage } from './definition/financial-stage.ts'
import type { QuizAttempt } from './quiz.ts'
import { resultOf } from './scoring/quiz-result.ts'
import { scoreQuiz } from './scoring/score-quiz.ts'

/** Points of q1 to q10; a dash is a skipped question. */
const finished = [
  '1 1 1 1 1 0 1 1 2 1',
  '2 2 2 3 1 2 2 1 3 2',
  '0 1 2 2 1 1 1 2 1 0',
  '3 3 4 4 2 3 3 2 3 3',
  '1 2 0 1 0 1 0 1 2 1',
  '2 3 2 2 2 1 2 2 3 2',
  '4 4 4 4 3 4 4 3 4 4',
  '2 2 3 2 0 1 2 1 2 1',
  '3 3 3 4 3 2 3 3 4 3',
  '1 1 2 1 1 - 1 - 2 1',
  '2 1 2 2 1 2 1 2 1 -',
  '3 2 4 4 2 2 - - 3 -',
]
const withContact = 7
/** Index of the question at which each unfinished attempt stopped. */
const stopped = [0, 1, 1, 3, 5, 8, 10]

const answersOf = (points: string) =>
  Object.fromEntries(points.split(' ').map((point, at) => [`q${at + 1}`, point === '-' ? null : Number(point)]))

/** Answers by attempt id. */
export const demoQuizAnswers = () =>
  finished.map((points, i) => ({ id: seedId(98, i + 1), answers: answersOf(points) }))

export const demoQuizAttempts = (quizId: string, now: Date) =>
  finished.map((points, i) => {
    const answers = answersOf(points)
    const family = i < withContact ? demoFamilies[i] : undefined
    const day = ago(now, family?.daysAgo ?? i * 3)
    const isViewed = i % 3 > 0
    return {
      ...rowOf(quizId, i + 1, day),
      status: isViewed ? ('viewed' as const) : ('completed' as const),
      reached: 10,
      contact_id: family ? demoContactId(family.key) : null,
      name: family?.name ?? null,
      ...scoreQuiz(financialStage, answers),
      result: resultOf(financialStage, answers),
      completed_at: day,
      viewed_at: isViewed ? day : null,
    }
  }) satisfies Partial<QuizAttempt>[]

export const demoAbandonedQuizzes = (quizId: string, now: Date) =>
  stopped.map((reached, i) => ({
    ...rowOf(quizId, 100 + i, ago(now, i * 4 + 2)),
    status: 'abandoned' as const,
    reached,
  })) satisfies Partial<QuizAttempt>[]

const rowOf = (quizId: string, n: number, day: string) => ({
  id: seedId(98, n),
  quiz_id: quizId,
  quiz_version: 1,
  key_hash: n.toString(16).padStart(2, '0').repeat(32),
  started_at: day,
  last_at: day,
  is_demo: true,
})
