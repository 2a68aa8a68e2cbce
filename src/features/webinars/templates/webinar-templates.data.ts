// Data access of webinar templates in the CRM.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { invoke } from '#client/invoke.ts'
import { useBackend } from '#client/session-context.tsx'
import type { SavedTemplate, TemplateDefinition } from './webinar-template.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'webinar_templates.definition': TemplateDefinition
    'webinar_template_versions.definition': TemplateDefinition
    'webinar_template_preview.definition': TemplateDefinition
  }
}

const key = ['webinars', 'templates'] as const

export function useWebinarTemplates() {
  const backend = useBackend()
  return useQuery({
    queryKey: key,
    queryFn: async () =>
      (
        await backend
          .from('webinar_templates')
          .select('id, name, about, definition, number, is_system, updated_at')
          .order('is_system')
          .order('name')
          .throwOnError()
      ).data,
  })
}
export type WebinarTemplateRow = NonNullable<ReturnType<typeof useWebinarTemplates>['data']>[number]

export function useTemplateVersions(template: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'versions', template],
    queryFn: async () =>
      (
        await backend
          .from('webinar_template_versions')
          .select('number, definition, created_by, created_at')
          .eq('template_id', template)
          .order('number', { ascending: false })
          .limit(100)
          .throwOnError()
      ).data,
  })
}

/** Webinars of a template, with the fields that an update would write, and those that it would skip. */
export function useTemplateUses(template: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'uses', template],
    staleTime: 0,
    queryFn: async () => (await backend.rpc('webinar_template_uses', { template }).throwOnError()).data,
  })
}

/** Runs a change and refetches all queries of webinars. */
function useChange<Input, Output>(change: (backend: Backend, input: Input) => Promise<Output>) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => change(backend, input),
    onSettled: () => queries.invalidateQueries({ queryKey: ['webinars'] }),
  })
}

type TemplateToSave = {
  id: string | null
  seenNumber: number
  name: string
  about: string
  definition: TemplateDefinition
}

export const useSaveWebinarTemplate = () =>
  useChange((backend, template: TemplateToSave) => invoke<SavedTemplate>(backend, 'save-webinar-template', template))

export const useDeleteWebinarTemplate = () =>
  useChange(async (backend, id: string) => {
    await backend.from('webinar_templates').delete().eq('id', id).select('id').single().throwOnError()
  })

export const useWebinarFromTemplate = () =>
  useChange(async (backend, input: { template: string; title: string; slug: string; starts_at: string | null }) => {
    const { data } = await backend.rpc('webinar_from_template', input).throwOnError()
    return data
  })

export const useTemplateFromWebinar = () =>
  useChange(async (backend, input: { webinar: string; name: string; about: string }) => {
    const { data } = await backend.rpc('webinar_template_from', input).throwOnError()
    return data
  })

/** Saves the content of a webinar as the next version of its template. */
export const useRenewTemplate = () =>
  useChange(async (backend, webinar: string) => {
    const { data } = await backend.rpc('renew_webinar_template', { webinar }).throwOnError()
    return data
  })

export const useUpdateWebinarsOfTemplate = () =>
  useChange(async (backend, due: { template: string; webinars: string[] }) => {
    const { data } = await backend.rpc('update_webinars_of_template', due).throwOnError()
    return data
  })

/** Creates a preview link that expires after some hours. */
export const useShareWebinarTemplate = () =>
  useChange((backend, share: { id: string; hours: number }) =>
    invoke<{ token: string }>(backend, 'share-webinar-template', share),
  )

export const useRevokeTemplateShares = () =>
  useChange(async (backend, template: string) => {
    const { data } = await backend.rpc('revoke_webinar_template_shares', { template }).throwOnError()
    return data
  })
