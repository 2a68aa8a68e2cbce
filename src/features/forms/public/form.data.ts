// Requests of the form page and its island.
import { type Answer, callFunction } from '#client/call-function.ts'
import type { Backend } from '#client/backend.ts'
import type { Entries } from '#platform/forms/answers/entries.ts'
import type { QuestionSeconds } from './question-times.ts'
import type { DraftSaved, FileStored, FormSubmitted, FormView, LockedForm } from '../forms.ts'

type OpenResult = { view: FormView } | { locked: LockedForm } | { missing: 'form' | 'filling' | 'link' }
type Brought = {
  key?: string | undefined
  link?: string | undefined
  access?: string | undefined
  preview?: string | undefined
  /** Opens the submission for changes. */
  change?: boolean
}
const isKey = (key: string) => /^[\w-]{32}$/.test(key)

/** Sent as POST, so that the key appears in no access log. */
export async function readForm(
  backend: Backend,
  formId: string,
  { key, link, access, preview, change }: Brought,
): Promise<OpenResult> {
  if (!/^[a-z0-9][a-z0-9-]{2,59}$/.test(formId)) return { missing: 'form' }
  if (key !== undefined && !isKey(key)) return { missing: 'filling' }
  if (link && !isKey(link)) return { missing: 'link' }
  const { data, error } = await backend.functions.invoke<FormView | LockedForm>('open-form', {
    body: {
      formId,
      ...(key && { key }),
      ...(link && { link }),
      ...(access && { access: access.slice(0, 100) }),
      ...(change && { change }),
      ...(preview && { preview: preview.slice(0, 500) }),
    },
  })
  if (!error && data) return 'isLocked' in data ? { locked: data } : { view: data }
  const { context } = error as { context?: unknown }
  if (!(context instanceof Response) || context.status !== 404) throw error
  const { code } = (await context.json()) as { code?: string }
  if (code === 'form_link_unknown') return { missing: 'link' }
  return { missing: code === 'draft_not_found' ? 'filling' : 'form' }
}

export type FilledForm = {
  formId: string
  version: number
  key: string
  link?: string | undefined
  /** Access token, for a form with a password. */
  access?: string | undefined
  /** Change count, for a change of a completed submission. */
  change?: number | undefined
  entries: Entries
  consentTextId: string | undefined
  privacyTextId: string | undefined
  sourceUrl: string
}

export const saveDraft = (
  backendKey: string,
  draft: FilledForm & { page: string; revision: number; force: boolean },
): Promise<Answer<DraftSaved>> => callFunction('save-form-draft', backendKey, draft)

/** Repeated requests with the same key are one submission. */
export const sendForm = (
  backendKey: string,
  sent: FilledForm & { seconds: QuestionSeconds | undefined },
): Promise<Answer<FormSubmitted>> => callFunction('submit-form', backendKey, sent)

type Upload = Pick<FilledForm, 'formId' | 'version' | 'key' | 'link' | 'access' | 'change'> & {
  field: string
  file: File
}

/** Uploads one file. Never throws, like `callFunction`. */
export async function uploadFile(backendKey: string, { file, ...fields }: Upload): Promise<Answer<FileStored>> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) body.set(name, String(value))
  body.set('file', file)
  try {
    const response = await fetch('/functions/v1/upload-form-file', {
      method: 'POST',
      headers: { apikey: backendKey },
      body,
      signal: AbortSignal.timeout(60_000),
    })
    const answer: unknown = await response.json()
    if (response.ok) return { data: answer as FileStored }
    const { code = 'unexpected', message = '' } = Object(answer) as { code?: string; message?: string }
    return { refused: { code, message, fields: {} } }
  } catch {
    return { unreachable: true }
  }
}
