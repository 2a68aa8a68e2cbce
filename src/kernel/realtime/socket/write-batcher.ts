// Batches the frames of one event loop turn: one write per socket, and equal batches share their bytes.
import type { Duplex } from 'node:stream'

const maxBatchBytes = 64 * 1024
/** After a flush that took this long, the next one is delayed. Frames in between are batched, so writing takes half of the time. */
const busyMs = 1
const minPauseMs = 10
const maxPauseMs = 50

export type WriteBatcher = ReturnType<typeof createWriteBatcher>

export function createWriteBatcher() {
  let waiting: { wire: Duplex; bytes: Buffer | undefined }[] = []
  /** Concatenations of two frames, shared between sockets with equal batches. */
  let joined = new Map<Buffer, Map<Buffer, Buffer>>()
  let pausedUntil = 0

  function flush() {
    const startedAt = performance.now()
    const all = waiting
    waiting = []
    joined = new Map()
    for (const one of all) write(one)
    const tookMs = performance.now() - startedAt
    pausedUntil = tookMs < busyMs ? 0 : performance.now() + Math.min(Math.max(tookMs, minPauseMs), maxPauseMs)
  }
  function flushSoon() {
    const pauseMs = pausedUntil - performance.now()
    if (pauseMs < 1) setImmediate(flush)
    else setTimeout(flush, pauseMs)
  }
  function write(one: { wire: Duplex; bytes: Buffer | undefined }) {
    if (one.bytes) one.wire.write(one.bytes)
    one.bytes = undefined
  }

  function join(first: Buffer, second: Buffer) {
    const seconds = joined.get(first) ?? new Map<Buffer, Buffer>()
    joined.set(first, seconds)
    const cached = seconds.get(second) ?? Buffer.concat([first, second])
    seconds.set(second, cached)
    return cached
  }

  return {
    /** Call before the sockets are closed. */
    flush,
    /** The batch of one socket. */
    open(wire: Duplex) {
      const own: { wire: Duplex; bytes: Buffer | undefined } = { wire, bytes: undefined }
      return {
        add(frame: Buffer) {
          if (own.bytes && own.bytes.length + frame.length > maxBatchBytes) write(own)
          if (own.bytes) {
            own.bytes = join(own.bytes, frame)
            return
          }
          own.bytes = frame
          if (waiting.push(own) === 1) flushSoon()
        },
        /** Writes pending frames before anything else is written to the socket. */
        flush: () => write(own),
        /** Bytes not yet accepted by the network. */
        get unsentBytes() {
          return wire.writableLength + (own.bytes?.length ?? 0)
        },
      }
    },
  }
}
