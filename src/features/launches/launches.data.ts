// Data access of launches in the CRM.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { CallRefused, invoke } from '#client/invoke.ts'
import { useBackend } from '#client/session-context.tsx'
import { staleOrGone } from '#platform/editing/edit-conflict.ts'
import { maxDocumentBytes } from '#platform/files/document-files.ts'
import type { ContentEdit } from './content-edit.ts'
import type { LaunchPhase, LaunchStatus, ParticipantStatus } from './launch-clock.ts'
import { bucket, type Launch, type LaunchComment, type LaunchContent } from './launches.ts'
import type { LandingEdit, NextTimeEdit, OfferEdit } from './launch-texts-edit.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'launch_figures.phase': LaunchPhase
    'launch_people.status': ParticipantStatus
  }
}

const key = ['launches'] as const

export function useLaunches() {
  const backend = useBackend()
  return useQuery({
    queryKey: key,
    queryFn: async () =>
      (await backend.from('launches').select('*').order('created_at', { ascending: false }).order('id').throwOnError())
        .data,
  })
}

/** One launch. Without an id the query is disabled. */
export function useLaunch(id: string | undefined) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, id],
    enabled: id !== undefined,
    queryFn: async () =>
      (
        await backend
          .from('launches')
          .select('*')
          .eq('id', id ?? '')
          .throwOnError()
          .maybeSingle()
      ).data,
  })
}

/** While the cart is open, the numbers are refetched every minute. */
const everyMinute = 60_000

export function useLaunchFigures(isLive = false) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'figures'],
    staleTime: 0,
    refetchInterval: isLive && everyMinute,
    queryFn: async () => {
      const { data } = await backend.rpc('launch_figures').throwOnError()
      return new Map(data.map((figures) => [figures.launch_id, figures]))
    },
  })
}

export function useLaunchContents(launch: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, launch, 'contents'],
    queryFn: async () =>
      (await backend.from('launch_contents').select('*').eq('launch_id', launch).order('position').throwOnError()).data,
  })
}

export function useLaunchPeople(launch: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, launch, 'people'],
    staleTime: 0,
    queryFn: async () => (await backend.rpc('launch_people', { launch }).throwOnError()).data,
  })
}

const maxWaiting = 200

/** The waiting list of the launch, newest first. */
export function useLaunchWaiting(launch: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, launch, 'waiting'],
    staleTime: 0,
    queryFn: async () =>
      (
        await backend
          .from('launch_waitlist')
          .select('id, created_at, seat_offered_at, contact:contacts(id, full_name)')
          .eq('launch_id', launch)
          .order('created_at', { ascending: false })
          .limit(maxWaiting)
          .throwOnError()
      ).data,
  })
}

/** The current day's numbers, while the cart is open. */
export function useLaunchBoard(launch: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, launch, 'board'],
    staleTime: 0,
    refetchInterval: everyMinute,
    queryFn: async () => (await backend.rpc('launch_board', { launch }).throwOnError()).data[0] ?? null,
  })
}

/** How many participants opened and completed each content. */
export function useContentFigures(launch: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, launch, 'content-figures'],
    staleTime: 0,
    queryFn: async () => {
      const { data } = await backend.rpc('launch_content_figures', { launch }).throwOnError()
      return new Map(data.map((figures) => [figures.content_id, figures]))
    },
  })
}

/** Participants by source, and buyers by hour of the cart. */
export function useLaunchReport(launch: string, isLive: boolean) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, launch, 'report'],
    staleTime: 0,
    refetchInterval: isLive && everyMinute,
    queryFn: async () => {
      const [sources, hours] = await Promise.all([
        backend.rpc('launch_report', { launch }).throwOnError(),
        backend.rpc('launch_hours', { launch }).throwOnError(),
      ])
      return { sources: sources.data, hours: hours.data }
    },
  })
}

export function useLaunchMessages(launch: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, launch, 'messages'],
    staleTime: 0,
    queryFn: async () => (await backend.rpc('launch_message_counts', { launch }).throwOnError()).data,
  })
}

/** The 200 newest comments, newest first. */
export function useLaunchComments(contents: readonly Pick<LaunchContent, 'id'>[] | undefined, launch: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, launch, 'comments', contents?.map(({ id }) => id)],
    enabled: contents !== undefined && contents.length > 0,
    staleTime: 0,
    queryFn: async (): Promise<LaunchComment[]> =>
      (
        await backend
          .from('launch_comments')
          .select('*')
          .in('content_id', contents?.map(({ id }) => id) ?? [])
          .order('created_at', { ascending: false })
          .limit(200)
          .throwOnError()
      ).data,
  })
}

const maxWaitingComments = 100

async function readWaitingComments(backend: Backend) {
  const { data } = await backend
    .from('launch_comments')
    .select(
      'id, shown_name, body, status, created_at, participant:launch_participants(contact_id), content:launch_contents(title, launch:launches(id, title))',
    )
    .is('settled_at', null)
    .order('created_at')
    .order('id')
    .limit(maxWaitingComments)
    .throwOnError()
  return data
}
export type WaitingComment = Awaited<ReturnType<typeof readWaitingComments>>[number]

/** Pending comments of participants in all launches, longest waiting first. Refetched every minute. */
export function useWaitingComments() {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'waiting-comments'],
    staleTime: 0,
    refetchInterval: everyMinute,
    queryFn: () => readWaitingComments(backend),
  })
}

/** Runs a change and refetches all queries of launches. */
function useChange<Input, Output>(change: (backend: Backend, input: Input) => Promise<Output>) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => change(backend, input),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

export const useAddLaunch = () =>
  useChange(
    async (backend, launch: { title: string; mode: 'fixed' | 'evergreen' }) =>
      (
        await backend
          .from('launches')
          .insert({ id: crypto.randomUUID(), ...launch })
          .select('id')
          .single()
          .throwOnError()
      ).data,
  )

type LaunchChange = Partial<{
  title: string
  status: LaunchStatus
  prelaunch_at: string
  cart_opens_at: string
  cart_closes_at: string
  cart_after_hours: number
  cart_hours: number
}>

export const useChangeLaunch = () =>
  useChange(async (backend, { id, ...change }: LaunchChange & { id: string }) => {
    await backend.from('launches').update(change).eq('id', id).select('id').single().throwOnError()
  })

const conflictError = () => Object.assign(new Error('changed_meanwhile'), { code: 'PT409' })

/** Saves the launch only if its version matches. Returns the updated launch. */
export const useSaveLaunchTexts = () =>
  useChange(
    async (
      backend,
      {
        launch: { id, version },
        change,
      }: { launch: Pick<Launch, 'id' | 'version'>; change: OfferEdit | LandingEdit | NextTimeEdit },
    ) => {
      const { data } = await backend
        .from('launches')
        .update(change)
        .eq('id', id)
        .eq('version', version)
        .select('id')
        .throwOnError()
        .maybeSingle()
      if (!data)
        throw await staleOrGone(
          backend.from('launches').select('id').eq('id', id).maybeSingle().throwOnError(),
          conflictError(),
        )
    },
  )

export const useAddContent = () =>
  useChange(async (backend, { launch, ...content }: ContentEdit & { launch: string; position: number }) => {
    await backend
      .from('launch_contents')
      .insert({ launch_id: launch, ...content })
      .throwOnError()
  })

/** Saves the content only if its version matches. */
export const useSaveContent = () =>
  useChange(
    async (
      backend,
      { content: { id, version }, change }: { content: Pick<LaunchContent, 'id' | 'version'>; change: ContentEdit },
    ) => {
      const { data } = await backend
        .from('launch_contents')
        .update(change)
        .eq('id', id)
        .eq('version', version)
        .select('id')
        .throwOnError()
        .maybeSingle()
      if (!data)
        throw await staleOrGone(
          backend.from('launch_contents').select('id').eq('id', id).maybeSingle().throwOnError(),
          conflictError(),
        )
    },
  )

/** Saves the order of all contents in one request. */
export const useOrderContents = () =>
  useChange(async (backend, input: { launch: string; ids: readonly string[] }) => {
    await backend.rpc('order_launch_contents', { launch: input.launch, ids: [...input.ids] }).throwOnError()
  })

/** Uploads a worksheet, which replaces the current one. The size is checked before the upload starts. */
export const useUploadWorksheet = () =>
  useChange((backend, { content, file }: { content: string; file: File }) => {
    if (file.size > maxDocumentBytes) throw new CallRefused('payload_too_large', 'Too large')
    const query = new URLSearchParams({ content, name: file.name })
    return invoke<{ name: string }>(backend, `add-launch-worksheet?${query.toString()}`, file)
  })

/** The limit of the bucket. */
const mostVideoBytes = 500 * 1024 ** 2

/** Uploads a video into the private bucket and returns its key. The size is checked before the upload starts. */
export async function uploadVideo(backend: Backend, file: File): Promise<string> {
  if (file.size > mostVideoBytes) throw new CallRefused('payload_too_large', 'Too large')
  const id = crypto.randomUUID()
  const { error } = await backend.storage.from(bucket).upload(id, file, { contentType: file.type })
  if (error) throw error
  return id
}

export function useUploadVideo() {
  const backend = useBackend()
  return useMutation({ mutationFn: (file: File) => uploadVideo(backend, file) })
}

export const useRemoveWorksheet = () =>
  useChange(async (backend, content: string) => {
    await backend.rpc('remove_launch_worksheet', { content }).throwOnError()
  })

export const useRemoveContent = () =>
  useChange(async (backend, id: string) => {
    await backend.from('launch_contents').delete().eq('id', id).throwOnError()
  })

export const useExtendParticipant = () =>
  useChange(async (backend, input: { participant: string; until: string; reason: string }) => {
    await backend.rpc('extend_launch_participant', input).throwOnError()
  })

export const useResendLaunchLink = () =>
  useChange(async (backend, input: { participant: string; revokes: boolean }) => {
    await backend.rpc('resend_launch_link', input).throwOnError()
  })

export const useModerateComment = () =>
  useChange(
    async (
      backend,
      { id, ...change }: { id: string; status?: LaunchComment['status']; pinned?: boolean; settled_at?: string | null },
    ) => {
      await backend.from('launch_comments').update(change).eq('id', id).select('id').single().throwOnError()
    },
  )

export const useAnswerComment = () =>
  useChange(async (backend, input: { comment: string; body: string }) => {
    await backend.rpc('answer_launch_comment', input).throwOnError()
  })

export const useCloneLaunch = () =>
  useChange(
    async (backend, input: { launch: string; title: string; days: number }) =>
      (await backend.rpc('clone_launch', input).throwOnError()).data,
  )
