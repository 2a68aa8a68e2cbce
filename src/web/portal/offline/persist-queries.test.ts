import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { persistQueries } from './persist-queries.ts'

const network = { read: () => 'reachable' as const, subscribe: () => () => undefined }
const noNetwork = () => Promise.reject(new TypeError('no network'))

/** An in-memory store with the interface of the browser store. */
function openStore() {
  const values = new Map<string, string>()
  return {
    read: async <Value>(name: string) => JSON.parse(values.get(name) ?? 'null') as Value | undefined,
    write: async (name: string, value: unknown) => values.set(name, JSON.stringify(value)).size > 0,
    text: () => [...values.values()].join(),
  }
}

const openQueries = () =>
  new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always', gcTime: Infinity } } })

/** A first visit whose query results are stored. */
async function visit(store: ReturnType<typeof openStore>) {
  const queries = openQueries()
  const stop = persistQueries(queries, network, store)
  await queries.fetchQuery({ queryKey: ['budget', '2026-11'], queryFn: async () => 'a sealed amount' })
  await queries.fetchQuery({ queryKey: ['portal', 'tasks'], queryFn: async () => ['a task'] })
  await expect.poll(store.text).toContain('a task')
  stop()
}

test('offline, a query returns its last stored result with the time of that result, and remains in the error state', async () => {
  const store = openStore()
  await visit(store)
  const queries = openQueries()
  const stop = persistQueries(queries, network, store)
  await queries.fetchQuery({ queryKey: ['portal', 'tasks'], queryFn: noNetwork }).catch(() => undefined)
  await expect.poll(() => queries.getQueryData(['portal', 'tasks'])).toEqual(['a task'])
  const { error, dataUpdatedAt } = queries.getQueryState(['portal', 'tasks'])!
  expect(error).toBeInstanceOf(TypeError)
  expect(dataUpdatedAt).toBeGreaterThan(0)
  stop()
})

test('a refusal of the server is not replaced by a stored result, and a sealed result is not stored', async () => {
  const store = openStore()
  await visit(store)
  expect(store.text()).not.toContain('sealed')
  const queries = openQueries()
  const stop = persistQueries(queries, network, store)
  const refused = Object.assign(new Error('no'), { code: '42501' })
  await queries
    .fetchQuery({ queryKey: ['portal', 'tasks'], queryFn: () => Promise.reject(refused) })
    .catch(() => undefined)
  await queries.fetchQuery({ queryKey: ['portal', 'files'], queryFn: noNetwork }).catch(() => undefined)
  expect(queries.getQueryData(['portal', 'tasks'])).toBeUndefined()
  expect(queries.getQueryData(['portal', 'files'])).toBeUndefined()
  stop()
})
