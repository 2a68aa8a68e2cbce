import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { openQueries } from './query.ts'

test('spec §9: fresh for 5 minutes, collected at 15, no retries, no refetch on focus or reconnect', () => {
  expect(openQueries().getDefaultOptions().queries).toMatchObject({
    staleTime: 300_000,
    gcTime: 900_000,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
})

/** A query whose requests are resolved by the test. */
function manualQuery() {
  const requests: PromiseWithResolvers<string>[] = []
  const queryFn = () => {
    const request = Promise.withResolvers<string>()
    requests.push(request)
    return request.promise
  }
  return { requests, options: { queryKey: ['codes', 'noa'], queryFn } }
}

test('an active query that is invalidated during its first request is fetched once more', async () => {
  const queries = openQueries()
  const { requests, options } = manualQuery()
  const observer = new QueryObserver(queries, options)
  const stop = observer.subscribe(() => {})
  const again = [queries.invalidateQueries({ queryKey: ['codes'] }), queries.invalidateQueries({ queryKey: ['codes'] })]
  requests[0]!.resolve('before the change')
  await expect.poll(() => requests.length).toBe(2)
  requests[1]!.resolve('after the change')
  await Promise.all(again)
  expect(observer.getCurrentResult().data).toBe('after the change')
  expect(requests).toHaveLength(2)
  stop()
})

test('an inactive query that is invalidated during its first request is marked as stale', async () => {
  const queries = openQueries()
  const { requests, options } = manualQuery()
  const prefetched = queries.fetchQuery(options)
  const done = queries.invalidateQueries({ queryKey: ['codes'] })
  requests[0]!.resolve('before the change')
  expect(await prefetched).toBe('before the change')
  await done
  expect(queries.getQueryState(options.queryKey)).toMatchObject({ isInvalidated: true })
  expect(requests).toHaveLength(1)
})

test('a first request that fails after an invalidation is not retried', async () => {
  const queries = openQueries()
  const { requests, options } = manualQuery()
  const observer = new QueryObserver(queries, options)
  const stop = observer.subscribe(() => {})
  const done = queries.invalidateQueries()
  requests[0]!.reject(new Error('no answer'))
  await done
  expect(observer.getCurrentResult()).toMatchObject({ status: 'error', fetchStatus: 'idle' })
  expect(requests).toHaveLength(1)
  stop()
})
