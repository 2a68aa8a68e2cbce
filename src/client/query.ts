import { QueryClient } from '@tanstack/react-query'

const minute = 60_000

/** The query cache. Spec §9: stale after 5 minutes, collected after 15, no retries, no automatic refetch. */
export function openQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * minute,
        gcTime: 15 * minute,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // A server on localhost works offline, so the browser's offline state must not pause queries.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
