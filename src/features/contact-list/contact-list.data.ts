// Reads of the contact list: chunks of a hundred rows around the scroll position.
import { keepPreviousData, type Query, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import type { Tables } from '#client/database.types.ts'
import { useTableChanges } from '#client/realtime.ts'
import { useBackend } from '#client/session-context.tsx'
import type { Contact, ContactPoint, ContactStaffDetails } from '#features/contacts/contacts.ts'
import type { ContactFilter, Sort } from './contact-list.ts'

/** Rows per request. */
export const CHUNK = 100

type ListedOpportunity = Pick<
  Tables<'opportunities'>,
  'id' | 'status' | 'stage_id' | 'amount_agorot' | 'created_at' | 'deleted_at'
>
export type ListedContact = Pick<
  Contact,
  | 'id'
  | 'full_name'
  | 'search_name'
  | 'lifecycle'
  | 'gender_form'
  | 'owner_id'
  | 'source'
  | 'do_not_contact'
  | 'last_activity_at'
  | 'next_step_at'
  | 'created_at'
  | 'version'
> &
  Pick<ContactStaffDetails, 'custom'> & {
    household: { id: string; name: string } | null
    points: Pick<ContactPoint, 'kind' | 'value_norm' | 'is_primary'>[]
    tags: { tag_id: string }[]
    opportunities: ListedOpportunity[]
  }

const listedColumns = `id, full_name, search_name, lifecycle, gender_form, owner_id, source, do_not_contact,
  last_activity_at, next_step_at, created_at, version,
  details:contact_staff_details(custom),
  household:households(id, name),
  points:contact_points(kind, value_norm, is_primary),
  tags:contact_tags(tag_id),
  opportunities(id, status, stage_id, amount_agorot, created_at, deleted_at)`

export type ListQuery = { filter: ContactFilter; sort: Sort }
type From = { after: ListedContact } | { skip: number }

/** A chunk after a cursor, or at an offset. Keyset pagination has constant cost; an offset scans the skipped rows. */
export async function readChunk(backend: Backend, { filter, sort }: ListQuery, from: From): Promise<ListedContact[]> {
  const { data } = await backend
    .rpc('list_contacts', {
      filter,
      sort,
      at_most: CHUNK,
      ...('skip' in from ? { skip: from.skip } : { after: { value: orderedBy(sort, from.after), id: from.after.id } }),
    })
    .select(listedColumns)
    .throwOnError()
  return data.map(({ details, ...row }) => ({ ...row, custom: details?.custom ?? {} }))
}

function orderedBy(sort: Sort, row: ListedContact): string | null {
  switch (sort.replace('-', '')) {
    case 'name':
      return row.search_name
    case 'created':
      return row.created_at
    case 'next_step':
      return row.next_step_at
    default:
      return row.last_activity_at
  }
}

export async function countContacts(backend: Backend, filter: ContactFilter): Promise<number> {
  const { data } = await backend.rpc('count_contacts', { filter }).throwOnError()
  return data
}

export const listKey = ['contacts', 'list'] as const
const chunkKey = (query: ListQuery, chunk: number) => [...listKey, 'rows', query, chunk] as const

export function useContactCount(filter: ContactFilter) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...listKey, 'count', filter],
    queryFn: () => countContacts(backend, filter),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  })
}

/** Row count per filter for the tabs, cached for half a minute. Undefined while loading. */
export function useContactCounts(filters: readonly ContactFilter[]): (number | undefined)[] {
  const backend = useBackend()
  return useQueries({
    queries: filters.map((filter) => ({
      // A separate query key: list changes do not invalidate the tab counts.
      queryKey: ['contact-counts', filter],
      queryFn: () => countContacts(backend, filter),
      staleTime: 30_000,
    })),
    combine: (results) => results.map(({ data }) => data),
  })
}

/** Rows of the visible chunks; chunks read earlier stay cached. */
export function useContactRows(query: ListQuery, chunks: readonly number[]) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useQueries({
    queries: chunks.map((chunk) => ({
      queryKey: chunkKey(query, chunk),
      queryFn: () => {
        const before = queries.getQueryCache().find({ queryKey: chunkKey(query, chunk - 1), exact: true })
        const last = isFresh(before) ? (before?.state.data as ListedContact[] | undefined)?.[CHUNK - 1] : undefined
        return readChunk(backend, query, last ? { after: last } : { skip: chunk * CHUNK })
      },
      // New leads have to appear soon; the change feed invalidates as well.
      staleTime: 60_000,
      placeholderData: chunk === 0 ? keepPreviousData : undefined,
    })),
  })
}

/** Rows of a stale chunk may have moved, so the next chunk is read by offset instead of by cursor. */
const isFresh = (query: Query | undefined) => query !== undefined && !query.state.isInvalidated

/** Every loaded row by its offset, zero-based. */
export function useLoadedRows(query: ListQuery) {
  const queries = useQueryClient()
  return (at: number): ListedContact | undefined =>
    queries.getQueryData<ListedContact[]>(chunkKey(query, Math.floor(at / CHUNK)))?.[at % CHUNK]
}

/** Refetches visible chunks when the change feed reports a contact or its custom fields. */
export function useLiveContactList() {
  const queries = useQueryClient()
  const readAgain = () => void queries.invalidateQueries({ queryKey: listKey })
  useTableChanges({ table: 'contacts', onChanges: readAgain, onReconnect: readAgain })
  useTableChanges({ table: 'contact_staff_details', onChanges: readAgain })
}

/** The opportunity shown in a contact's row: the open one, otherwise the latest. */
export const shownOpportunity = ({ opportunities }: Pick<ListedContact, 'opportunities'>) =>
  opportunities
    .filter(({ deleted_at }) => deleted_at === null)
    .toSorted(
      (a, b) => Number(b.status === 'open') - Number(a.status === 'open') || b.created_at.localeCompare(a.created_at),
    )[0]

/** Total value of a contact's open opportunities, in agorot. */
export const openValueOf = ({ opportunities }: Pick<ListedContact, 'opportunities'>) =>
  opportunities
    .filter(({ status, deleted_at }) => status === 'open' && deleted_at === null)
    .reduce((sum, { amount_agorot }) => sum + amount_agorot, 0)

/** The primary phone or e-mail. */
export const primaryPoint = ({ points }: Pick<ListedContact, 'points'>, kind: 'phone' | 'email') =>
  points.filter((point) => point.kind === kind).toSorted((a, b) => Number(b.is_primary) - Number(a.is_primary))[0]
    ?.value_norm
