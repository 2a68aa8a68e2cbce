import { isIPv6 } from 'node:net'
import { inProcessAddress } from './in-process.ts'

/**
 * The rate limit key of a client address. An IPv6 client has a whole /64, which is one key. Undefined for requests of this process, and for
 * loopback addresses without a proxy header. A local proxy would be one client for all requests.
 */
export function rateLimitKey(ip: string, isNamedByProxy: boolean): string | undefined {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  if (address === inProcessAddress) return undefined
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
 * Token bucket per key: `burst` tokens, refilled within `refillMs`. `take` returns whether a token was left.
 * Counted per process: n nodes allow n times as much.
 */
export function createRateLimit({ burst, refillMs }: { burst: number; refillMs: number }) {
  const buckets = new Map<string, { tokens: number; at: number }>()
  const perMs = burst / refillMs

  return {
    take(key: string, now = Date.now()): boolean {
      const bucket = buckets.get(key) ?? { tokens: burst, at: now }
      // A clock that is set back takes no tokens.
      bucket.tokens = Math.min(burst, bucket.tokens + Math.max(0, now - bucket.at) * perMs)
      bucket.at = now
      const allowed = bucket.tokens >= 1
      if (allowed) bucket.tokens -= 1
      // Reinserted at the end, so that the map is ordered by last use and the oldest keys are evicted first.
      buckets.delete(key)
      buckets.set(key, bucket)
      for (const [oldest, { at }] of buckets) {
        if (now - at < refillMs && buckets.size <= maxKeys) break
        buckets.delete(oldest)
      }
      return allowed
    },
    /** Refunds a token. */
    giveBack(key: string) {
      const bucket = buckets.get(key)
      if (bucket) bucket.tokens = Math.min(burst, bucket.tokens + 1)
    },
  }
}

const maxKeys = 100_000
