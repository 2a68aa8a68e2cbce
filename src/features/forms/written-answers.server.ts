// Validates answers against the started version, and splits them into plain and encrypted ones.
import { Refusal } from '#kernel/errors.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { parsePhone } from '#lib/parse-phone.ts'
import { dayOf } from '#lib/time/dates.ts'
import { answerProblem } from '#platform/forms/answers/answer-problems.ts'
import type { Answers } from '#platform/forms/answers/answer.ts'
import type { Entries } from '#platform/forms/answers/entries.ts'
import { validateForm } from '#platform/forms/answers/validate-form.ts'
import type { FormDefinition } from '#platform/forms/definition/definition-schema.ts'
import { answeredFields } from '#platform/forms/definition/placed-fields.ts'
import type { Evaluation } from '#platform/forms/logic/evaluate-form.ts'
import { checkFiles } from './form-files.server.ts'
import { refusals } from './form-texts.ts'
import type { LoadedForm } from './load-form.server.ts'
import { isSealed } from './submission-store.server.ts'

export type CheckedAnswers = { evaluation: Evaluation }

/** Refuses invalid answers by field, and files of another submission. `submissionId`: of an existing submission. */
export async function checkAnswers(
  db: Db,
  { definition }: LoadedForm,
  entries: Entries,
  submissionId: string | undefined,
): Promise<CheckedAnswers> {
  const { evaluation, problems } = validateForm(definition, entries, dayOf(new Date()))
  const fields = Object.fromEntries(Object.entries(problems).map(([field, { message }]) => [field, message]))
  const invalid = { ...unreachable(definition, evaluation.answers), ...fields }
  if (Object.keys(invalid).length > 0) throw new Refusal('answers_invalid', 422, refusals.answers_invalid, invalid)
  await checkFiles(db, submissionId, definition, evaluation.answers)
  return { evaluation }
}

/** Only the server validates foreign numbers: their numbering plans are too large for a browser. */
const unreachable = (definition: FormDefinition, answers: Answers) =>
  Object.fromEntries(
    answeredFields(definition).flatMap(({ key, kind }) =>
      kind === 'phone' && answers[key] !== undefined && !parsePhone(answers[key] as string)
        ? [[key, answerProblem('phone_invalid').problem.message]]
        : [],
    ),
  )

/** Columns of a complete submission. */
export function partsOf(definition: FormDefinition, { answers, computed, score, dimensions, ending }: Evaluation) {
  const sensitive = new Set(
    answeredFields(definition)
      .filter(isSealed)
      .map((field) => field.key),
  )
  const [open, secret] = [false, true].map((isSecret) =>
    Object.fromEntries(Object.entries(answers).filter(([field]) => sensitive.has(field) === isSecret)),
  ) as [Answers, Answers]
  const percents = Object.entries(dimensions).flatMap(([dimension, { percent }]) =>
    percent === null ? [] : [[dimension, percent]],
  )
  return {
    open,
    secret,
    computed,
    score: score.answered > 0 ? score.points : null,
    dimensions: Object.fromEntries(percents) as Record<string, number>,
    ending: ending.key,
  }
}
