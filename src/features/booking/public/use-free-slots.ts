// Free slots of the picker: loaded for further months, and refreshed while the page is visible.
import { useCallback, useEffect, useRef, useState } from 'react'
import { type FreeSlots, mergeSlots } from './free-days.ts'

const refreshMs = 60_000
/** Maximum range of one request, which covers at most 92 days. */
const maxMs = 90 * 86_400_000

/** Resolves to undefined if the request failed. */
export type FetchSlots = (span: { from: number; until: number }) => Promise<FreeSlots | undefined>

/** Free slots, refreshed while they are visible (`isActive`). */
export function useFreeSlots(first: FreeSlots, ask: FetchSlots, isActive: boolean) {
  const [free, setFree] = useState(first)
  const [isLoading, setLoading] = useState(false)
  const current = useRef(free)

  const replace = useCallback((next: FreeSlots) => {
    current.current = next
    setFree(next)
    return next
  }, [])

  const load = useCallback(
    async (from: number, until: number): Promise<FreeSlots> => {
      setLoading(true)
      for (let at = from; at < until; at += maxMs) {
        const answer = await ask({ from: at, until: Math.min(at + maxMs, until) })
        if (!answer) break
        replace(mergeSlots(current.current, answer))
      }
      setLoading(false)
      return current.current
    },
    [ask, replace],
  )

  const refresh = useCallback(() => load(Math.max(current.current.from, Date.now()), current.current.until), [load])

  useEffect(() => {
    if (!isActive) return undefined
    const ifStale = () => {
      const isStale = Date.now() - current.current.generatedAt >= refreshMs
      if (isStale && document.visibilityState === 'visible') void refresh()
    }
    ifStale()
    const timer = setInterval(ifStale, refreshMs / 4)
    addEventListener('focus', ifStale)
    document.addEventListener('visibilitychange', ifStale)
    return () => {
      clearInterval(timer)
      removeEventListener('focus', ifStale)
      document.removeEventListener('visibilitychange', ifStale)
    }
  }, [isActive, refresh])

  return { free, isLoading, load, refresh, replace }
}
