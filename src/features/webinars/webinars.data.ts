// Data access of webinars in the CRM.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { readAll } from '#client/read-all.ts'
import { useBackend } from '#client/session-context.tsx'
import { uploadFile } from '#client/upload-file.ts'
import type { VideoSource } from '#platform/player/video-source.ts'
import { recordingPath, recordingsBucket } from './own-recording.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'webinars.stream': VideoSource | null
    'webinars.recording': VideoSource | null
    'webinars.thank_you_video': VideoSource | null
    'webinars.chapters': { at: number; title: string }[]
  }
}

const key = ['webinars'] as const

export function useWebinars() {
  const backend = useBackend()
  return useQuery({
    queryKey: key,
    queryFn: async () =>
      (
        await backend
          .from('webinars')
          .select(
            'id, slug, title, subtitle, takeaways, presenter, presenter_about, kind, status, duration_minutes, stream, recording, recap, replay_enabled, replay_hours, offer_product_id, template_id, lobby_minutes, captions_url, chapters, just_in_time_from, just_in_time_until, just_in_time_seats, page_path, thank_you_video, version',
          )
          .order('title')
          .throwOnError()
      ).data,
  })
}
export type WebinarRow = NonNullable<ReturnType<typeof useWebinars>['data']>[number]
export type WebinarEdit = Partial<Omit<WebinarRow, 'id' | 'slug' | 'template_id' | 'version'>>

/** Products that a webinar can offer; the revenue in its report is from the offered product. */
export function useOfferedProducts() {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'products'],
    queryFn: async () => (await backend.from('products').select('id, name').order('name').throwOnError()).data,
  })
}

/** All sessions with their figures, newest first. */
export async function readSessions(backend: Backend) {
  const [sessions, figures] = await Promise.all([
    readAll((from, to) =>
      backend
        .from('webinar_sessions')
        .select('id, webinar_id, starts_at, status, capacity, rehearsal_at, version', { count: 'exact' })
        .order('starts_at', { ascending: false })
        .order('id')
        .range(from, to)
        .throwOnError(),
    ),
    readAll((from, to) =>
      backend
        .rpc('webinar_figures', {}, { count: 'exact' })
        .select('*')
        .order('session_id')
        .range(from, to)
        .throwOnError(),
    ),
  ])
  const figuresOf = new Map(figures.map((figure) => [figure.session_id, figure]))
  return sessions.map((session) => ({ ...session, figures: figuresOf.get(session.id) }))
}

export function useWebinarSessions() {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'sessions'],
    staleTime: 0,
    queryFn: () => readSessions(backend),
  })
}
export type SessionRow = NonNullable<ReturnType<typeof useWebinarSessions>['data']>[number]

/** Runs a change and refetches all queries of webinars. */
function useChange<Input, Output>(change: (backend: Backend, input: Input) => Promise<Output>) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => change(backend, input),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

export const useAddWebinar = () =>
  useChange(async (backend, webinar: { title: string; slug: string }) => {
    const { data } = await backend.from('webinars').insert(webinar).select('id').throwOnError().single()
    return data
  })

/** Copies a webinar as a draft. Returns its id. */
export const useDuplicateWebinar = () =>
  useChange(async (backend, created: { webinar: string; title: string; slug: string }) => {
    const { data } = await backend.rpc('duplicate_webinar', created).throwOnError()
    return data
  })

/** Revenue by webinar id, for webinars that offer a product. */
export function useWebinarRevenues(isAllowed: boolean) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'revenues'],
    enabled: isAllowed,
    queryFn: async () => {
      const { data } = await backend.rpc('webinar_revenues').throwOnError()
      return new Map(data.map(({ webinar_id: id, revenue_agorot: agorot }) => [id, agorot]))
    },
  })
}

export const useSaveWebinar = () =>
  useChange(async (backend, { id, ...change }: { id: string } & WebinarEdit) => {
    await backend.from('webinars').update(change).eq('id', id).select('id').single().throwOnError()
  })

/** Uploads captions, and returns their URL. */
export function useUploadCaptions() {
  const backend = useBackend()
  return useMutation({
    mutationFn: async (file: File) => {
      const id = crypto.randomUUID()
      const { error } = await backend.storage.from('webinar-captions').upload(id, file, { contentType: 'text/vtt' })
      if (error) throw error
      return `/storage/v1/object/public/webinar-captions/${id}`
    },
  })
}

type Upload = { file: File; type: string; signal: AbortSignal; onProgress: (share: number) => void }

/** Uploads a recording to private storage, and returns the URL to save. Rejects with UploadFailed. */
export function useUploadRecording() {
  const backend = useBackend()
  return useMutation({
    mutationFn: async ({ file, ...upload }: Upload) => {
      const id = crypto.randomUUID()
      const { data, error } = await backend.storage.from(recordingsBucket).createSignedUploadUrl(id)
      if (error) throw error
      await uploadFile(data.signedUrl, file, upload)
      return recordingPath(id)
    },
  })
}

/** Creates a URL of an uploaded recording for staff, valid for an hour. */
export function useOpenRecording() {
  const backend = useBackend()
  return useMutation({
    mutationFn: async (id: string) => {
      const { data, error } = await backend.storage.from(recordingsBucket).createSignedUrl(id, 3600)
      if (error) throw error
      return data.signedUrl
    },
  })
}

export const useAddSessions = () =>
  useChange(async (backend, sessions: { webinar_id: string; starts_at: string; capacity: number | null }[]) => {
    await backend.from('webinar_sessions').insert(sessions).throwOnError()
  })

export const useLimitSeats = () =>
  useChange(async (backend, { id, capacity }: { id: string; capacity: number | null }) => {
    await backend.from('webinar_sessions').update({ capacity }).eq('id', id).select('id').single().throwOnError()
  })

export const useRehearse = () =>
  useChange(async (backend, rehearsal: { session: string; is_on: boolean }) => {
    await backend.rpc('rehearse_webinar', rehearsal).throwOnError()
  })

export const useMoveSession = () =>
  useChange(async (backend, { session, step }: { session: string; step: string }) => {
    await backend.rpc('move_webinar_session', { session, step, reason: null }).throwOnError()
  })
