import { useQuery } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'
import { readActiveProcesses } from './processes.data.ts'

/** The ways that somebody walks now, for the staff who look at them. */
export function useActiveProcesses(contactId: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['processes', 'contact', contactId],
    queryFn: () => readActiveProcesses(backend, contactId),
  })
}
