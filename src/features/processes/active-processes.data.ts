import { useQuery } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'
import { readActiveProcesses } from './processes.data.ts'

/** A contact's running processes, as staff see them. */
export function useActiveProcesses(contactId: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['processes', 'active', contactId],
    queryFn: () => readActiveProcesses(backend, contactId),
    staleTime: 0,
  })
}
