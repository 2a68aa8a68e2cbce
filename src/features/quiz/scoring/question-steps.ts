// Drop-off by question: how many attempts reached it and how many stopped there.
import type { QuizDefinition } from '../definition/quiz-definition.ts'

export type QuestionStep = { key: string; label: string; reached: number; stopped: number }

/** `stopped` is keyed by question, with `details` for the page after the last one. A removed question counts as the first step. */
export function questionSteps(
  { questions }: Pick<QuizDefinition, 'questions'>,
  results: number,
  stopped: Readonly<Record<string, number>>,
): QuestionStep[] {
  const steps = [
    ...questions.map(({ key, text }, i) => ({ key, label: `${i + 1}. ${text}` })),
    { key: 'details', label: 'פרטים, או תוצאה בלי פרטים' },
  ]
  const known = new Set(steps.map(({ key }) => key))
  const removed = Object.entries(stopped).reduce((total, [key, many]) => total + (known.has(key) ? 0 : many), 0)
  const stops = steps.map(({ key }, i) => (stopped[key] ?? 0) + (i === 0 ? removed : 0))
  let reached = results + stops.reduce((total, many) => total + many, 0)
  return steps.map((step, i) => {
    const here = { ...step, reached, stopped: stops[i]! }
    reached -= stops[i]!
    return here
  })
}
