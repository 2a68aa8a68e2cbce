// How much one node, one socket and one channel may ask for.

export type Limits = {
  sockets: number
  /** Of these, as many for one client: a whole office fits, and nobody alone keeps all others out. */
  socketsPerClient: number
  channelsPerSocket: number
  /** Messages a second from one socket, and joins among them. */
  messagesPerSecond: number
  joinsPerSecond: number
  frameBytes: number
  /** A reader that is this far behind is dropped: it will come back and fetch. */
  queuedBytes: number
  silentMs: number
  pingMs: number
  /** How long a channel lives on after its token ended, waiting for a fresh one. */
  graceMs: number
  /** How long a join waits for changes to flow. The client gives up after 10 seconds. */
  streamingMs: number
}

export const defaultLimits: Limits = {
  sockets: 10_000,
  socketsPerClient: 200,
  channelsPerSocket: 100,
  messagesPerSecond: 100,
  joinsPerSecond: 50,
  frameBytes: 5 * 1024 * 1024,
  queuedBytes: 4 * 1024 * 1024,
  silentMs: 60_000,
  pingMs: 30_000,
  graceMs: 60_000,
  streamingMs: 8_000,
}

/** Allows so many in a second, and as many at once. */
export function meter(perSecond: number) {
  let left = perSecond
  let last = performance.now()
  return function take(): boolean {
    const now = performance.now()
    left = Math.min(perSecond, left + ((now - last) / 1000) * perSecond)
    last = now
    if (left < 1) return false
    left -= 1
    return true
  }
}
