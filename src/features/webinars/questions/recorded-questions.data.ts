// Data access of questions that were asked of recordings.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'

const keyOf = (webinar: string) => ['webinars', 'questions', webinar] as const

export function useWaitingQuestions(webinar: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: keyOf(webinar),
    queryFn: async () => (await backend.rpc('waiting_webinar_questions', { webinar }).throwOnError()).data,
  })
}
export type WaitingQuestion = NonNullable<ReturnType<typeof useWaitingQuestions>['data']>[number]

export function useAnswerQuestion() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (answer: { question: string; body: string }) => {
      await backend.rpc('answer_webinar_question', answer).throwOnError()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['webinars'] }),
  })
}
