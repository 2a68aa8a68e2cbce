import { afterEach, expect, test, vi } from 'vitest'
import { offlineStoreOf, wipeOfflineStores } from './offline-store.ts'

afterEach(() => vi.unstubAllGlobals())

/** The browser's caches, as far as a store uses them. */
function stubCaches() {
  const all = new Map<string, Map<string, string>>()
  const open = async (name: string) => {
    const entries = all.get(name) ?? new Map<string, string>()
    all.set(name, entries)
    return {
      put: async (path: string, response: Response) => void entries.set(path, await response.text()),
      match: async (asked: string | { url: string }) => {
        const text = entries.get(typeof asked === 'string' ? asked : new URL(asked.url).pathname)
        return text === undefined ? undefined : new Response(text)
      },
      delete: async (path: string) => entries.delete(path),
      keys: async () => [...entries.keys()].map((path) => ({ url: `http://localhost${path}` })),
    }
  }
  vi.stubGlobal('caches', { open, keys: async () => [...all.keys()], delete: async (name: string) => all.delete(name) })
  return all
}

test('a store is read by its user alone, and lists what is below a name', async () => {
  stubCaches()
  const noa = offlineStoreOf('noa')
  expect(await noa.write('unsent/1', 'first')).toBe(true)
  await noa.write('unsent/2', 'second')
  await noa.write('answers', ['task'])
  await noa.remove('unsent/1')
  expect([await noa.read('answers'), await noa.list('unsent/')]).toEqual([['task'], ['second']])
  expect(await offlineStoreOf('dan').read('answers')).toBeUndefined()
})

test('the stores of others are wiped when a user signs in, and all of them at sign-out; other caches stay', async () => {
  const all = stubCaches()
  all.set('portal-shell-1', new Map())
  await offlineStoreOf('noa').write('answers', 1)
  await offlineStoreOf('dan').write('answers', 2)
  await wipeOfflineStores('dan')
  expect([...all.keys()]).toEqual(['portal-shell-1', 'offline-of-dan'])
  await wipeOfflineStores()
  expect([...all.keys()]).toEqual(['portal-shell-1'])
})

test('a browser without caches, or one that refuses, is like an empty store', async () => {
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
