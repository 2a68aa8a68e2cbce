// Full-text search in notes, for the command palette.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import type { FunctionRow } from '#client/database.types.ts'
import { useBackend } from '#client/session-context.tsx'

export type FoundNote = FunctionRow<'search_notes'>

/** The latest notes that contain all words of the query. */
export async function searchNotes(backend: Backend, query: string): Promise<FoundNote[]> {
  const { data } = await backend.rpc('search_notes', { query }).throwOnError()
  return data
}

/** Minimum query length: shorter text matches nearly every note. */
const MIN_WORDS = 3

export function useNoteSearch(query: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['activities', 'search', query],
    queryFn: () => searchNotes(backend, query),
    enabled: query.length >= MIN_WORDS,
    placeholderData: query.length >= MIN_WORDS ? keepPreviousData : undefined,
    staleTime: 10_000,
  })
}
