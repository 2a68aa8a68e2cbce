type Lane = { running: number; waiting: (() => void)[] }

/**
 * Runs at most `most` pieces of work of one key at a time; the others wait in the order of their arrival. For work that waits for one lock:
 * a waiting request holds nothing, where it would hold a connection of the pool.
 */
export function limitConcurrency(most: number) {
  const lanes = new Map<string, Lane>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const lane = lanes.get(key) ?? { running: 0, waiting: [] }
    lanes.set(key, lane)
    if (lane.running < most) lane.running++
    // The place of the one that ends is handed over: a later arrival does not take it.
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
