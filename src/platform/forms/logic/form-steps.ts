// Steps of a form: its pages, or single fields in one-question mode.
import type { FormDefinition, Group, Page } from '../definition/definition-schema.ts'
import type { Field } from '../definition/field-schema.ts'
import type { Evaluation } from './evaluate-form.ts'

export type FormStep = {
  /** Key of the page, or of the question. */
  key: string
  page: Page
  groups: { group: Group; fields: Field[] }[]
}

/** Steps for the answers so far. Later ones may change with each answer. */
export function stepsOf(definition: FormDefinition, { path, fields, groups }: Evaluation): FormStep[] {
  const pages = definition.pages.filter(({ key }) => path.includes(key))
  const steps = pages.map((page): FormStep => ({
    key: page.key,
    page,
    groups: page.groups
      .filter(({ key }) => groups.has(key))
      .map((group) => ({ group, fields: group.fields.filter(({ key }) => fields.has(key)) })),
  }))
  return definition.mode === 'classic' ? steps : steps.flatMap(questionsOf)
}

export const isQuestion = ({ kind }: Field) => kind !== 'statement' && kind !== 'calculated' && kind !== 'hidden'

/** Display-only fields belong to the next question, and at the end of a page to the previous one. */
function questionsOf({ page, groups }: FormStep): FormStep[] {
  const placed = groups.flatMap(({ group, fields }) => fields.map((field) => ({ group, field })))
  const steps: FormStep[] = []
  let shown: typeof placed = []
  for (const one of placed) {
    shown.push(one)
    if (!isQuestion(one.field)) continue
    steps.push({ key: one.field.key, page, groups: grouped(shown) })
    shown = []
  }
  if (shown.length === 0) return steps
  const last = steps.at(-1)
  if (!last) return [{ key: shown[0]!.field.key, page, groups: grouped(shown) }]
  return [...steps.slice(0, -1), { ...last, groups: [...last.groups, ...grouped(shown)] }]
}

function grouped(placed: { group: Group; field: Field }[]): FormStep['groups'] {
  const groups: FormStep['groups'] = []
  for (const { group, field } of placed) {
    const last = groups.at(-1)
    if (last?.group === group) last.fields.push(field)
    else groups.push({ group, fields: [field] })
  }
  return groups
}

export const fieldsOfStep = ({ groups }: FormStep): Field[] => groups.flatMap(({ fields }) => fields)
