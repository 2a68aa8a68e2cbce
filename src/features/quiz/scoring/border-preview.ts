// What other borders and rules would have made of results that are stored. Nothing is changed by it: a shown result stays.
import type { QuizDefinition } from '../definition/quiz-definition.ts'
import { stageOf } from './score-quiz.ts'

/** Results that have the same score, stage and rules. */
export type ScoreCount = {
  score: number | null
  stage: number | null
  answered: number
  rules: readonly string[]
  many: number
}

type Borders = Pick<QuizDefinition, 'stages' | 'rules' | 'minAnswered'>
export type StagePreview = { id: number | null; now: number; then: number }
export type BorderPreview = { stages: StagePreview[]; moved: number; total: number }

/** Whether every score belongs to a stage. A draft may be unfinished. */
export const areBordersOrdered = (stages: Borders['stages']) =>
  stages[0]?.from === 0 && stages.every(({ from }, i) => i === 0 || from > stages[i - 1]!.from)

/** By stage; the last row is of results without one. Rules count as they applied to the answers, with the limits of the draft. */
export function previewBorders(draft: Borders, counts: readonly ScoreCount[]): BorderPreview {
  const ids = [...draft.stages.map(({ id }) => id), null]
  const sum = (of: readonly ScoreCount[]) => of.reduce((total, { many }) => total + many, 0)
  return {
    stages: ids.map((id) => ({
      id,
      now: sum(counts.filter(({ stage }) => stage === id)),
      then: sum(counts.filter((one) => draftStage(draft, one) === id)),
    })),
    moved: sum(counts.filter((one) => draftStage(draft, one) !== one.stage)),
    total: sum(counts),
  }
}

function draftStage({ stages, rules, minAnswered }: Borders, { score, answered, rules: applied }: ScoreCount) {
  if (score === null || answered < minAnswered) return null
  const limits = rules.filter(({ key }) => applied.includes(key)).map(({ stage }) => stage)
  return Math.min(stageOf({ stages }, score), ...limits)
}
