// Data access of lead magnets in the CRM.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { CallRefused, invoke } from '#client/invoke.ts'
import { useBackend } from '#client/session-context.tsx'
import { staleOrGone } from '#platform/editing/edit-conflict.ts'
import { maxDocumentBytes } from '#platform/files/document-files.ts'
import type { LeadMagnetEdit } from './lead-magnet-edit.ts'
import type { LeadMagnet } from './lead-magnets.ts'

const key = ['lead-magnets'] as const

export function useLeadMagnets() {
  const backend = useBackend()
  return useQuery({
    queryKey: key,
    queryFn: async () =>
      (await backend.from('lead_magnets').select('*').order('position').order('title').throwOnError()).data,
  })
}

export function useLeadMagnet(id: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, id],
    queryFn: async () =>
      (await backend.from('lead_magnets').select('*').eq('id', id).throwOnError().maybeSingle()).data,
  })
}

export type LeadMagnetFigures = {
  magnet_id: string
  views: number
  requested: number
  delivered: number
  opened: number
  opportunities: number
  /** Null without access to payments. */
  revenue_agorot: number | null
}

/** Statistics by lead magnet id. */
export function useLeadMagnetFigures() {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'figures'],
    staleTime: 0,
    queryFn: async (): Promise<ReadonlyMap<string, LeadMagnetFigures>> => {
      const { data } = await backend.rpc('lead_magnet_figures').throwOnError()
      return new Map(data.map((figures) => [figures.magnet_id, figures]))
    },
  })
}

export type LeadMagnetPerson = {
  request_id: string
  contact_id: string
  full_name: string
  requested_at: string
  delivered_at: string | null
  opened_at: string | null
  opportunity_id: string | null
  revenue_agorot: number
}

/** The latest 500 contacts that requested the lead magnet. */
export function useLeadMagnetPeople(magnet: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, magnet, 'people'],
    staleTime: 0,
    queryFn: async (): Promise<LeadMagnetPerson[]> =>
      (await backend.rpc('lead_magnet_people', { magnet }).throwOnError()).data,
  })
}

/** Runs a mutation and refetches all lead magnet queries. */
function useChange<Input, Output>(change: (backend: Backend, input: Input) => Promise<Output>) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => change(backend, input),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

export const useAddLeadMagnet = () =>
  useChange((backend, magnet: Pick<LeadMagnet, 'title' | 'slug'>) =>
    invoke<{ id: string }>(backend, 'add-lead-magnet', magnet),
  )

export const useShowLeadMagnet = () =>
  useChange(async (backend, { id, ...change }: Pick<LeadMagnet, 'id' | 'is_active'>) => {
    await backend.from('lead_magnets').update(change).eq('id', id).select('id').single().throwOnError()
  })

const conflictError = () => Object.assign(new Error('changed_meanwhile'), { code: 'PT409' })

/** Updates the lead magnet if its version is unchanged. Returns the updated lead magnet. */
export const useSaveLeadMagnet = () =>
  useChange(
    async (
      backend,
      { magnet: { id, version }, change }: { magnet: Pick<LeadMagnet, 'id' | 'version'>; change: LeadMagnetEdit },
    ) => {
      const { data } = await backend
        .from('lead_magnets')
        .update(change)
        .eq('id', id)
        .eq('version', version)
        .select('*')
        .throwOnError()
        .maybeSingle()
      if (!data)
        throw await staleOrGone(
          backend.from('lead_magnets').select('id').eq('id', id).maybeSingle().throwOnError(),
          conflictError(),
        )
      return data
    },
  )

/** Uploads a file that replaces the current one. The size is checked before the upload starts. */
export const useUploadLeadMagnetFile = () =>
  useChange((backend, { id, file }: { id: string; file: File }) => {
    if (file.size > maxDocumentBytes) throw new CallRefused('payload_too_large', 'Too large')
    const query = new URLSearchParams({ id, name: file.name })
    return invoke<{ name: string; bytes: number }>(backend, `add-lead-magnet-file?${query.toString()}`, file)
  })

export const useRemoveLeadMagnetFile = () =>
  useChange(async (backend, magnet: string) => {
    await backend.rpc('remove_lead_magnet_file', { magnet }).throwOnError()
  })
