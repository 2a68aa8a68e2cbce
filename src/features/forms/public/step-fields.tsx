import { computedText, insertAnswers } from '#platform/forms/answers/answer-text.ts'
import type { Entries } from '#platform/forms/answers/entries.ts'
import type { FormDefinition } from '#platform/forms/definition/definition-schema.ts'
import type { Field } from '#platform/forms/definition/field-schema.ts'
import type { FormStep } from '#platform/forms/logic/form-steps.ts'
import type { Evaluation } from '#platform/forms/logic/evaluate-form.ts'
import { AnswerField } from './answer-field.tsx'
import type { FileParts } from './file-field.tsx'

type Props = {
  definition: FormDefinition
  evaluation: Evaluation
  step: FormStep
  entries: Entries
  errors: Record<string, string>
  marketing: { id: string; text: string } | null
  file: FileParts
}

/** The field groups of a step, with answers inserted into texts. */
export function StepFields({ definition, evaluation, step, entries, errors, marketing, file }: Props) {
  const text = (written: string | undefined) =>
    written === undefined ? undefined : insertAnswers(written, definition, evaluation)
  const helpOf = (field: Field) => {
    if (field.kind === 'statement') return text(field.text)
    return 'help' in field ? text(field.help) : undefined
  }
  return step.groups.map(({ group, fields }) => (
    <div key={group.key} className="form-group">
      {group.title && <h3 className="form-group__title">{text(group.title)}</h3>}
      {group.text && <p className="form-group__text">{text(group.text)}</p>}
      {fields.map((field) => (
        <AnswerField
          key={field.key}
          field={field}
          label={text(field.label) ?? ''}
          help={helpOf(field)}
          entries={entries}
          error={errors[field.key]}
          marketing={marketing}
          computed={
            field.kind === 'calculated'
              ? computedText(definition, field.computed, evaluation.computed[field.computed])
              : ''
          }
          file={file}
        />
      ))}
    </div>
  ))
}
