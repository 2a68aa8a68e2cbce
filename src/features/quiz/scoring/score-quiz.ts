// Scores answers: the average answer on a scale of 0 to 40, a percentage per dimension, and the stage with its caps.
import { maxPoints, maxScore, type QuizAnswers, type QuizDefinition } from '../definition/quiz-definition.ts'

export type QuizScore = {
  answered: number
  /** Null without answers. */
  score: number | null
  /** 0 to 100; null for a dimension without answers. */
  dimensions: Record<string, number | null>
  /** Null with too few answers. */
  stage: number | null
  /** Keys of the rules that apply, whether or not they lower the stage. */
  rules: string[]
}

/** Skipped questions count for neither score nor rules. */
export function scoreQuiz(definition: QuizDefinition, answers: QuizAnswers): QuizScore {
  const { questions, minAnswered, dimensions } = definition
  const points = (of = questions) => of.flatMap(({ key }) => (typeof answers[key] === 'number' ? [answers[key]] : []))
  const all = points()
  const score = scaled(all, maxScore)
  const rules = definition.rules.filter(({ when }) =>
    when.every(({ question, atMost }) => typeof answers[question] === 'number' && answers[question] <= atMost),
  )
  return {
    answered: all.length,
    score,
    dimensions: Object.fromEntries(
      dimensions.map(({ key }) => [key, scaled(points(questions.filter(({ dimension }) => dimension === key)), 100)]),
    ),
    stage:
      score === null || all.length < minAnswered
        ? null
        : Math.min(stageOf(definition, score), ...rules.map(({ stage }) => stage)),
    rules: rules.map(({ key }) => key),
  }
}

/** The stage of a score, before rules. */
export const stageOf = ({ stages }: Pick<QuizDefinition, 'stages'>, score: number): number =>
  stages.findLast(({ from }) => score >= from)!.id

/** The average on a scale of `most`, rounded half up. In integers, to avoid 0.4999 for 0.5. */
function scaled(points: readonly number[], max: number): number | null {
  if (points.length === 0) return null
  const sum = points.reduce((total, one) => total + one, 0)
  const parts = points.length * maxPoints
  return Math.floor((2 * sum * max + parts) / (2 * parts))
}
