// The last results of the portal's queries, in the user's offline store. Read only while a query cannot reach the server.
import type { Query, QueryClient } from '@tanstack/react-query'
import type { NetworkStatus } from '#client/network-status.ts'
import { refusalCode } from '#client/refusal.ts'
import type { OfflineStore } from '#platform/offline/offline-store.ts'
import { isPersistable } from './is-persistable.ts'

type StoredAnswer = { hash: string; data: unknown; at: number }

// The number is raised when the shape of a persisted result changes: results of an earlier release are not read.
const NAME = 'answers-2'
const WRITE_DELAY_MS = 300
const LASTS_MS = 30 * 86_400_000

type Network = Pick<NetworkStatus, 'read' | 'subscribe'>

/** Stores query results and restores them offline, until the returned function is called. */
export function persistQueries(queries: QueryClient, network: Network, store: Pick<OfflineStore, 'read' | 'write'>) {
  const cache = queries.getQueryCache()
  const answers = new Map<string, StoredAnswer>()
  const opened = readStore()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOpen = true

  async function readStore() {
    for (const answer of (await store.read<StoredAnswer[]>(NAME)) ?? []) {
      // A result that arrived during the read is newer.
      if (Date.now() - answer.at < LASTS_MS && !answers.has(answer.hash)) answers.set(answer.hash, answer)
    }
  }

  function remember({ queryHash: hash, state }: Query) {
    answers.set(hash, { hash, data: state.data, at: state.dataUpdatedAt })
    timer ??= setTimeout(() => {
      timer = undefined
      void opened.then(() => isOpen && store.write(NAME, [...answers.values()]))
    }, WRITE_DELAY_MS)
  }

  async function restore(query: Query) {
    if (query.state.data !== undefined || !isPersistable(query.queryKey)) return
    await opened
    const answer = answers.get(query.queryHash)
    if (!isOpen || !answer || query.state.data !== undefined) return
    const { status } = query.state
    // The error status is not cleared: it marks the query for a refetch on reconnect.
    query.setState({ data: answer.data, dataUpdatedAt: answer.at, status: status === 'pending' ? 'success' : status })
  }

  const isAway = () => network.read() !== 'reachable'
  const stopQueries = cache.subscribe((event) => {
    if (event.type !== 'updated' || !isPersistable(event.query.queryKey)) return
    const { query, action } = event
    // Manual updates are not stored: an optimistic update is not a server response.
    if (action.type === 'success' && !action.manual) remember(query)
    if (action.type === 'error' && refusalCode(action.error) === 'network') void restore(query)
    // Without this, a request that waits for a token refresh would fail only later.
    if (action.type === 'fetch' && isAway()) void restore(query)
  })
  const stopNetwork = network.subscribe(() => {
    if (isAway()) for (const query of cache.findAll({ type: 'active' })) void restore(query)
  })

  return () => {
    isOpen = false
    clearTimeout(timer)
    stopQueries()
    stopNetwork()
  }
}
