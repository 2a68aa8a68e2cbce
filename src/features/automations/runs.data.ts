// Queries and mutations of automation runs.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { readPage } from '#client/read-page.ts'
import { useBackend } from '#client/session-context.tsx'
import { automationKey, automationsKey, useAutomationChange } from './automations.data.ts'
import type { RunStatus } from './automations.ts'

export const useEnrol = () =>
  useAutomationChange(async (backend, { id, contacts }: { id: string; contacts: string[] }) => {
    await backend.rpc('enrol_contacts', { automation: id, contacts }).throwOnError()
  })

const runColumns =
  'id, automation_id, version, contact_id, status, current_step, resume_at, error, exit_reason, entered_at, ended_at, contact:contacts(full_name)'
const pageSize = 50

/** `step`: the current step of a run; `since`: the earliest end of runs. */
export type RunFilter = {
  status: RunStatus | undefined
  step?: string | undefined
  since?: string | undefined
  page: number
}

/** Runs of an automation, newest first. */
export function useRuns(automationId: string, filter: RunFilter) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...automationKey(automationId), 'runs', filter],
    queryFn: () => readRuns(backend, automationId, filter),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

export async function readRuns(backend: Backend, automationId: string, { status, step, since, page }: RunFilter) {
  const { rows: runs, ...place } = await readPage(page, pageSize, (from, to) => {
    let all = backend.from('automation_runs').select(runColumns, { count: 'exact' }).eq('automation_id', automationId)
    if (status) all = all.eq('status', status)
    if (step) all = all.eq('current_step', step)
    if (since) all = all.gte('ended_at', since)
    return all.order('entered_at', { ascending: false }).order('id').range(from, to).throwOnError()
  })
  return { runs, ...place }
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
