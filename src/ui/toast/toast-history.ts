// History of dismissed toasts: only one is shown at a time, and some disappear before they are read.
export type PastToast = { id: string; text: string; dismissedAt: number }

/** spec §9: removal delay 1000000 ms, read as the time a dismissed toast stays in the history. */
export const removalDelayMs = 1_000_000

type Clock = { now?: () => number; later?: (ms: number, work: () => void) => void }

export function createToastHistory({ now = Date.now, later = (ms, work) => void setTimeout(work, ms) }: Clock = {}) {
  let past: readonly PastToast[] = []
  const listeners = new Set<() => void>()

  function publish(next: readonly PastToast[]) {
    past = next
    for (const listener of listeners) listener()
  }

  return {
    /** Newest first. */
    read: () => past,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Adds a toast that was dismissed or timed out. */
    add(id: string, text: string) {
      const toast = { id, text, dismissedAt: now() }
      publish([toast, ...past])
      later(removalDelayMs, () => publish(past.filter((each) => each !== toast)))
    },
  }
}
