// Data access for requesting a review from a contact.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { invoke } from '#client/invoke.ts'
import { useBackend } from '#client/session-context.tsx'

/** The latest review request, or null. */
export function useLastReviewRequest(contactId: string, isWanted: boolean) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['review-requests', contactId],
    enabled: isWanted,
    staleTime: 0,
    queryFn: async () => {
      const { data } = await backend
        .from('review_requests')
        .select('id, email, created_at, expires_at, closed_at, review_id')
        .eq('contact_id', contactId)
        .order('created_at', { ascending: false })
        .limit(1)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
}

/** Mails a review request. Throws a CallRefused with a code of the contract's `refusals`. */
export function useAskForReview(contactId: string) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => invoke<object>(backend, 'ask-for-review', { contactId }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['review-requests', contactId] }),
  })
}
