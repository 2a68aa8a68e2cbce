import type { SiteFacts } from './pages.ts'

/** A place for what follows from the facts of the site and a key: it holds as long as these facts do. Of more than `atMost`, all go. */
export function memoizeByFacts<Value>(atMost = 500) {
  const places = new WeakMap<SiteFacts, Map<string, Value>>()
  return (facts: SiteFacts, key: string, make: () => Value): Value => {
    let kept = places.get(facts)
    if (!kept || kept.size >= atMost) places.set(facts, (kept = new Map<string, Value>()))
    let value = kept.get(key)
    if (value === undefined) kept.set(key, (value = make()))
    return value
  }
}
