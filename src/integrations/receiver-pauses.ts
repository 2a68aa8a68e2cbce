// Backoff and throttling of calls to slow or unresponsive receivers, so that they do not delay calls to others. The state is per process
// and empty after a restart.

type Receiver = {
  /** Number of consecutive calls without a response. */
  failures: number
  /** No call is allowed before this time. */
  freeAt: number
  /** The next free slot for a delayed call, and the interval between slots. */
  nextSlot: number
  gapMs: number
  because: string
  /** False if the receiver is only slow. */
  isFailing: boolean
}

export type CallResult = { ms: number; unanswered?: string; busy?: { notBefore: Date; because: string } }

const firstPauseMs = 60_000
const maxPauseMs = 3_600_000
/** A receiver with a longer response time is called at most a fifth of the time. */
const slowMs = 1000
const minGapMs = 200

export function openReceiverPauses(now: () => number = Date.now) {
  const receivers = new Map<string, Receiver>()
  return {
    /** The delay of this call and its reason; undefined: the call is allowed. Each delayed call gets its own slot. */
    reserve(receiver: string): { notBefore: Date; because: string; isFailing: boolean } | undefined {
      const found = receivers.get(receiver)
      if (!found || now() >= found.freeAt) return undefined
      const slot = Math.max(found.freeAt, found.nextSlot)
      found.nextSlot = slot + found.gapMs
      return { notBefore: new Date(slot), because: found.because, isFailing: found.isFailing }
    },
    /** Records the result of a call. */
    note(receiver: string, { ms, unanswered, busy }: CallResult) {
      const { failures = 0, nextSlot = 0 } = receivers.get(receiver) ?? {}
      const pause = (pauseMs: number, because: string, rest: Partial<Receiver> = {}) =>
        void receivers.set(receiver, {
          freeAt: now() + pauseMs,
          because,
          failures: 0,
          nextSlot,
          gapMs: minGapMs,
          isFailing: true,
          ...rest,
        })
      if (unanswered !== undefined)
        pause(Math.min(firstPauseMs * 2 ** failures, maxPauseMs), unanswered, { failures: failures + 1 })
      else if (busy) pause(busy.notBefore.getTime() - now(), busy.because)
      // Shorter than the gap, so that a call that starts late does not block the slot of the next one.
      else if (ms > slowMs) pause(2 * ms, 'receiver_slow', { gapMs: 5 * ms, isFailing: false })
      else receivers.delete(receiver)
    },
  }
}
