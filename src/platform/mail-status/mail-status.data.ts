import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { invoke } from '#client/invoke.ts'
import { useBackend } from '#client/session-context.tsx'
import type { MailStatus, WaitingChannel } from './mail-status.ts'

export function useMailStatus() {
  const backend = useBackend()
  return useQuery({
    queryKey: ['mail-status'],
    queryFn: () => invoke<MailStatus>(backend, 'mail-status', {}),
    staleTime: 60_000,
  })
}

type Failures = {
  waiting: number
  oldestAt: string | null
  failures: { to: string; at: string; error: string }[]
  /** Optional: a node of release 1.0.0 does not return it. */
  channels?: WaitingChannel[]
}

export function useMailFailures() {
  const backend = useBackend()
  return useQuery({
    queryKey: ['mail-status', 'failures'],
    queryFn: () => invoke<Failures>(backend, 'mail-failures', {}),
  })
}

export function useSendTestMail() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => invoke<{ to: string }>(backend, 'send-test-mail', {}),
    onSettled: () => queries.invalidateQueries({ queryKey: ['mail-status'] }),
  })
}
