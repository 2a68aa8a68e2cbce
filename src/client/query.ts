import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'

const minute = 60_000

/** The query cache. Spec §9: stale after 5 minutes, collected after 15, no retries, no automatic refetch. */
export function openQueries(): QueryClient {
  return new Queries({
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

class Queries extends QueryClient {
  /** Queries that were invalidated during their first request. */
  readonly #outdated = new Set<Query>()

  /**
   * Invalidates a query again after a first request that was in flight. The library treats its response as current, although it may
   * predate the change (github.com/TanStack/query/issues/11526).
   */
  override async invalidateQueries<Key extends QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const first = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter((query) => query.state.data === undefined && !this.#outdated.has(query))
    for (const query of first) this.#outdated.add(query)
    const again = first.map(async (query) => {
      // Joins the request in flight.
      const isAnswered = await query.fetch().then(
        () => true,
        () => false,
      )
      this.#outdated.delete(query)
      if (isAnswered) await super.invalidateQueries({ ...filters, queryKey: query.queryKey, exact: true }, options)
    })
    await Promise.all([super.invalidateQueries(filters, options), ...again])
  }
}
