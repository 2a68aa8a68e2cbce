// Reads and writes of automations.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import type { FunctionRow } from '#client/database.types.ts'
import { CallRefused, invoke } from '#client/invoke.ts'
import { useBackend } from '#client/session-context.tsx'
import type { Automation, AutomationIssue, PublishedAutomation, RunStatus, SimulatedAutomation } from './automations.ts'
import type { z } from '#lib/schema.ts'
import type { Definition } from './engine/definition.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'automations.definition': Definition
    'automation_versions.definition': Definition
  }
}

const all = ['automations'] as const
const keyOf = (id: string) => [...all, id] as const
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
export type Figures = FunctionRow<'automation_figures'>
export type StepFigures = FunctionRow<'automation_step_figures'>

export function useAutomations(kind?: Automation['kind']) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...all, 'list', kind],
    queryFn: async () => {
      const rows = backend.from('automations').select(columns)
      const { data } = await (kind ? rows.eq('kind', kind) : rows).order('created_at').limit(1000).throwOnError()
      return data
    },
  })
}

export function useAutomationFigures() {
  const backend = useBackend()
  return useQuery({
    queryKey: [...all, 'figures'],
    queryFn: async () => (await backend.rpc('automation_figures').throwOnError()).data,
    staleTime: 0,
  })
}

export function useStepFigures(id: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...keyOf(id), 'steps'],
    queryFn: async () => (await backend.rpc('automation_step_figures', { automation: id }).throwOnError()).data,
    staleTime: 0,
  })
}

export type MessageFigures = FunctionRow<'message_step_figures'>

export function useMessageFigures(id: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...keyOf(id), 'messages'],
    queryFn: async () => (await backend.rpc('message_step_figures', { automation: id }).throwOnError()).data,
    staleTime: 0,
  })
}

export function useAutomation(id: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: keyOf(id),
    queryFn: async () => {
      const { data } = await backend.from('automations').select(columns).eq('id', id).throwOnError().maybeSingle()
      return data
    },
    staleTime: 0,
  })
}

/** The definition of the published version; null before the first. */
export function usePublished(id: string, version: number | null) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...keyOf(id), 'version', version],
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

/** The automations whose published version touches 'tag:<id>', 'field:<key>' and the like. */
export function useImpact(key: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...all, 'impact', key],
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

function useAutomationChange<Asked, Answer>(change: (backend: Backend, asked: Asked) => Promise<Answer>) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (asked: Asked) => change(backend, asked),
    onSettled: () => queries.invalidateQueries({ queryKey: all }),
  })
}

/** `id`: of a deleted draft that returns. */
export type NewAutomation = Pick<Automation, 'name' | 'kind' | 'definition'> & { recipe?: string | null; id?: string }

export const useCreateAutomation = () =>
  useAutomationChange(async (backend, automation: NewAutomation) => {
    const { data } = await backend.from('automations').insert(automation).select('id').single().throwOnError()
    return data.id
  })

/** Saves the draft if it is still the version that was opened. */
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

export const useSteerAutomation = () =>
  useAutomationChange(async (backend, { id, step }: { id: string; step: AutomationAction }) => {
    await backend.rpc('steer_automation', { automation: id, step }).throwOnError()
  })

export type Move = 'stay' | 'move' | 'end'

export const usePublishAutomation = () =>
  useAutomationChange((backend, asked: { id: string; version: number; move: Move }) =>
    invoke<z.infer<typeof PublishedAutomation>>(backend, 'publish-automation', asked),
  )

/** Problems of a definition, checked on the server against what exists. As text: a definition is new on every render. */
export function useIssues(id: string, definition: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...keyOf(id), 'issues', definition],
    queryFn: async () => {
      const asked = { id, definition: JSON.parse(definition) as Definition }
      return (await invoke<{ issues: AutomationIssue[] }>(backend, 'check-automation', asked)).issues
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

export function useSimulation() {
  const backend = useBackend()
  return useMutation({
    mutationFn: (asked: { id: string; definition: Definition; contactId?: string }) =>
      invoke<SimulatedAutomation>(backend, 'simulate-automation', asked),
  })
}

export const useEnrol = () =>
  useAutomationChange(async (backend, { id, contacts }: { id: string; contacts: string[] }) => {
    await backend.rpc('enrol_contacts', { automation: id, contacts }).throwOnError()
  })

const runColumns =
  'id, automation_id, version, contact_id, status, current_step, resume_at, error, exit_reason, entered_at, ended_at, contact:contacts(full_name)'
const pageLength = 50

/** Runs of an automation, newest first. */
export function useRuns(automationId: string, status: RunStatus | undefined, page: number) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...keyOf(automationId), 'runs', status, page],
    queryFn: async () => {
      const runs = backend
        .from('automation_runs')
        .select(runColumns, { count: 'exact' })
        .eq('automation_id', automationId)
      const { data, count } = await (status ? runs.eq('status', status) : runs)
        .order('entered_at', { ascending: false })
        .order('id')
        .range(page * pageLength, (page + 1) * pageLength - 1)
        .throwOnError()
      return { runs: data, total: count ?? 0 }
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

export function useRunSteps(runId: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...all, 'run', runId],
    queryFn: async () => {
      const { data } = await backend
        .from('automation_run_steps')
        .select('seq, step_id, status, output, error, at')
        .eq('run_id', runId)
        .order('seq')
        .throwOnError()
      return data
    },
    staleTime: 0,
  })
}

export const useRetryRun = () =>
  useAutomationChange(async (backend, run: string) => {
    await backend.rpc('retry_run', { run }).throwOnError()
  })

export const useLeaveAutomation = () =>
  useAutomationChange(async (backend, run: string) => {
    await backend.rpc('leave_automation', { run }).throwOnError()
  })

/** Templates that a step can send. */
export function useSendableTemplates() {
  const backend = useBackend()
  return useQuery({
    queryKey: ['message_templates', 'sendable'],
    queryFn: async () => {
      const { data } = await backend
        .from('message_templates')
        .select('id, name, channel, purpose, published_number')
        .is('archived_at', null)
        .order('name')
        .throwOnError()
      return data
    },
  })
}
