import { useEffect, useSyncExternalStore } from 'react'
import { firstScreen } from '#lib/first-screen.ts'

/** A hook for parts that come when they are first needed, or else once the first screen stands: undefined until then. Unlike
 * `lazy` it holds nothing back and hides nothing while it waits. `fetch` asks for them before they are needed. */
export function coming<Parts>(load: () => Promise<Parts>) {
  let parts: Parts | undefined
  let failure: { error: unknown } | undefined
  let isWanted = false
  let asked: Promise<void> | undefined
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  function fetch(): void {
    asked ??= load()
      .then(
        (loaded) => void (parts = loaded),
        (error: unknown) => {
          asked = undefined
          // Fetched in advance, it will be asked for again.
          if (isWanted) failure = { error }
        },
      )
      .then(() => listeners.forEach((listener) => listener()))
  }

  function useParts(isNeeded: boolean): Parts | undefined {
    const shown = useSyncExternalStore(subscribe, () => parts)
    const failed = useSyncExternalStore(subscribe, () => failure)
    useEffect(() => {
      if (!isNeeded) return
      isWanted = true
      fetch()
    }, [isNeeded])
    if (isNeeded && !shown && failed) throw failed.error
    return shown
  }

  void firstScreen.then(fetch)
  return Object.assign(useParts, { fetch })
}
