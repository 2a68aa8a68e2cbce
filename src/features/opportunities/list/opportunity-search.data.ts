// Search of opportunities by name or contact, for the command palette.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend } from '#client/session-context.tsx'

const AT_MOST = 5

/** Open and closed ones, newest first. `contactIds`: contacts already found by the same query. */
export async function searchOpportunities(backend: Backend, query: string, contactIds: readonly string[]) {
  // These characters are separators or wildcards in a PostgREST filter.
  const pattern = `"*${query.replaceAll(/["\\*%_]/g, ' ').trim()}*"`
  const people = contactIds.length > 0 ? `,contact_id.in.(${contactIds.join(',')})` : ''
  const { data } = await backend
    .from('opportunities')
    .select('id, name, contact_id, stage_id')
    .is('deleted_at', null)
    .or(`name.ilike.${pattern}${people}`)
    .order('stage_entered_at', { ascending: false })
    .limit(AT_MOST)
    .throwOnError()
  return data
}

export function useOpportunitySearch(query: string, contactIds: readonly string[]) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['opportunities', 'search', query, contactIds],
    queryFn: () => searchOpportunities(backend, query, contactIds),
    enabled: query.length > 1,
    placeholderData: query ? keepPreviousData : undefined,
    staleTime: 10_000,
  })
}
