/**
 * A bucket per key that holds `burst` tokens and is full again after `refillMs`. `take` answers whether one was left.
 * Counted per process: several nodes allow that many times more.
 */
export function createRateLimit({ burst, refillMs }: { burst: number; refillMs: number }) {
  const buckets = new Map<string, { tokens: number; at: number }>()
  const perMs = burst / refillMs

  return {
    take(key: string, now = Date.now()): boolean {
      const bucket = buckets.get(key) ?? { tokens: burst, at: now }
      bucket.tokens = Math.min(burst, bucket.tokens + (now - bucket.at) * perMs)
      bucket.at = now
      const allowed = bucket.tokens >= 1
      if (allowed) bucket.tokens -= 1
      // The oldest come first, because whoever asks again moves to the end.
      buckets.delete(key)
      buckets.set(key, bucket)
      for (const [oldest, { at }] of buckets) {
        if (now - at < refillMs && buckets.size <= mostKeys) break
        buckets.delete(oldest)
      }
      return allowed
    },
  }
}

const mostKeys = 100_000
