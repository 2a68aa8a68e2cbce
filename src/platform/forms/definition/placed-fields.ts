// The fields of a form in their order, with the page and the group of each.
import type { FormDefinition, Group, Page } from './definition-schema.ts'
import type { AnsweredField, Field } from './field-schema.ts'

export type PlacedField = { field: Field; page: Page; group: Group; position: number }

export function placedFields({ pages }: Pick<FormDefinition, 'pages'>): PlacedField[] {
  return pages
    .flatMap((page) => page.groups.flatMap((group) => group.fields.map((field) => ({ field, page, group }))))
    .map((placed, position) => ({ ...placed, position }))
}

/** The fields that are answered, without those that only show something. */
export const answeredFields = (definition: Pick<FormDefinition, 'pages'>): AnsweredField[] =>
  placedFields(definition).flatMap(({ field }) =>
    field.kind === 'statement' || field.kind === 'calculated' ? [] : [field],
  )
