import { useQuery } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'

/** The rules of the message plan that follow from a registration, in their order. */
export function useWebinarMessages() {
  const backend = useBackend()
  return useQuery({
    queryKey: ['message-plan', 'webinars'],
    queryFn: async () =>
      (
        await backend
          .from('message_rules')
          .select('id, name, anchor, is_active')
          .eq('context_type', 'webinar_registration')
          .order('position')
          .order('id')
          .throwOnError()
      ).data,
  })
}
