// Signature requests of a client; separate from the staff's uploads, because the portal's first screen loads this module.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTableChanges } from '#client/realtime.ts'
import { useBackend } from '#client/session-context.tsx'

export const homeSignaturesKey = ['portal', 'signatures'] as const

/** The client's own requests, and the partner's for shared documents. */
export function useHomeSignatures() {
  const backend = useBackend()
  const queries = useQueryClient()
  const readAgain = () => void queries.invalidateQueries({ queryKey: homeSignaturesKey })
  useTableChanges({ table: 'signature_requests', onChanges: readAgain, onReconnect: readAgain })
  return useQuery({
    queryKey: homeSignaturesKey,
    queryFn: async () => {
      const { data } = await backend
        .from('signature_requests')
        .select('id, file_id, file_name, contact_id, requested_at, signed_at, sha256')
        .is('withdrawn_at', null)
        .order('requested_at', { ascending: false })
        .order('id')
        .limit(300)
        .throwOnError()
      return data
    },
  })
}
