// Previews how a draft's score thresholds and stage caps would change existing results. Stored results are not modified.
import type { QuizDefinition } from '../definition/quiz-definition.ts'
import { stageOf } from './score-quiz.ts'

/** Number of results with the same score, stage and rules. */
export type ScoreCount = {
  score: number | null
  stage: number | null
  answered: number
  rules: readonly string[]
  many: number
}

type Cutoffs = Pick<QuizDefinition, 'stages' | 'rules' | 'minAnswered'>
export type StagePreview = { id: number | null; now: number; then: number }
export type CutoffPreview = { stages: StagePreview[]; moved: number; total: number }

/** Whether the cutoffs cover every score. A draft may be incomplete. */
export const areCutoffsOrdered = (stages: Cutoffs['stages']) =>
  stages[0]?.from === 0 && stages.every(({ from }, i) => i === 0 || from > stages[i - 1]!.from)

/**
 * Result counts by stage; the last row is for results without one. Uses the rules that applied to the answers, with the
 * draft's caps.
 */
export function previewCutoffs(draft: Cutoffs, counts: readonly ScoreCount[]): CutoffPreview {
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

function draftStage({ stages, rules, minAnswered }: Cutoffs, { score, answered, rules: applied }: ScoreCount) {
  if (score === null || answered < minAnswered) return null
  const limits = rules.filter(({ key }) => applied.includes(key)).map(({ stage }) => stage)
  return Math.min(stageOf({ stages }, score), ...limits)
}
