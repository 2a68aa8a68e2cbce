import type { SiteFacts } from './pages.ts'

/** Memoises values by key for as long as the site facts object lives. The cache is emptied above `atMost` entries. */
export function memoizeByFacts<Value>(atMost = 500) {
  const caches = new WeakMap<SiteFacts, Map<string, Value>>()
  return (facts: SiteFacts, key: string, make: () => Value): Value => {
    let cached = caches.get(facts)
    if (!cached || cached.size >= atMost) caches.set(facts, (cached = new Map<string, Value>()))
    let value = cached.get(key)
    if (value === undefined) cached.set(key, (value = make()))
    return value
  }
}
