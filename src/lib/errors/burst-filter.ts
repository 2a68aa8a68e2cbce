// Rate limit of the error log: a burst silences it for a minute, and repeats of one error are limited. Spec §9.
import { createSlidingWindow } from './sliding-window.ts'

export const burstLimits = {
  burst: { errors: 5, withinMs: 1_000, silenceMs: 60_000 },
  /** The first occurrence and two repeats are logged. */
  repeats: { logged: 2, silenceMs: 60_000 },
  /** Maximum number of distinct errors; the least recently seen one is evicted. */
  known: 200,
} as const

/** The returned `isNews` decides whether to log an error. `now` returns milliseconds. */
export function createBurstFilter(now: () => number = () => performance.now()) {
  const { burst, repeats, known } = burstLimits
  const rapid = createSlidingWindow(burst.withinMs, burst.errors)
  const seen = new Map<string, { times: number; silentSince: number | undefined }>()
  let openSince: number | undefined

  function isNews(key: string): boolean {
    const at = now()
    if (openSince !== undefined && at - openSince < burst.silenceMs) return false
    openSince = undefined
    rapid.add(at)
    if (rapid.count(at) >= burst.errors) {
      openSince = at
      return false
    }
    return !isWornOut(key, at)
  }

  function isWornOut(key: string, at: number) {
    let entry = seen.get(key)
    if (!entry || (entry.silentSince !== undefined && at - entry.silentSince >= repeats.silenceMs))
      entry = { times: 0, silentSince: undefined }
    seen.delete(key)
    seen.set(key, entry)
    if (seen.size > known) seen.delete(seen.keys().next().value!)
    entry.times++
    if (entry.times <= 1 + repeats.logged) return false
    entry.silentSince ??= at
    return true
  }

  return { isNews }
}
