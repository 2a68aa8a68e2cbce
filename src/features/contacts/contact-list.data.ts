// The list of people, fifty at a time, narrowed by what is typed.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend } from '#client/session-context.tsx'
import type { Contact, ContactPoint } from './contacts.ts'

export const PAGE = 50
/** A search shows the best hundred, and says so when there are more. */
const FOUND_AT_MOST = 100

export type ListedContact = Pick<Contact, 'id' | 'full_name' | 'lifecycle' | 'last_activity_at' | 'do_not_contact'> & {
  points: Pick<ContactPoint, 'kind' | 'value_norm' | 'is_primary'>[]
  opportunities: {
    id: string
    status: 'open' | 'won' | 'lost'
    stage_id: string
    created_at: string
    deleted_at: string | null
  }[]
}
export type ContactPage = { rows: ListedContact[]; total: number }

const listedColumns = `id, full_name, lifecycle, last_activity_at, do_not_contact,
  points:contact_points(kind, value_norm, is_primary),
  opportunities(id, status, stage_id, created_at, deleted_at)`

/** `page` counts from one. The newest activity stands first. */
export async function readContactPage(backend: Backend, query: string, page: number): Promise<ContactPage> {
  if (query) {
    const { data } = await backend
      .rpc('search_contacts', { query, result_limit: FOUND_AT_MOST })
      .select(listedColumns)
      .throwOnError()
    const rows = data as unknown as ListedContact[]
    return { rows: rows.slice((page - 1) * PAGE, page * PAGE), total: rows.length }
  }
  const { data, count } = await backend
    .from('contacts')
    .select(listedColumns, { count: 'exact' })
    .is('deleted_at', null)
    .order('last_activity_at', { ascending: false, nullsFirst: false })
    .order('id')
    .range((page - 1) * PAGE, page * PAGE - 1)
    .throwOnError()
    .overrideTypes<ListedContact[], { merge: false }>()
  return { rows: data, total: count ?? data.length }
}

export function useContactPage(query: string, page: number) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['contacts', 'list', query, page],
    queryFn: () => readContactPage(backend, query, page),
    placeholderData: keepPreviousData,
    // Somebody who has just asked for a call has to be on the list.
    staleTime: 0,
  })
}

/** What a contact's row tells of their sale: the open one, else the last. */
export const saleOf = ({ opportunities }: Pick<ListedContact, 'opportunities'>) =>
  opportunities
    .filter(({ deleted_at }) => deleted_at === null)
    .toSorted(
      (a, b) => Number(b.status === 'open') - Number(a.status === 'open') || b.created_at.localeCompare(a.created_at),
    )[0]
