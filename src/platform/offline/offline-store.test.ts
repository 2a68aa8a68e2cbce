import { afterEach, expect, test, vi } from 'vitest'
import { offlineStoreOf, wipeOfflineStores } from './offline-store.ts'

afterEach(() => vi.unstubAllGlobals())

/** A fake CacheStorage with the methods that a store uses. */
function stubCaches() {
  const all = new Map<string, Map<string, string>>()
  const open = async (name: string) => {
    const entries = all.get(name) ?? new Map<string, string>()
    all.set(name, entries)
    return {
      put: async (path: string, response: Response) => void entries.set(path, await response.text()),
      match: async (request: string | { url: string }) => {
        const text = entries.get(typeof request === 'string' ? request : new URL(request.url).pathname)
        return text === undefined ? undefined : new Response(text)
      },
      delete: async (path: string) => entries.delete(path),
      keys: async () => [...entries.keys()].map((path) => ({ url: `http://localhost${path}` })),
    }
  }
  vi.stubGlobal('caches', { open, keys: async () => [...all.keys()], delete: async (name: string) => all.delete(name) })
  return all
}

test('a store is readable only by its user, and lists the values below a name', async () => {
  stubCaches()
  const noa = offlineStoreOf('noa')
  expect(await noa.write('unsent/1', 'first')).toBe(true)
  await noa.write('unsent/2', 'second')
  await noa.write('answers', ['task'])
  await noa.remove('unsent/1')
  expect([await noa.read('answers'), await noa.list('unsent/')]).toEqual([['task'], ['second']])
  expect(await offlineStoreOf('dan').read('answers')).toBeUndefined()
})

test('sign-in deletes the stores of other users, sign-out deletes all; other caches remain', async () => {
  const all = stubCaches()
  all.set('portal-shell-1', new Map())
  await offlineStoreOf('noa').write('answers', 1)
  await offlineStoreOf('dan').write('answers', 2)
  await wipeOfflineStores('dan')
  expect([...all.keys()]).toEqual(['portal-shell-1', 'offline-of-dan'])
  await wipeOfflineStores()
  expect([...all.keys()]).toEqual(['portal-shell-1'])
})

test('a browser without Cache API, or one that rejects its calls, acts as an empty store', async () => {
  vi.stubGlobal('caches', undefined)
  const store = offlineStoreOf('noa')
  expect([await store.read('answers'), await store.list('unsent/'), await store.write('answers', 1)]).toEqual([
    undefined,
    [],
    false,
  ])
  const refuse = () => Promise.reject(new Error('denied'))
  vi.stubGlobal('caches', { open: refuse, keys: refuse, delete: refuse })
  expect([await store.read('answers'), await store.write('answers', 1)]).toEqual([undefined, false])
  await wipeOfflineStores()
})
