// Determines the displayed step from the entries and the requested step. The same on server and client.
import type { Entries } from '#platform/forms/answers/entries.ts'
import { validateForm, type Validation } from '#platform/forms/answers/validate-form.ts'
import type { FormDefinition } from '#platform/forms/definition/definition-schema.ts'
import { fieldsOfStep, type FormStep, stepsOf } from '#platform/forms/logic/form-steps.ts'

export type ShownStep = {
  validation: Validation
  steps: FormStep[]
  /** Index of the displayed step. */
  at: number
  step: FormStep
}

/** Falls back to the first step if the requested step has become unreachable. */
export function shownStep(definition: FormDefinition, entries: Entries, key: string | null, today: string): ShownStep {
  const validation = validateForm(definition, entries, today)
  const steps = stepsOf(definition, validation.evaluation)
  const at = Math.max(0, steps.findIndex((step) => step.key === key)) // prettier-ignore
  // If conditions hide every field, the first page is shown empty.
  return { validation, steps, at, step: steps[at] ?? { key: '', page: definition.pages[0]!, groups: [] } }
}

/** Fields that a step posts. A marketing checkbox without a consent text is excluded and retains its value. */
export const postedKeys = (step: FormStep, marketing: object | null): string[] =>
  fieldsOfStep(step).flatMap((field) =>
    field.kind === 'consent' && field.purpose === 'marketing' && marketing === null ? [] : [field.key],
  )
