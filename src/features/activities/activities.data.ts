// The timeline of one contact: read page by page, written to by hand, kept fresh by the change feed.
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useTableChanges } from '#client/realtime.ts'
import { useBackend } from '#client/session-context.tsx'
import type { Activity, NewActivity } from './activities.ts'

const PAGE = 40
export type ShownActivity = Omit<Activity, 'household_id' | 'visibility' | 'is_demo'>
const shownColumns =
  'id, type, happened_at, actor_kind, actor_id, contact_id, opportunity_id, related_type, related_id, title_cache, payload, pinned_at, version'

/** The newest first; `before` is the oldest line that is already known. */
export async function readTimeline(backend: Backend, contactId: string, before?: string): Promise<ShownActivity[]> {
  const all = backend.from('activities').select(shownColumns).eq('contact_id', contactId)
  const { data } = await (before ? all.lt('happened_at', before) : all)
    .order('happened_at', { ascending: false })
    .order('id')
    .limit(PAGE)
    .throwOnError()
    .overrideTypes<ShownActivity[], { merge: false }>()
  return data
}

const timelineKey = (contactId: string) => ['activities', contactId] as const

export function useTimeline(contactId: string) {
  const backend = useBackend()
  return useInfiniteQuery({
    queryKey: timelineKey(contactId),
    queryFn: ({ pageParam }) => readTimeline(backend, contactId, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.happened_at),
    staleTime: 0,
  })
}

export function useLiveTimeline(contactId: string) {
  const queries = useQueryClient()
  const readAgain = () => void queries.invalidateQueries({ queryKey: timelineKey(contactId) })
  useTableChanges({
    table: 'activities',
    filter: `contact_id=eq.${contactId}`,
    onChanges: readAgain,
    onReconnect: readAgain,
  })
}

export function useWriteActivity() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (activity: NewActivity) => {
      await backend.from('activities').insert(activity).throwOnError()
    },
    onSuccess: (_, { contact_id }) => queries.invalidateQueries({ queryKey: timelineKey(contact_id) }),
  })
}
