type Lane = { running: number; waiting: (() => void)[] }

/**
 * Limits concurrency per key to `max`; further work is queued in FIFO order. For requests that contend for one database
 * lock: queued requests occupy no pooled connection.
 */
export function limitConcurrency(max: number) {
  const lanes = new Map<string, Lane>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const lane = lanes.get(key) ?? { running: 0, waiting: [] }
    lanes.set(key, lane)
    if (lane.running < max) lane.running++
    // Finished work passes its slot to the head of the queue, so `running` does not change.
    else await new Promise<void>((resolve) => lane.waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = lane.waiting.shift()
      if (next) next()
      else if (--lane.running === 0) lanes.delete(key)
    }
  }
}
