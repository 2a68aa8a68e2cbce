// Whether two drafts are equal, regardless of key order, which jsonb does not preserve.
import { isDeepEqual } from '#lib/deep-equal.ts'
import type { Page } from '#platform/forms/definition/definition-schema.ts'
import type { FormDraft } from './form-draft.ts'

export const isSameDraft = (one: FormDraft, other: FormDraft): boolean => isDeepEqual(one, other)

/** Labels of the questions and pages that differ between two conflicting drafts. */
export function draftDifferences(mine: FormDraft, theirs: FormDraft): string[] {
  const [before, after] = [partsOf(mine), partsOf(theirs)]
  const keys = [...new Set([...before.keys(), ...after.keys()])]
  return keys.flatMap((key) => {
    const [one, other] = [before.get(key), after.get(key)]
    if (isDeepEqual(one?.part, other?.part)) return []
    return [other?.label || one?.label || 'שאלה בלי טקסט']
  })
}

type Part = { label: string; part: unknown }

function partsOf({ pages, endings, ...form }: FormDraft): Map<string, Part> {
  const withoutGroups = ({ groups, ...page }: Page) => ({
    ...page,
    order: groups.map(({ fields }) => fields.map(({ key }) => key)),
  })
  return new Map<string, Part>([
    ['form', { label: 'כותרת והגדרות', part: form }],
    ...pages.map((page, i): [string, Part] => [
      page.key,
      { label: `סדר העמוד ${page.title ?? i + 1}`, part: withoutGroups(page) },
    ]),
    ...pages.flatMap(({ groups }) =>
      groups.flatMap(({ fields }) =>
        fields.map((field): [string, Part] => [field.key, { label: field.label, part: field }]),
      ),
    ),
    ['endings', { label: 'סיומים', part: endings }],
  ])
}
