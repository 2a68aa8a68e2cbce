import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openInitialClient } from './initial-client.ts'
import { openRequestGate } from './request-gate.ts'

const page = new URL('http://localhost:3000/crm')
const session = {
  access_token: 'token',
  refresh_token: 'next',
  expires_at: Math.floor(Date.now() / 1000) + 3600,
  user: { id: 'noa' },
}
const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.resolve(Response.json([])))
const open = () => openInitialClient(page, 'key', openRequestGate({ key: 'key', token: () => undefined }))

beforeEach(() => vi.stubGlobal('fetch', fetch))
afterEach(() => {
  vi.unstubAllGlobals()
  fetch.mockClear()
})
const keep = (stored: object | null) =>
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(stored), setItem() {}, removeItem() {} })
const sent = () => fetch.mock.calls.map(([, init]) => new Headers(init?.headers))

test('spec §7: each call carries the api key and a bearer token, from the initial and the full client', async () => {
  const backend = open()
  await backend.from('tags').select()
  await backend.rpc('today')
  await backend.functions.invoke('do')
  await backend.storage.from('cards').list()
  await backend.auth.resetPasswordForEmail('noa@example.com')
  expect(sent().map((headers) => [headers.get('apikey'), headers.get('authorization')])).toEqual(
    Array.from({ length: 5 }, () => ['key', 'Bearer key']),
  )
})

test('spec §9: a failed query is not retried', async () => {
  fetch.mockRejectedValueOnce(new TypeError('no network'))
  const { error } = await open().from('tags').select()
  expect(error).not.toBeNull()
  expect(fetch).toHaveBeenCalledOnce()
})

test('a stored session is announced immediately, and its token is sent with reads', async () => {
  keep(session)
  const backend = open()
  const listener = vi.fn()
  backend.auth.onAuthStateChange(listener)
  await Promise.resolve()
  expect(listener).toHaveBeenCalledExactlyOnceWith('INITIAL_SESSION', session)
  await backend.from('tags').select()
  expect(sent()[0]!.get('authorization')).toBe('Bearer token')
})

test('without a stored session the full client announces the initial state', async () => {
  keep(null)
  const listener = vi.fn()
  const { data } = open().auth.onAuthStateChange(listener)
  await expect.poll(() => listener.mock.calls).toContainEqual(['INITIAL_SESSION', null])
  data.subscription.unsubscribe()
})

test('a public URL is built before the full client is loaded', () => {
  const { data } = open().storage.from('business-profiles').getPublicUrl('a/לוגו.png')
  expect(data.publicUrl).toBe(
    'http://localhost:3000/storage/v1/object/public/business-profiles/a/%D7%9C%D7%95%D7%92%D7%95.png',
  )
})
