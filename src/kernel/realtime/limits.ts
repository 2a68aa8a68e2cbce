// How much one node, one client, one socket and one channel may ask for.

export type Limits = {
  sockets: number
  /** Of these, as many for one client: a whole office fits, and nobody alone keeps all others out. */
  socketsPerClient: number
  channelsPerSocket: number
  /** From one socket. Whoever goes on far beyond it is sent away. */
  messagesPerSecond: number
  /** From one socket on average; one large message is no flood. */
  bytesPerSecond: number
  /** From one socket; of one client as many in ten seconds as sockets and channels can come back at once after a restart. */
  joinsPerSecond: number
  joinsPerClient: number
  /** What is refused this often in ten seconds is answered slowly from then on. */
  refusals: number
  slowJoinMs: number
  slowConnectMs: number
  frameBytes: number
  payloadBytes: number
  /** What a channel says of itself: it is kept for all who come, on every node. */
  presenceBytes: number
  /** How often one channel may change what is known of it in the window, and all of a node in a second. */
  presenceCalls: number
  presenceWindowMs: number
  presencePerSecond: number
  /** A reader that is this far behind is dropped: it will come back and fetch. */
  queuedBytes: number
  silentMs: number
  pingMs: number
  /** How often a node tells the others that it is still there. Three times as long without a word, and it is gone. */
  nodeRegistryMs: number
  /** How long a channel lives on after its token ended, waiting for a fresh one. */
  graceMs: number
  /** How often the policies of a private channel are asked anew. */
  recheckMs: number
  /** How long a join waits for changes to flow. The client gives up after 10 seconds. */
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

/** Allows so many in a second, and `burst` at once. */
export function meter(perSecond: number, burst = perSecond) {
  let left = burst
  let last = performance.now()
  return function take(count = 1): boolean {
    const now = performance.now()
    left = Math.min(burst, left + ((now - last) / 1000) * perSecond)
    last = now
    if (left < count) return false
    left -= count
    return true
  }
}

/** Allows so many in a window that begins with the first of them. */
export function windowed(calls: number, windowMs: number) {
  let begun = -Infinity
  let count = 0
  return function take(): boolean {
    const now = performance.now()
    if (now - begun > windowMs) {
      begun = now
      count = 0
    }
    return ++count <= calls
  }
}
