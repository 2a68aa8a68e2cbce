import { useEffect, useSyncExternalStore } from 'react'
import { firstScreen } from '#lib/first-screen.ts'

const AGAIN_MS = 2_000

/** A hook for parts that come when they are first needed, or else once the first screen stands: undefined until then. Unlike
 * `lazy` it holds nothing back and hides nothing while it waits. `fetch` asks for them before they are needed. */
export function lazyPart<Parts>(load: () => Promise<Parts>) {
  let parts: Parts | undefined
  let asked: Promise<void> | undefined
  let isWanted = false
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  function ask(): void {
    asked ??= load()
      .then(
        (loaded) => void (parts = loaded),
        () => {
          // Without a network: the screen stays as it is, with all that was typed, and a part that is waited for comes when it can.
          asked = undefined
          if (isWanted) setTimeout(ask, AGAIN_MS)
        },
      )
      .then(() => listeners.forEach((listener) => listener()))
  }

  function fetch(): void {
    isWanted = true
    ask()
  }

  function useParts(isNeeded: boolean): Parts | undefined {
    const shown = useSyncExternalStore(subscribe, () => parts)
    useEffect(() => {
      if (isNeeded) fetch()
    }, [isNeeded])
    return shown
  }

  void firstScreen.then(ask)
  return Object.assign(useParts, { fetch })
}
