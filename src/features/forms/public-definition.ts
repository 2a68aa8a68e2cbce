// The public part of a definition: without saving targets.
import type { FormDefinition } from '#platform/forms/definition/definition-schema.ts'
import type { Field } from '#platform/forms/definition/field-schema.ts'

export const publicDefinition = (definition: FormDefinition): FormDefinition => ({
  ...definition,
  pages: definition.pages.map((page) => ({
    ...page,
    groups: page.groups.map((group) => ({ ...group, fields: group.fields.map(withoutSaving) })),
  })),
})

function withoutSaving(field: Field): Field {
  if (!('saving' in field)) return field
  const { saving: _, ...shown } = field
  return shown
}
