// Reads and writes of the runs of automations.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'
import { automationKey, automationsKey, useAutomationChange } from './automations.data.ts'
import type { RunStatus } from './automations.ts'

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
    queryKey: [...automationKey(automationId), 'runs', status, page],
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
    queryKey: [...automationsKey, 'run', runId],
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
