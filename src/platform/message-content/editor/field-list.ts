// Merge fields that match the text typed after two braces.
import { searchForm } from '#lib/hebrew/search-form.ts'
import type { MergeField } from '#platform/merge-fields/merge-fields.ts'

export function matchingFields(fields: readonly MergeField[], typed: string, max = 8): MergeField[] {
  const form = searchForm(typed)
  return fields.filter(({ label, name }) => searchForm(`${label} ${name}`).includes(form)).slice(0, max)
}

/** Fields grouped under their headings, in list order. */
export function fieldGroups(fields: readonly MergeField[]): { group: string; fields: MergeField[] }[] {
  const groups = new Map<string, MergeField[]>()
  for (const field of fields) groups.set(field.group, [...(groups.get(field.group) ?? []), field])
  return [...groups].map(([group, of]) => ({ group, fields: of }))
}

/** Fields allowed in a subject line: all except links. */
export const fieldsWithoutLinks = (fields: readonly MergeField[]) => fields.filter(({ kind }) => kind !== 'link')
