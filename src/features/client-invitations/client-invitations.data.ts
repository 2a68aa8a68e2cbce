// The portal invitation of a contact, and its actions for staff.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { invoke } from '#client/invoke.ts'
import { useTableChanges } from '#client/realtime.ts'
import { useBackend } from '#client/session-context.tsx'
import type { InvitationState } from './invitation-form.ts'
import type { InvitationResult } from './client-invitations.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'client_invitation_of.state': Exclude<InvitationState, 'gone' | 'unknown'>
  }
}

const keyOf = (contactId: string) => ['client_invitations', contactId] as const

export function useInvitation(contactId: string) {
  const backend = useBackend()
  const queries = useQueryClient()
  const readAgain = () => void queries.invalidateQueries({ queryKey: keyOf(contactId) })
  useTableChanges({
    table: 'client_invitations',
    filter: `contact_id=eq.${contactId}`,
    onChanges: readAgain,
    onReconnect: readAgain,
  })
  return useQuery({
    queryKey: keyOf(contactId),
    async queryFn() {
      const { data } = await backend.rpc('client_invitation_of', { contact: contactId }).maybeSingle().throwOnError()
      return data
    },
    staleTime: 0,
  })
}

/** Mails a link, or returns it to be sent manually. */
export function useInvite(contactId: string) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (how: 'mail' | 'link') => invoke<InvitationResult>(backend, 'invite-client', { contactId, how }),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(contactId) }),
  })
}

export function useRevokeInvitation(contactId: string) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => void (await backend.rpc('revoke_client_invitation', { contact: contactId }).throwOnError()),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(contactId) }),
  })
}
