// Counts of a step, in words.
import type { StepFigures } from '#features/automations/automations.data.ts'
import { outcomeLabels, skipReasonLabels } from '#features/automations/automations.ts'

/** "בוצע 12, דילוג: כבר במצב הזה 3", or undefined before the first run. */
export function stepFigureWords(figures: readonly StepFigures[], stepId: string): string | undefined {
  const own = figures.filter((one) => one.step_id === stepId && one.outcome !== 'waiting')
  if (own.length === 0) return undefined
  return own
    .toSorted((a, b) => b.runs - a.runs)
    .map(({ outcome, reason, runs }) => {
      const label = outcomeLabels[outcome] ?? outcome
      return `${reason ? `${label} (${skipReasonLabels[reason] ?? reason})` : label} ${runs}`
    })
    .join(', ')
}
