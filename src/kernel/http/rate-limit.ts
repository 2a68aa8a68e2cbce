import { isIPv6 } from 'node:net'

/**
 * Whom a limit per client counts. One client of IPv6 has a whole /64 to ask from, so that is one.
 * Undefined: not to be counted, because it is this machine and, as no proxy says for whom it asks, may stand for everybody.
 */
export function countedClient(ip: string, isNamedByProxy: boolean): string | undefined {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isNamedByProxy && (address === '::1' || address.startsWith('127.'))) return undefined
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('%', 1)[0]!.split('::')
  const groups = head === '' ? [] : head.split(':')
  const behind = tail ? tail.split(':') : []
  const missing = tail === undefined ? 0 : Math.max(0, 8 - groups.length - behind.length)
  const whole = [...groups, ...Array.from({ length: missing }, () => '0'), ...behind]
  return `${whole
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

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
