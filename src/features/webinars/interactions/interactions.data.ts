// Data access of the interactions that a webinar shows in its room.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend } from '#client/session-context.tsx'
import { requireUpdated } from '#platform/editing/edit-conflict.ts'

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

type InteractionSave = { seen: Interaction | undefined; values: InteractionValues }

/** Adds an interaction without `seen`, else saves only over the values that were read. The kind of an existing one cannot change. */
export const useSaveInteraction = (webinar: string) =>
  useChange(webinar, async (backend, { seen, values: { kind, ...rest } }: InteractionSave) => {
    if (!seen)
      return void (await backend
        .from('webinar_interactions')
        .insert({ webinar_id: webinar, kind, ...rest })
        .throwOnError())
    let saving = backend
      .from('webinar_interactions')
      .update(rest)
      .eq('id', seen.id)
      .eq('title', seen.title)
      .eq('body', seen.body)
      .eq('open_seconds', seen.open_seconds)
      .filter('choices', 'eq', arrayLiteral(seen.choices))
    saving = seen.link === null ? saving.is('link', null) : saving.eq('link', seen.link)
    saving = seen.at_second === null ? saving.is('at_second', null) : saving.eq('at_second', seen.at_second)
    const { data } = await saving.select('id').throwOnError()
    await requireUpdated(
      data,
      backend.from('webinar_interactions').select('id').eq('id', seen.id).maybeSingle().throwOnError(),
    )
  })

/** The text of a PostgreSQL array; its quoted elements escape quotes and backslashes as JSON does. */
const arrayLiteral = (texts: readonly string[]) => `{${texts.map((text) => JSON.stringify(text)).join(',')}}`

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
