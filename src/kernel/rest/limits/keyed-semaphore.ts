// A semaphore per key: at most `size` concurrent holders, the others wait in FIFO order.
export type KeyedSemaphore = {
  /** Resolves to a release function; undefined when the queue is full. */
  take(key: string): Promise<(() => void) | undefined>
}

type Queue = { held: number; waiting: (() => void)[] }

export function createKeyedSemaphore({ size, maxWaiting }: { size: number; maxWaiting: number }): KeyedSemaphore {
  const queues = new Map<string, Queue>()

  const releaseOf = (key: string, queue: Queue) => () => {
    const next = queue.waiting.shift()
    if (next) return next()
    queue.held -= 1
    if (queue.held === 0) queues.delete(key)
  }

  return {
    async take(key) {
      const queue = queues.get(key) ?? { held: 0, waiting: [] }
      if (queue.held < size) queue.held += 1
      else if (queue.waiting.length >= maxWaiting) return undefined
      else return new Promise((resolve) => queue.waiting.push(() => resolve(releaseOf(key, queue))))
      queues.set(key, queue)
      return releaseOf(key, queue)
    },
  }
}
