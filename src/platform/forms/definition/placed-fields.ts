// Fields of a form in order, with the page and group of each.
import type { FormDefinition, Group, Page } from './definition-schema.ts'
import type { AnsweredField, Field } from './field-schema.ts'

export type PlacedField = { field: Field; page: Page; group: Group; position: number }

export function placedFields({ pages }: Pick<FormDefinition, 'pages'>): PlacedField[] {
  return pages
    .flatMap((page) => page.groups.flatMap((group) => group.fields.map((field) => ({ field, page, group }))))
    .map((placed, position) => ({ ...placed, position }))
}

/** Fields with an answer, without display-only ones. */
export const answeredFields = (definition: Pick<FormDefinition, 'pages'>): AnsweredField[] =>
  placedFields(definition).flatMap(({ field }) =>
    field.kind === 'statement' || field.kind === 'calculated' ? [] : [field],
  )
