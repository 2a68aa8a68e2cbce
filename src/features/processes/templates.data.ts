// Process templates, for starting a process.
import { useQuery } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend } from '#client/session-context.tsx'
import type { ProcessTemplate } from './processes.ts'

export async function readTemplates(backend: Backend): Promise<Pick<ProcessTemplate, 'id' | 'name'>[]> {
  const { data } = await backend
    .from('process_templates')
    .select('id, name')
    .eq('is_active', true)
    .order('name')
    .throwOnError()
  return data
}

/** `isEnabled`: whether the dialog is open. */
export function useProcessTemplates(isEnabled: boolean) {
  const backend = useBackend()
  return useQuery({ queryKey: ['process_templates'], queryFn: () => readTemplates(backend), enabled: isEnabled })
}
