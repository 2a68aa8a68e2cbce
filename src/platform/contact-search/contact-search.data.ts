// Contact search by part of a name, phone number or e-mail address, for the command palette.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import type { Tables } from '#client/database.types.ts'
import { useBackend } from '#client/session-context.tsx'

export type FoundContact = Pick<Tables<'contacts'>, 'id' | 'full_name'> & {
  points: Pick<Tables<'contact_points'>, 'kind' | 'value_norm' | 'is_primary'>[]
}

const AT_MOST = 6
const foundColumns = 'id, full_name, points:contact_points(kind, value_norm, is_primary)'

/** Matching contacts; without a query, those with the latest activity. */
export async function searchContacts(backend: Backend, query: string): Promise<FoundContact[]> {
  if (query) return searchByWords(backend, query)
  const { data } = await backend
    .from('contacts')
    .select(foundColumns)
    .is('deleted_at', null)
    .order('last_activity_at', { ascending: false, nullsFirst: false })
    .limit(AT_MOST)
    .throwOnError()
  return data
}

async function searchByWords(backend: Backend, query: string) {
  const { data } = await backend
    .rpc('search_contacts', { query, result_limit: AT_MOST })
    .select(foundColumns)
    .throwOnError()
  return data
}

export function useContactSearch(query: string, isEnabled: boolean) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['contacts', 'search', query],
    queryFn: () => searchContacts(backend, query),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    // Contacts change while the user searches: results are cached briefly.
    staleTime: 10_000,
  })
}

/** Other contacts with a phone number or e-mail address of this one. */
export function useContactsWithSamePoints(contactId: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['contacts', 'same-points', contactId],
    async queryFn() {
      const { data: own } = await backend
        .from('contact_points')
        .select('value_norm')
        .eq('contact_id', contactId)
        .throwOnError()
      const values = own.map(({ value_norm }) => value_norm)
      if (values.length === 0) return []
      const { data } = await backend
        .from('contacts')
        .select(`${foundColumns}, same:contact_points!inner(value_norm)`)
        .in('same.value_norm', values)
        .neq('id', contactId)
        .is('deleted_at', null)
        .limit(AT_MOST)
        .throwOnError()
      return data satisfies FoundContact[]
    },
  })
}

/** The primary phone number, if there is one. */
export const phoneOf = ({ points }: FoundContact): string | undefined =>
  points.filter((point) => point.kind === 'phone').toSorted((a, b) => Number(b.is_primary) - Number(a.is_primary))[0]
    ?.value_norm
