// What is said to sockets within one turn of the loop goes out together: one write each, and the same bytes for all who are told the same.
import type { Duplex } from 'node:stream'

const mostTogether = 64 * 1024
/** After a round of writing that took this long, because so many sockets are told something, there is a rest: what comes meanwhile goes
 * out with one write, and never more than half of the time is spent writing. */
const busyMs = 1
const leastRestMs = 10
const longestRestMs = 50

export type WriteBatcher = ReturnType<typeof createWriteBatcher>

export function createWriteBatcher() {
  let waiting: { wire: Duplex; bytes: Buffer | undefined }[] = []
  /** What two frames make together; asked by one socket after the other. */
  let joined = new Map<Buffer, Map<Buffer, Buffer>>()
  let restUntil = 0

  function flush() {
    const begun = performance.now()
    const all = waiting
    waiting = []
    joined = new Map()
    for (const one of all) write(one)
    const tookMs = performance.now() - begun
    restUntil = tookMs < busyMs ? 0 : performance.now() + Math.min(Math.max(tookMs, leastRestMs), longestRestMs)
  }
  function flushSoon() {
    const restMs = restUntil - performance.now()
    if (restMs < 1) setImmediate(flush)
    else setTimeout(flush, restMs)
  }
  function write(one: { wire: Duplex; bytes: Buffer | undefined }) {
    if (one.bytes) one.wire.write(one.bytes)
    one.bytes = undefined
  }

  function join(first: Buffer, second: Buffer) {
    const seconds = joined.get(first) ?? new Map<Buffer, Buffer>()
    joined.set(first, seconds)
    const known = seconds.get(second) ?? Buffer.concat([first, second])
    seconds.set(second, known)
    return known
  }

  return {
    /** Before the sockets are closed. */
    flush,
    /** The way out to one socket. */
    open(wire: Duplex) {
      const own: { wire: Duplex; bytes: Buffer | undefined } = { wire, bytes: undefined }
      return {
        add(frame: Buffer) {
          if (own.bytes && own.bytes.length + frame.length > mostTogether) write(own)
          if (own.bytes) {
            own.bytes = join(own.bytes, frame)
            return
          }
          own.bytes = frame
          if (waiting.push(own) === 1) flushSoon()
        },
        /** Before something else is written to the socket that must come after. */
        flush: () => write(own),
        /** What the socket has not taken yet. */
        get unsentBytes() {
          return wire.writableLength + (own.bytes?.length ?? 0)
        },
      }
    },
  }
}
