// Ratings of FAQ answers, for staff.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'

const key = ['answer-ratings'] as const

/** Ratings by answer; answers with the most negative ratings come first. */
export function useAnswerRatings() {
  const backend = useBackend()
  return useQuery({
    queryKey: key,
    staleTime: 0,
    queryFn: async () => {
      const { data } = await backend
        .from('answer_ratings')
        .select('*')
        .order('missed', { ascending: false })
        .order('helped', { ascending: false })
        .limit(500)
        .throwOnError()
      return data
    },
  })
}

/** Resets the ratings of an answer, after it was rewritten. */
export function useResetRatings() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (question: string) => {
      await backend.from('answer_ratings').delete().eq('question', question).throwOnError()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}
