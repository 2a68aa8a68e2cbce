// The step that is shown, from the entries and the step that was asked for. The same on the server and in the browser.
import type { Entries } from '#platform/forms/answers/entries.ts'
import { validateForm, type Validation } from '#platform/forms/answers/validate-form.ts'
import type { FormDefinition } from '#platform/forms/definition/definition-schema.ts'
import { fieldsOfStep, type FormStep, stepsOf } from '#platform/forms/logic/form-steps.ts'

export type ShownStep = {
  validation: Validation
  steps: FormStep[]
  /** Of the shown step. */
  at: number
  step: FormStep
}

/** A step that is not on the way any more gives way to the first one. */
export function shownStep(definition: FormDefinition, entries: Entries, key: string | null, today: string): ShownStep {
  const validation = validateForm(definition, entries, today)
  const steps = stepsOf(definition, validation.evaluation)
  const at = Math.max(0, steps.findIndex((step) => step.key === key)) // prettier-ignore
  // A form whose conditions hide everything still has its first page, which is empty.
  return { validation, steps, at, step: steps[at] ?? { key: '', page: definition.pages[0]!, groups: [] } }
}

/** The fields that the page of a step posts. A marketing tick without a text to agree to is not on it, and stays as it is. */
export const postedKeys = (step: FormStep, marketing: object | null): string[] =>
  fieldsOfStep(step).flatMap((field) =>
    field.kind === 'consent' && field.purpose === 'marketing' && marketing === null ? [] : [field.key],
  )
