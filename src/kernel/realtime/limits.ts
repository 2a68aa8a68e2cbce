// Limits per node, client, socket and channel.

export type Limits = {
  sockets: number
  /** Enough for an office behind one IP address, too few to exhaust the node. */
  socketsPerClient: number
  channelsPerSocket: number
  /** Limit per socket. A client that far exceeds it is disconnected. */
  messagesPerSecond: number
  /** Average per socket; a single large message is allowed. */
  bytesPerSecond: number
  /** Limit per socket. joinsPerClient, in ten seconds, allows all sockets and channels of a client to reconnect after a restart. */
  joinsPerSecond: number
  joinsPerClient: number
  /** Refusals per ten seconds; further ones are delayed. */
  refusals: number
  slowJoinMs: number
  slowConnectMs: number
  frameBytes: number
  payloadBytes: number
  /** Limit per channel: every node holds the presence in memory. */
  presenceBytes: number
  /** Presence messages of one channel per window, and of a whole node per second. */
  presenceCalls: number
  presenceWindowMs: number
  presencePerSecond: number
  /** A client with more unsent bytes is disconnected; it reconnects and refetches. */
  queuedBytes: number
  silentMs: number
  pingMs: number
  /** How often a node renews its registration. After three missed renewals it counts as gone. */
  nodeRegistryMs: number
  /** How long a channel outlives its token while waiting for a fresh one. */
  graceMs: number
  /** How often the rights on a private channel are checked again. */
  recheckMs: number
  /** How long a join waits for changes to stream. The client gives up after 10 seconds. */
  streamingMs: number
}

export const defaultLimits: Limits = {
  sockets: 10_000,
  socketsPerClient: 200,
  channelsPerSocket: 100,
  messagesPerSecond: 100,
  bytesPerSecond: 100_000,
  joinsPerSecond: 100,
  joinsPerClient: 2000,
  refusals: 20,
  slowJoinMs: 5000,
  slowConnectMs: 2000,
  frameBytes: 5 * 1024 * 1024,
  payloadBytes: 3_000_000,
  presenceBytes: 16_384,
  presenceCalls: 5,
  presenceWindowMs: 30_000,
  presencePerSecond: 1000,
  queuedBytes: 1024 * 1024,
  silentMs: 60_000,
  pingMs: 30_000,
  nodeRegistryMs: 10_000,
  graceMs: 60_000,
  recheckMs: 300_000,
  streamingMs: 8_000,
}

/** A token bucket: this many per second, and `burst` at once. */
export function tokenBucket(perSecond: number, burst = perSecond) {
  let remaining = burst
  let last = performance.now()
  return function take(count = 1): boolean {
    const now = performance.now()
    remaining = Math.min(burst, remaining + ((now - last) / 1000) * perSecond)
    last = now
    if (remaining < count) return false
    remaining -= count
    return true
  }
}

/** A fixed window that begins with its first call. */
export function fixedWindow(calls: number, windowMs: number) {
  let startedAt = -Infinity
  let count = 0
  return function take(): boolean {
    const now = performance.now()
    if (now - startedAt > windowMs) {
      startedAt = now
      count = 0
    }
    return ++count <= calls
  }
}
