// Reads submitted answers.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { invoke } from '#client/invoke.ts'
import { readPage } from '#client/read-page.ts'
import { useBackend } from '#client/session-context.tsx'
import type { Answers, FileAnswer } from '#platform/forms/answers/answer.ts'
import type { FormDefinition } from '#platform/forms/definition/definition-schema.ts'
import type { AnswersRead, ExportAnswers } from './forms.ts'
import { key } from './forms.data.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'form_versions.definition': FormDefinition
    'form_submissions.answers': Answers
  }
}

export const pageSize = 50

const columns = `id, form_version, contact_id, opportunity_id, answers, score, ending_key, completed_at, changed_at, source_url,
  contact:contacts(full_name)`

export type Submission = {
  id: string
  form_version: number
  contact_id: string | null
  opportunity_id: string | null
  /** Excludes the sensitive answers, which are stored encrypted. */
  answers: Answers
  score: number | null
  ending_key: string | null
  completed_at: string
  /** Time of the last change. */
  changed_at: string | null
  source_url: string | null
  /** Null if the caller cannot see the contact. */
  contact: { full_name: string } | null
}

/** A page of complete submissions, newest first. `page` is zero-based. */
export function useSubmissions(formId: string, page: number) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, formId, 'submissions', page],
    staleTime: 0,
    placeholderData: keepPreviousData,
    async queryFn() {
      const { rows, ...place } = await readPage(page, pageSize, (from, to) =>
        backend
          .from('form_submissions')
          .select(columns, { count: 'exact' })
          .eq('form_id', formId)
          .eq('status', 'complete')
          .order('completed_at', { ascending: false })
          .order('id')
          .range(from, to)
          .throwOnError(),
      )
      return { submissions: rows as unknown as Submission[], ...place }
    },
  })
}

const INBOX_DAYS = 14
const maxInInbox = 30

/** Submissions of the last two weeks to all forms that the caller may read, newest first. */
export function useRecentSubmissions() {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'recent'],
    staleTime: 0,
    queryFn: async () =>
      (
        await backend
          .from('form_submissions')
          .select('id, form_id, completed_at, version:form_versions(form:forms(title)), contact:contacts(full_name)')
          .eq('status', 'complete')
          .gte('completed_at', new Date(Date.now() - INBOX_DAYS * 86_400_000).toISOString())
          .order('completed_at', { ascending: false })
          .order('id')
          .limit(maxInInbox)
          .throwOnError()
      ).data,
  })
}
export type RecentSubmission = NonNullable<ReturnType<typeof useRecentSubmissions>['data']>[number]

export function useSubmission(id: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'submission', id],
    async queryFn() {
      const { data } = await backend.from('form_submissions').select(columns).eq('id', id).throwOnError().maybeSingle()
      return data as unknown as Submission | null
    },
  })
}

/** Definitions of a form by version. Versions are immutable. */
export function useFormVersions(formId: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, formId, 'versions'],
    async queryFn() {
      const { data } = await backend
        .from('form_versions')
        .select('number, definition, published_at')
        .eq('form_id', formId)
        .order('number', { ascending: false })
        .throwOnError()
      return new Map(data.map(({ number, definition }) => [number, definition]))
    },
  })
}

/**
 * All answers of a submission, including the sensitive ones that the caller may read. Refetched on each opening,
 * because reads are logged.
 */
export function useAnswers(id: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'answers', id],
    staleTime: Infinity,
    gcTime: 0,
    queryFn: async () => {
      const read = await invoke<AnswersRead>(backend, 'read-form-answers', { id })
      const former = read.former as { answers: Answers; replacedAt: string }[]
      return { answers: read.answers as Answers, hidden: read.hidden, former }
    },
  })
}

/** Scan states by file id. Polled while a file waits for the virus scanner. */
export function useFileScans(submission: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'scans', submission],
    staleTime: 0,
    refetchInterval: ({ state }) =>
      [...(state.data?.values() ?? [])].some(({ scan_state: scan }) => scan === 'waiting') && 5000,
    queryFn: async () => {
      const { data } = await backend
        .from('form_files')
        .select('id, scan_state, threat')
        .eq('submission_id', submission)
        .throwOnError()
      return new Map(data.map((file) => [file.id, file]))
    },
  })
}

/** Returns the exported file. */
export const fetchAnswers = (backend: Backend, query: ExportAnswers): Promise<Blob> =>
  invoke<Blob>(backend, 'export-form-answers', query)

const linkSeconds = 60

/** Signed download URL, valid for a minute, with the original file name. */
export async function linkToAnswerFile(backend: Backend, { id, name }: FileAnswer): Promise<string> {
  const { data, error } = await backend.storage.from('form-files').createSignedUrl(id, linkSeconds, { download: name })
  if (error) throw error
  return data.signedUrl
}
