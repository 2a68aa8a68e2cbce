// Statistics of automations: runs by status, by step, and by message.
import { useQuery } from '@tanstack/react-query'
import type { FunctionRow } from '#client/database.types.ts'
import { useBackend } from '#client/session-context.tsx'
import { automationKey, automationsKey } from './automations.data.ts'

export type Figures = FunctionRow<'automation_figures'>
export type StepFigures = FunctionRow<'automation_step_figures'>

export function useAutomationFigures() {
  const backend = useBackend()
  return useQuery({
    queryKey: [...automationsKey, 'figures'],
    queryFn: async () => (await backend.rpc('automation_figures').throwOnError()).data,
    staleTime: 0,
  })
}

export function useStepFigures(id: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...automationKey(id), 'steps'],
    queryFn: async () => (await backend.rpc('automation_step_figures', { automation: id }).throwOnError()).data,
    staleTime: 0,
  })
}

export type MessageFigures = FunctionRow<'message_step_figures'>

export function useMessageFigures(id: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...automationKey(id), 'messages'],
    queryFn: async () => (await backend.rpc('message_step_figures', { automation: id }).throwOnError()).data,
    staleTime: 0,
  })
}

/** Reads steps that failed within a week, and automations that were paused because of failures or loops. */
export function useAutomationErrors() {
  const backend = useBackend()
  return useQuery({
    queryKey: [...automationsKey, 'faults'],
    queryFn: async () => {
      const [steps, paused] = await Promise.all([
        backend.rpc('failing_steps').throwOnError(),
        backend
          .from('automations')
          .select('id, name, paused_because')
          .in('paused_because', ['breaker', 'loop'])
          .order('name')
          .throwOnError(),
      ])
      return { steps: steps.data, paused: paused.data }
    },
    staleTime: 0,
  })
}
