import { useQuery } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'
import { readSharedProcesses, type ShownProcess } from '#features/processes/processes.data.ts'
import { clientKey, useClientCheck } from './client-check.ts'

/** The processes of the signed-in client, or else those shared by the partner; undefined while loading and after a failure. */
export const usePortalProcesses = (): ShownProcess[] | undefined => usePortalProcessesQuery().processes

/** The query of `usePortalProcesses`, including the failure to read the partner's processes. */
export function usePortalProcessesQuery() {
  const { data } = useClientCheck()
  const backend = useBackend()
  const contactId = data?.isClient ? data.contact?.id : undefined
  const own = data?.isClient ? data.processes : []
  const shared = useQuery({
    queryKey: [...clientKey, 'shared', contactId],
    queryFn: () => readSharedProcesses(backend, contactId!),
    enabled: contactId !== undefined && own.length === 0,
  })
  const processes: ShownProcess[] | undefined = own.length > 0 || contactId === undefined ? own : shared.data
  return { processes, error: shared.error, refetch: shared.refetch }
}
