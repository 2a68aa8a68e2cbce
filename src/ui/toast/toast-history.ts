// What the corner of the screen said a while ago. Only one toast stands there at a time, and some are gone before they were read.
export type PastToast = { id: string; text: string; dismissedAt: number }

/** spec §9: removal delay 1000000 ms, read as: so long a dismissed toast can still be looked up. */
export const removalDelayMs = 1_000_000

type Surroundings = { now?: () => number; later?: (ms: number, work: () => void) => void }

export function createToastHistory({
  now = Date.now,
  later = (ms, work) => void setTimeout(work, ms),
}: Surroundings = {}) {
  let past: readonly PastToast[] = []
  const listeners = new Set<() => void>()

  function become(next: readonly PastToast[]) {
    past = next
    for (const listener of listeners) listener()
  }

  return {
    /** The newest first. */
    read: () => past,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** A toast was dismissed, or left by itself. */
    keep(id: string, text: string) {
      const toast = { id, text, dismissedAt: now() }
      become([toast, ...past])
      later(removalDelayMs, () => become(past.filter((each) => each !== toast)))
    },
  }
}
