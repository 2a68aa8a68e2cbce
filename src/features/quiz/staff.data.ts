// Reads and changes of the quiz by staff.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { invoke } from '#client/invoke.ts'
import { readPage } from '#client/read-page.ts'
import { useBackend } from '#client/session-context.tsx'
import { uploadFile } from '#client/upload-file.ts'
import type { QuizDefinition } from './definition/quiz-definition.ts'
import type { ExportResults, Quiz, QuizAnswersRead, StageAction, StageActionEdit } from './quiz-edit.ts'
import type { QuizAttempt } from './quiz.ts'
import { videoPath, videosBucket } from './stage-videos.ts'
import type { QuizResult } from './scoring/quiz-result.ts'
import type { ScoreCount } from './scoring/cutoff-preview.ts'

const key = ['quizzes'] as const

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'quiz_versions.definition': QuizDefinition
    'quiz_attempts.result': QuizResult
    'quiz_progress.stopped': Record<string, number>
  }
}

export function useQuizzes() {
  const backend = useBackend()
  return useQuery({
    queryKey: key,
    staleTime: 0,
    queryFn: async (): Promise<Quiz[]> =>
      (await backend.from('quizzes').select('*').order('title').throwOnError()).data,
  })
}

export function useQuiz(slug: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'one', slug],
    staleTime: 0,
    queryFn: async (): Promise<Quiz | null> =>
      (await backend.from('quizzes').select('*').eq('slug', slug).throwOnError().maybeSingle()).data,
  })
}

export type QuizFigures = {
  quiz_id: string
  views: number
  starts: number
  results: number
  with_details: number
  last_at: string | null
}

type Upload = { file: Blob } & Parameters<typeof uploadFile>[2]

/** Returns the URL of the stored file. */
export function useUploadStageVideo() {
  const backend = useBackend()
  return useMutation({
    mutationFn: async ({ file, ...upload }: Upload) => {
      const id = crypto.randomUUID()
      const { data, error } = await backend.storage.from(videosBucket).createSignedUploadUrl(id)
      if (error) throw error
      await uploadFile(data.signedUrl, file, upload)
      return videoPath(id)
    },
  })
}

/** Statistics by quiz id. */
export function useQuizFigures() {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'figures'],
    staleTime: 0,
    queryFn: async (): Promise<ReadonlyMap<string, QuizFigures>> => {
      const { data } = await backend.rpc('quiz_figures').throwOnError()
      return new Map(data.map((figures) => [figures.quiz_id, figures]))
    },
  })
}

export type ShownVersion = { number: number; definition: QuizDefinition }

/** Versions are immutable. While another version loads, the data of the previous one is shown. */
export function useQuizVersion(quizId: string | undefined, number: number | null | undefined) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, quizId, 'version', number],
    enabled: quizId !== undefined && typeof number === 'number',
    staleTime: Infinity,
    placeholderData: keepPreviousData,
    queryFn: async (): Promise<ShownVersion> =>
      (
        await backend
          .from('quiz_versions')
          .select('number, definition')
          .eq('quiz_id', quizId!)
          .eq('number', number!)
          .single()
          .throwOnError()
      ).data,
  })
}

export const pageSize = 50

const columns = `id, quiz_id, quiz_version, contact_id, opportunity_id, answered, score, stage, rules, result, completed_at,
  contact:contacts(full_name)`

export type ShownResult = Pick<
  QuizAttempt,
  'id' | 'quiz_id' | 'quiz_version' | 'contact_id' | 'opportunity_id' | 'answered' | 'score' | 'stage' | 'rules'
> & {
  result: QuizResult
  completed_at: string
  /** Null without details, or if the caller cannot see the contact. */
  contact: { full_name: string } | null
}

/** A stage, or `none`: too few answers. */
export type StageFilter = number | 'none' | undefined

/** A page of results, newest first. `page` is zero-based. */
export function useQuizResults(quizId: string, stage: StageFilter, page: number) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, quizId, 'results', stage, page],
    staleTime: 0,
    placeholderData: keepPreviousData,
    async queryFn() {
      const { rows, ...place } = await readPage(page, pageSize, (from, to) => {
        const all = backend
          .from('quiz_attempts')
          .select(columns, { count: 'exact' })
          .eq('quiz_id', quizId)
          .not('completed_at', 'is', null)
        const selected = stage === undefined ? all : stage === 'none' ? all.is('stage', null) : all.eq('stage', stage)
        return selected.order('completed_at', { ascending: false }).order('id').range(from, to).throwOnError()
      })
      return { results: rows as unknown as ShownResult[], ...place }
    },
  })
}

export function useQuizResult(id: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'result', id],
    async queryFn() {
      const rows = backend.from('quiz_attempts').select(columns).eq('id', id).not('completed_at', 'is', null)
      return (await rows.throwOnError().maybeSingle()).data as unknown as ShownResult | null
    },
  })
}

/** Results of a contact, newest first. */
export function useResultsOfContact(contactId: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'contact', contactId],
    staleTime: 0,
    async queryFn() {
      const { data } = await backend
        .from('quiz_attempts')
        .select(columns)
        .eq('contact_id', contactId)
        .order('completed_at', { ascending: false })
        .limit(5)
        .throwOnError()
      return data as unknown as ShownResult[]
    },
  })
}

/** Fetched once per opening, because reads are logged. */
export function useQuizAnswers(id: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'answers', id],
    staleTime: Infinity,
    gcTime: 0,
    queryFn: () => invoke<QuizAnswersRead>(backend, 'read-quiz-answers', { id }),
  })
}

/** Returns the exported file. */
export const fetchResults = (backend: Backend, query: ExportResults): Promise<Blob> =>
  invoke<Blob>(backend, 'export-quiz-results', query)

export type Period = { from: string; to: string }

/** Start of an open-ended period. */
export const allTimeStart = '2020-01-01'

export function useQuizScores(quiz: string, { from, to }: Period) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, quiz, 'scores', from, to],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async (): Promise<ScoreCount[]> =>
      (await backend.rpc('quiz_scores', { quiz, from_day: from, to_day: to }).throwOnError()).data,
  })
}

export function useQuizProgress(quiz: string, { from, to }: Period) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, quiz, 'progress', from, to],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async () =>
      (await backend.rpc('quiz_progress', { quiz, from_day: from, to_day: to }).throwOnError().single()).data,
  })
}

export function useStageActions(quizId: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, quizId, 'actions'],
    staleTime: 0,
    queryFn: async (): Promise<StageAction[]> =>
      (await backend.from('quiz_stage_actions').select('*').eq('quiz_id', quizId).order('stage').throwOnError()).data,
  })
}

/** Runs a mutation and refetches all quiz queries. */
function useChange<Input, Output>(change: (backend: Backend, input: Input) => Promise<Output>) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => change(backend, input),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

export const useChangeQuiz = () =>
  useChange(async (backend, { id, ...change }: Pick<Quiz, 'id'> & Partial<Pick<Quiz, 'status' | 'title'>>) => {
    await backend.from('quizzes').update(change).eq('id', id).select('id').single().throwOnError()
  })

export const usePublishQuiz = () =>
  useChange((backend, input: { id: string; edited: number; definition: QuizDefinition }) =>
    invoke<{ version: number }>(backend, 'publish-quiz', input),
  )

/** Revokes or restores all links to a result. */
export const useSetQuizLinksRevoked = () =>
  useChange(
    async (backend, { id, isRevoked }: { id: string; isRevoked: boolean }) =>
      void (await backend.rpc('set_quiz_links_revoked', { attempt: id, is_revoked: isRevoked }).throwOnError()),
  )

const conflictError = { code: 'PT409', message: 'changed_meanwhile' }

/** Updates only the given version. Returns the updated row. */
export const useSaveStageAction = () =>
  useChange(async (backend, { action, change }: { action: StageAction; change: StageActionEdit }) => {
    const { data } = await backend
      .from('quiz_stage_actions')
      .update(change)
      .eq('quiz_id', action.quiz_id)
      .eq('stage', action.stage)
      .eq('version', action.version)
      .select('*')
      .throwOnError()
      .maybeSingle()
    if (!data) throw Object.assign(new Error(conflictError.message), conflictError)
    return data
  })
