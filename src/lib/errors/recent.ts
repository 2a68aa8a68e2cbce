/** How many things happened in the last stretch of time, kept only as far as anybody asks: `most` of them. */
export function createRecent(lengthMs: number, most: number) {
  const at: number[] = []
  return {
    count(now: number) {
      // A clock that was set back must not keep what lies ahead of it for ever.
      while (at.length > 0 && (at[0]! <= now - lengthMs || at[0]! > now)) at.shift()
      return at.length
    },
    add(now: number) {
      at.push(now)
      if (at.length > most) at.shift()
    },
  }
}
