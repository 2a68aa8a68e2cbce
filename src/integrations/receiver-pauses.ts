// Calls to one receiver are spaced out when it hangs or answers slowly, so that they leave room for the calls to others. Per process: a node
// that starts again learns with its first call.

type Receiver = {
  /** Calls in a row without an answer. */
  failures: number
  /** Not called before it. */
  freeAt: number
  /** The first time that no waiting call has yet, and the distance between two of them. */
  nextSlot: number
  gapMs: number
  because: string
  /** Not only slow. */
  isFailing: boolean
}

export type CallResult = { ms: number; unanswered?: string; busy?: { notBefore: Date; because: string } }

const firstPauseMs = 60_000
const longestPauseMs = 3_600_000
/** A receiver that takes longer gets a fifth of the time, so that others are called in between. */
const slowMs = 1000
const shortestGapMs = 200

export function openReceiverPauses(now: () => number = Date.now) {
  const receivers = new Map<string, Receiver>()
  return {
    /** Until when this call waits, and why; undefined: it may be made. Every waiting call gets a time of its own. */
    reserve(receiver: string): { notBefore: Date; because: string; isFailing: boolean } | undefined {
      const found = receivers.get(receiver)
      if (!found || now() >= found.freeAt) return undefined
      const slot = Math.max(found.freeAt, found.nextSlot)
      found.nextSlot = slot + found.gapMs
      return { notBefore: new Date(slot), because: found.because, isFailing: found.isFailing }
    },
    /** Notes how a call ended. */
    note(receiver: string, { ms, unanswered, busy }: CallResult) {
      const { failures = 0, nextSlot = 0 } = receivers.get(receiver) ?? {}
      const pause = (pauseMs: number, because: string, rest: Partial<Receiver> = {}) =>
        void receivers.set(receiver, {
          freeAt: now() + pauseMs,
          because,
          failures: 0,
          nextSlot,
          gapMs: shortestGapMs,
          isFailing: true,
          ...rest,
        })
      if (unanswered !== undefined)
        pause(Math.min(firstPauseMs * 2 ** failures, longestPauseMs), unanswered, { failures: failures + 1 })
      else if (busy) pause(busy.notBefore.getTime() - now(), busy.because)
      // Shorter than the gap: a call that begins late must not take the time of the next one.
      else if (ms > slowMs) pause(2 * ms, 'receiver_slow', { gapMs: 5 * ms, isFailing: false })
      else receivers.delete(receiver)
    },
  }
}
