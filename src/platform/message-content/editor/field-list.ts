// Fields that match what was typed after two braces.
import { searchForm } from '#lib/hebrew/search-form.ts'
import type { MergeField } from '#platform/merge-fields/merge-fields.ts'

export function matchingFields(fields: readonly MergeField[], typed: string, most = 8): MergeField[] {
  const form = searchForm(typed)
  return fields.filter(({ label, name }) => searchForm(`${label} ${name}`).includes(form)).slice(0, most)
}

/** Fields under their headings, in the order of the list. */
export function fieldGroups(fields: readonly MergeField[]): { group: string; fields: MergeField[] }[] {
  const groups = new Map<string, MergeField[]>()
  for (const field of fields) groups.set(field.group, [...(groups.get(field.group) ?? []), field])
  return [...groups].map(([group, of]) => ({ group, fields: of }))
}

/** Fields that a subject line may contain: a link has no place there. */
export const fieldsWithoutLinks = (fields: readonly MergeField[]) => fields.filter(({ kind }) => kind !== 'link')
