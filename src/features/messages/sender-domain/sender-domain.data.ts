// Reads the check of the sender's domain.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { invoke } from '#client/invoke.ts'
import { useBackend } from '#client/session-context.tsx'
import type { SenderDomainCheck } from './sender-domain.ts'

const key = ['sender-domain']

/**
 * Findings on the sender's domain, cached for ten minutes: records change rarely, and each check queries DNS servers.
 */
export function useSenderDomain() {
  const backend = useBackend()
  return useQuery({
    queryKey: key,
    queryFn: () => invoke<SenderDomainCheck>(backend, 'check-sender-domain', {}),
    staleTime: 600_000,
    retry: false,
  })
}

/** Checks the DKIM key under another selector. */
export function useCheckSelector() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (selector: string) => invoke<SenderDomainCheck>(backend, 'check-sender-domain', { selector }),
    onSuccess: (check) => queries.setQueryData(key, check),
  })
}
