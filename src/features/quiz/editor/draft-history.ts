// Undo steps of a definition: consecutive typing is one step.
import type { QuizDefinition } from '../definition/quiz-definition.ts'

export type DraftHistory = { draft: QuizDefinition; past: readonly QuizDefinition[] }

const maxSteps = 50

/** The structure that typing does not change: parts and their order. */
const partsOf = ({ questions, stages, dimensions, rules }: QuizDefinition) =>
  [questions, dimensions, rules].flatMap((part) => part.map(({ key }) => key)).concat(stages.map(({ slug }) => slug)).join() // prettier-ignore

export function addStep({ draft, past }: DraftHistory, next: QuizDefinition): DraftHistory {
  const last = past.at(-1)
  const parts = partsOf(draft)
  const isMoreTyping = last !== undefined && partsOf(last) === parts && partsOf(next) === parts
  return { draft: next, past: isMoreTyping ? past : [...past, draft].slice(-maxSteps) }
}

export const undoStep = ({ draft, past }: DraftHistory): DraftHistory => ({
  draft: past.at(-1) ?? draft,
  past: past.slice(0, -1),
})
