// Data access of the interactions that a webinar shows in its room.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend } from '#client/session-context.tsx'

const key = (webinar: string) => ['webinars', 'interactions', webinar] as const

/** Sorted by second; interactions that the host opens come last. */
export function useInteractions(webinar: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: key(webinar),
    queryFn: async () =>
      (
        await backend
          .from('webinar_interactions')
          .select('id, kind, title, body, choices, link, at_second, open_seconds')
          .eq('webinar_id', webinar)
          .order('at_second', { nullsFirst: false })
          .order('title')
          .throwOnError()
      ).data,
  })
}
export type Interaction = NonNullable<ReturnType<typeof useInteractions>['data']>[number]
export type InteractionValues = Omit<Interaction, 'id'>

function useChange<Input>(webinar: string, change: (backend: Backend, input: Input) => Promise<unknown>) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => change(backend, input),
    onSettled: () => queries.invalidateQueries({ queryKey: key(webinar) }),
  })
}

/** Adds an interaction if it has no id. The kind of an existing one cannot change. */
export const useSaveInteraction = (webinar: string) =>
  useChange(webinar, async (backend, { id, ...values }: InteractionValues & { id: string | undefined }) => {
    const { kind, ...rest } = values
    if (id) await backend.from('webinar_interactions').update(rest).eq('id', id).select('id').single().throwOnError()
    else
      await backend
        .from('webinar_interactions')
        .insert({ webinar_id: webinar, kind, ...rest })
        .throwOnError()
  })

/** An optimistic update of the second; a refusal reverts it with the refetch. */
export function useMoveInteraction(webinar: string) {
  const queries = useQueryClient()
  const backend = useBackend()
  return useMutation({
    mutationFn: async ({ id, second }: { id: string; second: number }) => {
      await backend
        .from('webinar_interactions')
        .update({ at_second: second })
        .eq('id', id)
        .select('id')
        .single()
        .throwOnError()
    },
    async onMutate({ id, second }) {
      await queries.cancelQueries({ queryKey: key(webinar) })
      queries.setQueryData<Interaction[]>(key(webinar), (before) =>
        before
          ?.map((one) => (one.id === id ? { ...one, at_second: second } : one))
          .toSorted((one, other) => (one.at_second ?? Infinity) - (other.at_second ?? Infinity)),
      )
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key(webinar) }),
  })
}

export const useDeleteInteraction = (webinar: string) =>
  useChange(webinar, async (backend, id: string) => {
    await backend.from('webinar_interactions').delete().eq('id', id).select('id').single().throwOnError()
  })
