// Data that a user needs offline, in this browser. Each user has one Cache, so that it can be deleted as a whole.
const prefix = 'offline-of-'

/** Undefined in an insecure context, where the Cache API is unavailable. */
const cachesOf = (): CacheStorage | undefined => globalThis.caches

const address = (name: string) => `/offline/${name}`

export type OfflineStore = ReturnType<typeof offlineStoreOf>

/** The store of a user. If the browser rejects Cache calls it acts as an empty store: no page requires stored data. */
export function offlineStoreOf(userId: string) {
  const open = () => cachesOf()?.open(prefix + userId)
  return {
    async read<Value>(name: string): Promise<Value | undefined> {
      try {
        return (await (await (await open())?.match(address(name)))?.json()) as Value | undefined
      } catch {
        return undefined
      }
    },
    /** All values below a name that ends with a slash. */
    async list<Value>(folder: string): Promise<Value[]> {
      try {
        const cache = await open()
        const requests = (await cache?.keys()) ?? []
        const own = requests.filter(({ url }) => new URL(url).pathname.startsWith(address(folder)))
        const found = await Promise.all(own.map(async (request) => (await cache!.match(request))?.json()))
        return found.filter((value) => value !== undefined) as Value[]
      } catch {
        return []
      }
    },
    /** Resolves to false if the browser did not store it, for example because its quota is exceeded. */
    async write(name: string, value: unknown): Promise<boolean> {
      try {
        const cache = await open()
        await cache?.put(address(name), Response.json(value))
        return cache !== undefined
      } catch {
        return false
      }
    },
    async remove(name: string): Promise<void> {
      try {
        await (await open())?.delete(address(name))
      } catch {
        // The entry remains until the store is deleted.
      }
    },
  }
}

/** Deletes the stores of all users but this one: at sign-out, and when another user signs in. */
export async function wipeOfflineStores(exceptUserId?: string): Promise<void> {
  try {
    const names = (await cachesOf()?.keys()) ?? []
    const others = names.filter((name) => name.startsWith(prefix) && name !== prefix + exceptUserId)
    await Promise.all(others.map((name) => caches.delete(name)))
  } catch {
    // A browser that rejects Cache calls has stored nothing.
  }
}
