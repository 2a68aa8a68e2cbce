// Contact points of a contact, for links and messages that staff send themselves.
import { useQuery } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'

/** The first phone number and e-mail address of a contact. */
export function usePrimaryContactPoints(contactId: string | undefined) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['contact-ways', contactId],
    enabled: contactId !== undefined,
    queryFn: async () => {
      const { data } = await backend
        .from('contact_points')
        .select('kind, value_norm')
        .eq('contact_id', contactId!)
        .order('is_primary', { ascending: false })
        .order('created_at')
        .throwOnError()
      return {
        phone: data.find(({ kind }) => kind === 'phone')?.value_norm,
        email: data.find(({ kind }) => kind === 'email')?.value_norm,
      }
    },
    staleTime: 0,
  })
}
