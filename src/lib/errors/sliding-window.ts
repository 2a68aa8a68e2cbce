/** A sliding-window counter that stores at most `most` timestamps. */
export function createSlidingWindow(lengthMs: number, max: number) {
  const at: number[] = []
  return {
    count(now: number) {
      // After the clock is set back, timestamps in the future are dropped.
      while (at.length > 0 && (at[0]! <= now - lengthMs || at[0]! > now)) at.shift()
      return at.length
    },
    add(now: number) {
      at.push(now)
      if (at.length > max) at.shift()
    },
  }
}
