import { QueryClient } from '@tanstack/react-query'

const minute = 60_000

/** The memory of everything read so far. Spec §9: fresh for 5 minutes, forgotten after 15, asked once, never again by itself. */
export function openQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * minute,
        gcTime: 15 * minute,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // A server on this very machine answers without the internet: the browser's idea of being offline must not hold a question back.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
