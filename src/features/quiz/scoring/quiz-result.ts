// The result of an attempt with all texts. It is stored, so that later versions of the quiz do not change it.
import { fillTokens } from '#lib/forms/fill-tokens.ts'
import { z } from '#lib/schema.ts'
import { type QuizAnswers, type QuizDefinition, Stage } from '../definition/quiz-definition.ts'
import { scoreQuiz } from './score-quiz.ts'

export const levels = ['low', 'middle', 'high'] as const
export type Level = (typeof levels)[number]

export const levelLabels: Record<Level, string> = { low: 'דורש תשומת לב', middle: 'בדרך', high: 'חזק' }

/** Level of a percentage. */
export const levelOf = (percent: number): Level => (percent < 40 ? 'low' : percent < 70 ? 'middle' : 'high')

const DimensionResult = z.object({
  key: z.string(),
  label: z.string(),
  /** Null if all questions of the dimension were skipped. */
  percent: z.int().nullable(),
  /** Texts of the weakest and the strongest dimension. */
  note: z.string().nullable(),
})

export const QuizResult = z.object({
  answered: z.int(),
  score: z.int().nullable(),
  /** Null with too few answers. */
  stage: Stage.nullable(),
  /** The names of all stages, for the gauge. */
  stages: z.array(z.string()),
  dimensions: z.array(DimensionResult),
  disclaimer: z.string(),
})
export type QuizResult = z.infer<typeof QuizResult>

export function resultOf(definition: QuizDefinition, answers: QuizAnswers): QuizResult {
  const { texts, stages } = definition
  const { answered, score, stage, dimensions } = scoreQuiz(definition, answers)
  const measured = definition.dimensions.flatMap(({ key, label }) =>
    typeof dimensions[key] === 'number' ? [{ key, label, percent: dimensions[key] }] : [],
  )
  // A tie selects the first one in declaration order.
  const highest = measured.reduce((best, one) => (one.percent > best.percent ? one : best), measured[0]!)
  const lowest = measured.reduce((worst, one) => (one.percent < worst.percent ? one : worst), measured[0]!)
  const isEven = measured.length < 2 || highest.percent === lowest.percent
  const noteOf = (key: string, dim: string) => {
    if (isEven) return null
    if (key === lowest.key) return fillTokens(texts.dimensionLow, { dim })
    return key === highest.key ? fillTokens(texts.dimensionHigh, { dim }) : null
  }
  return {
    answered,
    score,
    stage: stages.find(({ id }) => id === stage) ?? null,
    stages: stages.map(({ name }) => name),
    dimensions: definition.dimensions.map(({ key, label }) => ({
      key,
      label,
      percent: dimensions[key] ?? null,
      note: noteOf(key, label),
    })),
    disclaimer: texts.disclaimer,
  }
}
