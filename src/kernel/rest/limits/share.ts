// A semaphore per key: at most `size` concurrent holders, the others wait in FIFO order.
export type FairShare = {
  /** Resolves to a release function; undefined when the queue is full. */
  take(key: string): Promise<(() => void) | undefined>
}

type Line = { held: number; waiting: (() => void)[] }

export function openShare({ size, maxWaiting }: { size: number; maxWaiting: number }): FairShare {
  const lines = new Map<string, Line>()

  const releaseOf = (key: string, line: Line) => () => {
    const next = line.waiting.shift()
    if (next) return next()
    line.held -= 1
    if (line.held === 0) lines.delete(key)
  }

  return {
    async take(key) {
      const line = lines.get(key) ?? { held: 0, waiting: [] }
      if (line.held < size) line.held += 1
      else if (line.waiting.length >= maxWaiting) return undefined
      else return new Promise((resolve) => line.waiting.push(() => resolve(releaseOf(key, line))))
      lines.set(key, line)
      return releaseOf(key, line)
    },
  }
}
