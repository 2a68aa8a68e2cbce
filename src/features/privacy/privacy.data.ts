// Data access of the privacy screen: what is stored about a person, export, and erasure.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { invoke } from '#client/invoke.ts'
import type { Tables } from '#client/database.types.ts'
import { useBackend } from '#client/session-context.tsx'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    person_holdings: Record<string, number>
  }
}

export type DataSubject = Pick<Tables<'contacts'>, 'id' | 'full_name' | 'version'>

/** Null for an unknown id or an erased contact. */
export function useDataSubject(id: string | undefined) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['privacy', 'person', id],
    queryFn: async () => {
      const { data } = await backend
        .from('contacts')
        .select('id, full_name, version')
        .eq('id', id!)
        .is('anonymised_at', null)
        .is('merged_into_id', null)
        .maybeSingle()
        .throwOnError()
      return data
    },
    enabled: id !== undefined,
    staleTime: 0,
  })
}

/** Row counts per table about the person. */
export function useHoldings(id: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['privacy', 'holdings', id],
    queryFn: async () => (await backend.rpc('person_holdings', { person: id }).throwOnError()).data,
    staleTime: 0,
  })
}

/** Notes about other contacts that mention the person; at most twenty. */
export function useMentions(id: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['privacy', 'mentions', id],
    queryFn: async () => (await backend.rpc('mentions_of_person', { person: id }).throwOnError()).data,
    staleTime: 0,
  })
}

/** The latest exports and erasures. */
export function usePrivacyEvents() {
  const backend = useBackend()
  return useQuery({
    queryKey: ['privacy', 'events'],
    queryFn: async () =>
      (await backend.from('privacy_events').select('*').order('at', { ascending: false }).limit(50).throwOnError())
        .data,
    staleTime: 0,
  })
}

/** Returns the archive file. */
export function useExportPerson() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => invoke<Blob>(backend, 'export-person', { id }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['privacy', 'events'] }),
  })
}

/** Irreversible; the screen's confirmation is the only safeguard. */
export function useErasePerson() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, version }: Pick<DataSubject, 'id' | 'version'>) => {
      await backend.rpc('forget_person', { person: id, expected_version: version }).throwOnError()
    },
    onSettled: () => queries.invalidateQueries(),
  })
}
