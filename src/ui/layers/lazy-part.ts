import { useEffect, useSyncExternalStore } from 'react'
import { firstScreenReady } from '#lib/first-screen-ready.ts'

const RETRY_MS = 2_000

/**
 * Hook for a lazily loaded part: undefined until loaded, on first use or after the first screen. Unlike `lazy` it never suspends. `fetch`
 * preloads it.
 */
export function lazyPart<Parts>(load: () => Promise<Parts>) {
  let parts: Parts | undefined
  let loading: Promise<void> | undefined
  let isRequested = false
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  function start(): void {
    loading ??= load()
      .then(
        (loaded) => void (parts = loaded),
        () => {
          // Offline: the screen keeps its state, and a requested part is loaded once the network is back.
          loading = undefined
          if (isRequested) setTimeout(start, RETRY_MS)
        },
      )
      .then(() => listeners.forEach((listener) => listener()))
  }

  function fetch(): void {
    isRequested = true
    start()
  }

  function useParts(isNeeded: boolean): Parts | undefined {
    const shown = useSyncExternalStore(subscribe, () => parts)
    useEffect(() => {
      if (isNeeded) fetch()
    }, [isNeeded])
    return shown
  }

  void firstScreenReady.then(start)
  return Object.assign(useParts, { fetch })
}
