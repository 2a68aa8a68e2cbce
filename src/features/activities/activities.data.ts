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

type Place = Pick<ShownActivity, 'happened_at' | 'id'>

/** The newest first; `after` is the last line that is already known. Lines of one instant follow each other by id,
    so that a page that ends among them loses none. */
export async function readTimeline(backend: Backend, contactId: string, after?: Place): Promise<ShownActivity[]> {
  const all = backend.from('activities').select(shownColumns).eq('contact_id', contactId)
  const rest = (at: Place) =>
    all.lte('happened_at', at.happened_at).or(`happened_at.lt."${at.happened_at}",id.gt.${at.id}`)
  const { data } = await (after ? rest(after) : all)
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
    initialPageParam: undefined as Place | undefined,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)),
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
