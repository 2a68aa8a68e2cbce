// The draft of a form during editing: like a definition, but possibly incomplete.
import type { FormDefinition, Page } from '#platform/forms/definition/definition-schema.ts'
import { blankDefinition } from '../templates/blank.ts'

export type FormDraft = FormDefinition

/** Parses a stored draft. An unsupported draft, such as an empty object, is replaced by a blank form. */
export function readDraft(stored: unknown, title: string): FormDraft {
  const draft = Object(stored) as Partial<FormDraft>
  if (!Array.isArray(draft.pages) || draft.pages.length === 0 || !draft.pages.every(isPage))
    return blankDefinition(title)
  const { dimensions = [], computed = [], endings = [] } = draft
  return {
    ...draft,
    format: 1,
    title: draft.title ?? title,
    mode: draft.mode ?? 'classic',
    pages: draft.pages.map((page) => ({ ...page, jumps: page.jumps ?? [] })),
    dimensions,
    computed,
    endings: endings.length > 0 ? endings : blankDefinition(title).endings,
  }
}

const isPage = (page: Partial<Page>) =>
  typeof page.key === 'string' &&
  Array.isArray(page.groups) &&
  page.groups.length > 0 &&
  page.groups.every((group) => Array.isArray(group.fields))

/** A key that is unique across all editors. */
export const newKey = (part: string): string => `${part}_${crypto.getRandomValues(new Uint32Array(1))[0]!.toString(36)}`
