/** Caches results for a fixed time. After a restart all clients reconnect, and the same query repeats thousands of times. */
export function createTtlCache<T>(ms: number) {
  let results = new Map<string, Promise<T>>()
  let since = 0
  return {
    /** `isLasting` decides which results are cached. */
    async get(key: string, load: () => Promise<T>, isLasting: (result: T) => boolean): Promise<T> {
      if (Date.now() - since > ms) {
        results = new Map()
        since = Date.now()
      }
      const current = results
      const result = current.get(key) ?? load()
      current.set(key, result)
      const forget = () => current.delete(key)
      result.then((found) => isLasting(found) || forget(), forget)
      return result
    },
  }
}
