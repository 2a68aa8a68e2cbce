/** A sliding-window counter that stores at most `most` timestamps. */
export function createSlidingWindow(lengthMs: number, most: number) {
  const at: number[] = []
  return {
    count(now: number) {
      // Timestamps in the future, left by a clock that was set back, are dropped.
      while (at.length > 0 && (at[0]! <= now - lengthMs || at[0]! > now)) at.shift()
      return at.length
    },
    add(now: number) {
      at.push(now)
      if (at.length > most) at.shift()
    },
  }
}
