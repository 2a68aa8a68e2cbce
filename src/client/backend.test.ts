import { expect, test, vi } from 'vitest'
import { openBackend } from './backend.ts'

test('spec §9: a failed query is not retried', async () => {
  const fetch = vi.fn(() => Promise.reject(new TypeError('no network')))
  vi.stubGlobal('fetch', fetch)
  const { error } = await openBackend('http://localhost:3000', 'key').from('tags').select()
  expect(error).not.toBeNull()
  expect(fetch).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})

test('spec §9: a heartbeat every 25000 ms, and a join timeout of ten seconds', () => {
  const { realtime } = openBackend('http://localhost:3000', 'key')
  expect(realtime.heartbeatIntervalMs).toBe(25_000)
  expect(realtime.timeout).toBe(10_000)
})

test('spec §9: the default flow is implicit, and the session is persisted and refreshed', () => {
  const { auth } = openBackend('http://localhost:3000', 'key')
  const { flowType, persistSession, autoRefreshToken } = auth as unknown as Record<string, unknown>
  expect({ flowType, persistSession, autoRefreshToken }).toEqual({
    flowType: 'implicit',
    persistSession: true,
    autoRefreshToken: true,
  })
})

test('spec §7: each call carries the api key and a bearer token', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.resolve(Response.json([])))
  vi.stubGlobal('fetch', fetch)
  const backend = openBackend('http://localhost:3000', 'key')
  await backend.from('tags').select()
  await backend.functions.invoke('do')
  await backend.storage.from('cards').list()
  await backend.auth.resetPasswordForEmail('noa@example.com')
  expect(fetch).toHaveBeenCalledTimes(4)
  for (const [address, init] of fetch.mock.calls) {
    const headers = new Headers(init?.headers)
    expect([headers.get('apikey'), headers.get('authorization')], `${address as string}`).toEqual(['key', 'Bearer key'])
  }
  vi.unstubAllGlobals()
})
