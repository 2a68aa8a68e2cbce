// Timeline of a contact, household or opportunity: paginated reads, filters, notes, and live updates from the change feed.
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useTableChanges } from '#client/realtime.ts'
import { useBackend } from '#client/session-context.tsx'
import type { Activity, NewActivity, TimelineKind } from './activities.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'contact_timeline.actor_kind': Activity['actor_kind']
    'contact_timeline.kind': TimelineKind
    'contact_timeline.payload': Activity['payload']
  }
}

const PAGE = 40
const PINNED_AT_MOST = 20

export type ShownActivity = Omit<Activity, 'visibility' | 'is_demo' | 'deleted_at'> & {
  kind: TimelineKind
}
const shownColumns =
  'id, type, happened_at, actor_kind, actor_id, contact_id, opportunity_id, related_type, related_id, title_cache, payload, pinned_at, version, kind'

/** The record whose timeline is read. */
export type TimelineOf =
  | { contactId: string; opportunityId?: never; householdId?: never }
  | { opportunityId: string; contactId?: never; householdId?: never }
  /** All lines of the current members, including those from before they were linked. */
  | { householdId: string; memberIds: readonly string[]; contactId?: never; opportunityId?: never }

export type TimelineQuery = { kind?: TimelineKind | undefined; words?: string | undefined }

type TimelineCursor = Pick<ShownActivity, 'happened_at' | 'id'>

const columnOf = (of: TimelineOf): [column: 'contact_id' | 'opportunity_id', ids: readonly string[]] => {
  if (of.opportunityId !== undefined) return ['opportunity_id', [of.opportunityId]]
  return ['contact_id', of.contactId === undefined ? of.memberIds : [of.contactId]]
}

function linesOf(backend: Backend, of: TimelineOf) {
  const [column, ids] = columnOf(of)
  const lines = backend.from('contact_timeline').select(shownColumns)
  // A single id is read in index order; several ids need a sort.
  return ids.length === 1 ? lines.eq(column, ids[0]!) : lines.in(column, ids)
}

/**
 * Newest first; `after` is the cursor, the last line already read. Lines with the same timestamp are ordered by id, so that a page boundary
 * between them skips none. Pinned lines are excluded unless a filter is set.
 */
export async function readTimeline(
  backend: Backend,
  of: TimelineOf,
  { kind, words }: TimelineQuery = {},
  after?: TimelineCursor,
): Promise<ShownActivity[]> {
  let lines = linesOf(backend, of)
  if (kind) lines = lines.eq('kind', kind)
  if (words) lines = lines.ilike('words', `%${words.replaceAll(/[\\%_*]/g, String.raw`\$&`)}%`)
  if (!kind && !words) lines = lines.is('pinned_at', null)
  if (after)
    lines = lines.lte('happened_at', after.happened_at).or(`happened_at.lt."${after.happened_at}",id.gt.${after.id}`)
  const { data } = await lines.order('happened_at', { ascending: false }).order('id').limit(PAGE).throwOnError()
  return data
}

/** Pinned lines, last pinned first. */
export async function readPinned(backend: Backend, of: TimelineOf): Promise<ShownActivity[]> {
  const { data } = await linesOf(backend, of)
    .not('pinned_at', 'is', null)
    .order('pinned_at', { ascending: false })
    .limit(PINNED_AT_MOST)
    .throwOnError()
  return data
}

const storyKey = (of: TimelineOf) => ['activities', ...columnOf(of)] as const

export function useTimeline(of: TimelineOf, { kind, words }: TimelineQuery = {}) {
  const backend = useBackend()
  return useInfiniteQuery({
    queryKey: [...storyKey(of), 'lines', kind, words],
    queryFn: ({ pageParam }) => readTimeline(backend, of, { kind, words }, pageParam),
    initialPageParam: undefined as TimelineCursor | undefined,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)),
    staleTime: 0,
  })
}

export function usePinned(of: TimelineOf) {
  const backend = useBackend()
  return useQuery({ queryKey: [...storyKey(of), 'pinned'], queryFn: () => readPinned(backend, of), staleTime: 0 })
}

export function useLiveTimeline(of: TimelineOf) {
  const queries = useQueryClient()
  const readAgain = () => void queries.invalidateQueries({ queryKey: storyKey(of) })
  const [column, ids] = columnOf(of)
  useTableChanges({
    table: 'activities',
    filter: ids.length === 1 ? `${column}=eq.${ids[0]}` : `${column}=in.(${ids.join()})`,
    onChanges: readAgain,
    onReconnect: readAgain,
  })
}

/** Ids of colleagues who may be mentioned in a note about this contact. */
export function useMentionable(contactId: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['may_be_mentioned', contactId],
    queryFn: async () => {
      const { data } = await backend.rpc('may_be_mentioned', { contact: contactId }).throwOnError()
      return data
    },
  })
}

const allTimelines = { queryKey: ['activities'] } as const

/** Inserts a line and returns its id and version, for undo. */
export function useWriteActivity() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn(activity: NewActivity) {
      const { data } = await backend.from('activities').insert(activity).select('id, version').single().throwOnError()
      return data
    },
    onSuccess: () => queries.invalidateQueries(allTimelines),
  })
}

/** The note was saved in another tab or on another device since it was read. */
export class NoteConflict extends Error {}

/** Updates the text of the caller's own note if its version is unchanged. Returns the new version. */
export async function changeNote(
  backend: Backend,
  seen: Pick<Activity, 'id' | 'version'>,
  payload: Activity['payload'],
): Promise<number> {
  const { data } = await backend
    .from('activities')
    .update({ payload })
    .eq('id', seen.id)
    .eq('version', seen.version)
    .select('version')
    .throwOnError()
  if (!data[0]) throw new NoteConflict('stale_version')
  return data[0].version
}

export function useChangeNote() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ seen, payload }: { seen: Pick<Activity, 'id' | 'version'>; payload: Activity['payload'] }) =>
      changeNote(backend, seen, payload),
    onSettled: () => queries.invalidateQueries(allTimelines),
  })
}

/** Pins or unpins a line. */
export function usePinActivity() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, isPinned }: { id: string; isPinned: boolean }) =>
      void (await backend.rpc('pin_activity', { activity: id, pinned: isPinned }).throwOnError()),
    onSettled: () => queries.invalidateQueries(allTimelines),
  })
}

/** Soft-deletes a manually written line, or restores it. */
export function useDeleteActivity() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, isAway }: { id: string; isAway: boolean }) =>
      void (await backend.rpc('put_activity_away', { activity: id, away: isAway }).throwOnError()),
    onSettled: () => queries.invalidateQueries(allTimelines),
  })
}
