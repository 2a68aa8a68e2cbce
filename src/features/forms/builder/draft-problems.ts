// Problems that prevent publishing: first missing texts, then errors of the definition.
import type { Field } from '#platform/forms/definition/field-schema.ts'
import { placedFields } from '#platform/forms/definition/placed-fields.ts'
import { readDefinition } from '#platform/forms/definition/read-definition.ts'
import { checkSaving, type CustomTypes } from '../saving-targets.ts'
import { kindLabels } from './field-kinds.ts'
import type { FormDraft } from './form-draft.ts'

/** `at`: the key of the field, page or ending. */
export type DraftProblem = { at: string | undefined; message: string }

export function problemsOfDraft(draft: FormDraft, custom: CustomTypes): DraftProblem[] {
  const missing = [
    ...(isBlank(draft.title) ? [{ at: undefined, message: 'לטופס אין כותרת' }] : []),
    ...placedFields(draft).flatMap(({ field }) => missingIn(field)),
    ...draft.endings.flatMap(({ key, title }) =>
      isBlank(title) ? [{ at: key, message: 'לאחד הסיומים אין כותרת' }] : [],
    ),
  ]
  if (missing.length > 0) return missing
  const read = readDefinition(draft)
  const problems = 'problems' in read ? read.problems : checkSaving(read.definition, custom)
  return problems.map(({ key, message, code }) => ({
    at: key,
    message: code === 'not_a_form' ? `אחד הערכים אינו תקין${key ? ` (${key})` : ''}` : message,
  }))
}

const isBlank = (text: string | undefined) => !text?.trim()

function missingIn(field: Field): DraftProblem[] {
  const { key, kind, label } = field
  const name = label.trim() || kindLabels[kind]
  const lists = [
    ...('options' in field ? [{ list: field.options, word: 'אפשרות' }] : []),
    ...('rows' in field ? [{ list: field.rows, word: 'שורה' }] : []),
    ...('columns' in field ? [{ list: field.columns, word: 'עמודה' }] : []),
  ]
  return [
    ...(isBlank(label) ? [`לשאלה מסוג "${kindLabels[kind]}" אין טקסט`] : []),
    ...lists.flatMap(({ list, word }) => {
      if (list.length === 0) return [`ב"${name}" צריך לפחות ${word} אחת`]
      return list.some((one) => isBlank(one.label)) ? [`ב"${name}" יש ${word} בלי טקסט`] : []
    }),
  ].map((message) => ({ at: key, message }))
}
