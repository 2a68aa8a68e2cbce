import { expect, test, vi } from 'vitest'
import { openBackend } from './backend.ts'

test('spec §9: a question that fails is not asked again', async () => {
  const fetch = vi.fn(() => Promise.reject(new TypeError('no network')))
  vi.stubGlobal('fetch', fetch)
  const { error } = await openBackend('http://localhost:3000', 'key').from('cards').select()
  expect(error).not.toBeNull()
  expect(fetch).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})

test('spec §9: a heartbeat every 25000 ms, and ten seconds for an answer', () => {
  const { realtime } = openBackend('http://localhost:3000', 'key')
  expect(realtime.heartbeatIntervalMs).toBe(25_000)
  expect(realtime.timeout).toBe(10_000)
})
