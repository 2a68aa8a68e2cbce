// The draft in local storage, for a closed or offline page. Sensitive answers are stored only on the server, encrypted.
import type { Entries } from '#platform/forms/answers/entries.ts'
import { replaceEntries } from '#platform/forms/answers/entries.ts'
import type { FormDefinition } from '#platform/forms/definition/definition-schema.ts'
import { answeredFields } from '#platform/forms/definition/placed-fields.ts'

export type LocalDraft = {
  key: string
  /** Id of the personal link: a draft of another person is not offered. */
  link?: string | undefined
  version: number
  entries: Entries
  step: string
  revision: number
  /** Measured seconds per question. */
  seconds?: Record<string, number> | undefined
  at: number
}

const nameOf = (formId: string) => `form-${formId}`
const lasts = 30 * 86_400_000

/** The draft in local storage; undefined if there is none, or storage is unavailable. */
export function readLocalDraft(formId: string): LocalDraft | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(nameOf(formId)) ?? 'null') as LocalDraft | null
    return draft && Date.now() - draft.at < lasts && /^[\w-]{32}$/.test(draft.key) ? draft : undefined
  } catch {
    return undefined
  }
}

export function writeLocalDraft(definition: FormDefinition, formId: string, draft: Omit<LocalDraft, 'at'>): boolean {
  const secret = answeredFields(definition).filter(
    ({ sensitive, kind }) => sensitive || kind === 'bank_account' || kind === 'id_number',
  )
  const entries = replaceEntries(draft.entries, secret.map(({ key }) => key), {}) // prettier-ignore
  try {
    localStorage.setItem(nameOf(formId), JSON.stringify({ ...draft, entries, at: Date.now() }))
    return true
  } catch {
    return false
  }
}

export function clearLocalDraft(formId: string) {
  try {
    localStorage.removeItem(nameOf(formId))
  } catch {
    // Without storage no draft exists that could be removed.
  }
}
