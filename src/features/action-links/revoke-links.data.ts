// How staff end the links of a contact.
import { useMutation } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'

/** Resolves to how many open links there were. */
export function useRevokeLinks(contactId: string) {
  const backend = useBackend()
  return useMutation({
    mutationFn: async () => (await backend.rpc('revoke_action_links', { contact: contactId }).throwOnError()).data,
  })
}
