// Queries and mutations of automations.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { CallRefused, invoke } from '#client/invoke.ts'
import { useBackend } from '#client/session-context.tsx'
import type { Automation, AutomationIssue, PublishedAutomation, SimulatedAutomation } from './automations.ts'
import type { z } from '#lib/schema.ts'
import type { Definition } from './engine/definition.ts'
import type { Recipe } from './recipes.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'automations.definition': Definition
    'automation_versions.definition': Definition
  }
}

export const automationsKey = ['automations'] as const
const sendableKey = ['message_templates', 'sendable'] as const
export const automationKey = (id: string) => [...automationsKey, id] as const
const columns = 'id, name, kind, status, definition, current_version, paused_because, recipe, updated_at, version'

export type ShownAutomation = Pick<
  Automation,
  | 'id'
  | 'name'
  | 'kind'
  | 'status'
  | 'definition'
  | 'current_version'
  | 'paused_because'
  | 'recipe'
  | 'updated_at'
  | 'version'
>
export function useAutomations(kind?: Automation['kind']) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...automationsKey, 'list', kind],
    queryFn: async () => {
      const rows = backend.from('automations').select(columns)
      const { data } = await (kind ? rows.eq('kind', kind) : rows).order('created_at').limit(1000).throwOnError()
      return data
    },
  })
}

export function useAutomation(id: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: automationKey(id),
    queryFn: async () => {
      const { data } = await backend.from('automations').select(columns).eq('id', id).throwOnError().maybeSingle()
      return data
    },
    staleTime: 0,
  })
}

/** The definition of the published version; null before the first publication. */
export function usePublished(id: string, version: number | null) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...automationKey(id), 'version', version],
    queryFn: async () => {
      const { data } = await backend
        .from('automation_versions')
        .select('definition, published_at')
        .eq('automation_id', id)
        .eq('version', version ?? 0)
        .throwOnError()
        .maybeSingle()
      return data
    },
    staleTime: Infinity,
  })
}

/** The automations whose published version references 'tag:<id>', 'field:<key>' and the like. */
export function useImpact(key: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...automationsKey, 'impact', key],
    enabled: key !== '',
    queryFn: async () => {
      const { data } = await backend
        .from('automation_versions')
        .select('automation_id, version')
        .contains('touches', [key])
        .limit(1000)
        .throwOnError()
      return data
    },
  })
}

/** Published versions whose trigger or steps reference one of these keys. */
export function usePublishedTouching(keys: readonly string[]) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...automationsKey, 'touching', keys],
    queryFn: async () => {
      const { data } = await backend
        .from('automation_versions')
        .select('automation_id, version, definition')
        .overlaps('touches', keys)
        .limit(1000)
        .throwOnError()
      return data
    },
  })
}

/** A mutation of automations, which invalidates all their queries. */
export function useAutomationChange<Asked, Answer>(change: (backend: Backend, asked: Asked) => Promise<Answer>) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Asked) => change(backend, input),
    onSettled: () => queries.invalidateQueries({ queryKey: automationsKey }),
  })
}

/** `id`: set when undo restores a deleted draft under its former id. */
export type NewAutomation = Pick<Automation, 'name' | 'kind' | 'definition'> & { recipe?: string | null; id?: string }

export const useCreateAutomation = () =>
  useAutomationChange(async (backend, automation: NewAutomation) => {
    const { data } = await backend.from('automations').insert(automation).select('id').single().throwOnError()
    return data.id
  })

/** Creates a draft from a recipe and inserts its missing message templates. */
export function useOpenRecipe() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (recipe: Recipe) => openRecipe(backend, recipe),
    onSettled: () =>
      Promise.all(
        [automationsKey, sendableKey, ['message-templates']].map((queryKey) => queries.invalidateQueries({ queryKey })),
      ),
  })
}

async function openRecipe(backend: Backend, { key, name, definition, templates = [] }: Recipe) {
  if (templates.length > 0)
    await backend
      .from('message_templates')
      .upsert([...templates], { onConflict: 'id', ignoreDuplicates: true })
      .throwOnError()
  const { data } = await backend
    .from('automations')
    .insert({ name, kind: templates.length > 0 ? 'sequence' : 'automation', definition, recipe: key })
    .select('id, kind')
    .single()
    .throwOnError()
  return data
}

/** Saves the draft unless its version changed since the editor opened it. */
export const useSaveAutomation = () =>
  useAutomationChange(
    async (backend, { id, version, ...draft }: Pick<Automation, 'id' | 'version' | 'name' | 'definition'>) => {
      const { data } = await backend
        .from('automations')
        .update(draft)
        .eq('id', id)
        .eq('version', version)
        .select(columns)
        .throwOnError()
      const [saved] = data
      if (!saved) throw new CallRefused('automation_changed', 'The automation was saved concurrently')
      return saved
    },
  )

export const useDeleteAutomation = () =>
  useAutomationChange(async (backend, id: string) => {
    await backend.from('automations').delete().eq('id', id).select('id').single().throwOnError()
  })

export type AutomationAction = 'enable' | 'pause' | 'archive' | 'restore'

export const useControlAutomation = () =>
  useAutomationChange(async (backend, { id, step }: { id: string; step: AutomationAction }) => {
    await backend.rpc('steer_automation', { automation: id, step }).throwOnError()
  })

export type Move = 'stay' | 'move' | 'end'

export const usePublishAutomation = () =>
  useAutomationChange((backend, input: { id: string; version: number; move: Move }) =>
    invoke<z.infer<typeof PublishedAutomation>>(backend, 'publish-automation', input),
  )

/** Validation errors of a definition, checked on the server. The key is text, because the definition is a new object on every render. */
export function useIssues(id: string, definition: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...automationKey(id), 'issues', definition],
    queryFn: async () => {
      const request = { id, definition: JSON.parse(definition) as Definition }
      return (await invoke<{ issues: AutomationIssue[] }>(backend, 'check-automation', request)).issues
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

export function useSimulation() {
  const backend = useBackend()
  return useMutation({
    mutationFn: (input: { id: string; definition: Definition; contactId?: string }) =>
      invoke<SimulatedAutomation>(backend, 'simulate-automation', input),
  })
}

/** Templates that a step can send. */
export function useSendableTemplates() {
  const backend = useBackend()
  return useQuery({
    queryKey: sendableKey,
    queryFn: async () => {
      const { data } = await backend
        .from('message_templates')
        .select('id, name, channel, purpose, context_type, published_number')
        .is('archived_at', null)
        .order('name')
        .throwOnError()
      return data
    },
  })
}
