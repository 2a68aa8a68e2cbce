import { useQuery } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'
import { readActiveProcesses } from './processes.data.ts'

/** A contact's active processes, for staff. */
export function useActiveProcesses(contactId: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['processes', 'contact', contactId],
    queryFn: () => readActiveProcesses(backend, contactId),
  })
}
