// Revokes the action links of a contact.
import { useMutation } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'

/** Returns the number of revoked links. */
export function useRevokeLinks(contactId: string) {
  const backend = useBackend()
  return useMutation({
    mutationFn: async () => (await backend.rpc('revoke_action_links', { contact: contactId }).throwOnError()).data,
  })
}
