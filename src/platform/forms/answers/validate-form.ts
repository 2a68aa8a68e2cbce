// Validates the answers of a whole form. One implementation for browser and server.
import type { FormDefinition } from '../definition/definition-schema.ts'
import { answeredFields } from '../definition/placed-fields.ts'
import { evaluateForm, type Evaluation } from '../logic/evaluate-form.ts'
import type { Answers } from './answer.ts'
import { answerProblem, type AnswerProblem } from './answer-problems.ts'
import type { Entries } from './entries.ts'
import { parseAnswer } from './parse-answer.ts'

export type Validation = {
  evaluation: Evaluation
  /** Problems of visible fields, by key. Empty: the form can be submitted. */
  problems: Record<string, AnswerProblem>
}

/** Invalid answers count as missing for the logic, and answers of hidden fields are neither validated nor returned. */
export function validateForm(definition: FormDefinition, entries: Entries, today: string): Validation {
  const answers: Answers = {}
  const invalid = new Map<string, AnswerProblem>()
  const fields = answeredFields(definition)
  for (const field of fields) {
    const parsed = parseAnswer(field, entries, today)
    if ('problem' in parsed) invalid.set(field.key, parsed.problem)
    else if (parsed.value !== undefined) answers[field.key] = parsed.value
    // A fixed value does not depend on the input.
    if (field.kind === 'hidden' && field.value !== undefined) answers[field.key] = field.value
  }
  const evaluation = evaluateForm(definition, answers, today)
  const problems = fields
    .filter(({ key }) => evaluation.fields.has(key))
    .flatMap((field): [string, AnswerProblem][] => {
      const problem = invalid.get(field.key) ?? missing(field, evaluation.answers)
      return problem ? [[field.key, problem]] : []
    })
  return { evaluation, problems: Object.fromEntries(problems) }
}

function missing({ key, kind, required }: ReturnType<typeof answeredFields>[number], answers: Answers) {
  if (!required || Object.hasOwn(answers, key)) return undefined
  return answerProblem(kind === 'consent' ? 'consent_required' : 'required').problem
}

/** Problem messages of these fields, by key. */
export const messagesOf = ({ problems }: Validation, fields: readonly { key: string }[]): Record<string, string> =>
  Object.fromEntries(fields.flatMap(({ key }) => (problems[key] ? [[key, problems[key].message]] : [])))
