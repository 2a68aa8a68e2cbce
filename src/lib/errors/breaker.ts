// A circuit breaker: opens after too many failures, and resets after a pause.

/** Opens at the failure number `failures`; resets `resetMs` after opening, or after the last failure while closed. */
export function createBreaker({ failures, resetMs }: { failures: number; resetMs: number }) {
  let count = 0
  let since = 0
  const rested = (now: number) => now - since >= resetMs || now < since

  return {
    isOpen(now: number) {
      if (count >= failures && rested(now)) count = 0
      return count >= failures
    },
    fail(now: number) {
      if (rested(now)) count = 0
      else if (count >= failures) return
      count++
      since = now
    },
  }
}
