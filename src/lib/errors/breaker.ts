// A fuse: after too many failures nothing passes for a while, then it starts from nothing.

/** Opens with the failure that makes `failures` of them; `resetMs` after that, or after the last failure while closed, it begins anew. */
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
