// Counts of a step as text.
import type { MessageFigures, StepFigures } from '#features/automations/figures.data.ts'
import { exitReasonLabels, outcomeLabels, skipReasonLabels } from '#features/automations/automations.ts'
import { reasonSentence } from '#features/messages/message-reasons.ts'

/** "בוצע 12, דילוג: כבר במצב הזה 3", or undefined before the first run. */
export function stepFigureText(figures: readonly StepFigures[], stepId: string): string | undefined {
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

const figureLabels: Record<string, string> = {
  scheduled: 'ממתינות לשליחה',
  held_quiet: 'ממתינות לסוף שעות השקט',
  sending: 'נשלחות',
  sent: 'נשלחו',
  skipped: 'לא נשלחו',
  failed: 'נכשלו',
  canceled: 'בוטלו',
}

/** "נשלחו 12, לא נשלחו (אין הסכמה לדיוור) 3, אחריה: התקבלה תשובה 2", or undefined before the first message. */
export function messageFigureText(figures: readonly MessageFigures[], stepId: string): string | undefined {
  const own = figures.filter((one) => one.step_id === stepId)
  if (own.length === 0) return undefined
  return own
    .map(({ figure, reason, contacts }) => {
      if (figure === 'exited') return `אחריה: ${exitReasonLabels[reason ?? ''] ?? reason} ${contacts}`
      const label = figureLabels[figure] ?? figure
      return `${reason ? `${label} (${reasonSentence(reason)})` : label} ${contacts}`
    })
    .join(', ')
}
