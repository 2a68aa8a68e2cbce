// Data access of questions asked while watching recordings.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTableChanges } from '#client/realtime.ts'
import { useBackend } from '#client/session-context.tsx'

const keyOf = (webinar: string) => ['webinars', 'questions', webinar] as const

export function useWaitingQuestions(webinar: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: keyOf(webinar),
    queryFn: async () => (await backend.rpc('waiting_webinar_questions', { webinar }).throwOnError()).data,
  })
}
/** Questions of all webinars of the caller's teams, for the inbox. A question notifies its team, whose clients refetch the list. */
export function useInboxQuestions() {
  const backend = useBackend()
  const queries = useQueryClient()
  const queryKey = ['webinars', 'inbox questions']
  const readAgain = () => void queries.invalidateQueries({ queryKey })
  useTableChanges({ table: 'notifications', onChanges: readAgain, onReconnect: readAgain })
  return useQuery({
    queryKey,
    queryFn: async () => (await backend.rpc('inbox_webinar_questions').throwOnError()).data,
    staleTime: 0,
  })
}
export type InboxQuestion = NonNullable<ReturnType<typeof useInboxQuestions>['data']>[number]

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
