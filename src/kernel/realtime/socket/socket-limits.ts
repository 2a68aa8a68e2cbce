// Rate limits of one socket: frames and bytes, and refusals of joins that are sent without a delay.
import { type Limits, tokenBucket } from '../limits.ts'

export type SocketLimits = ReturnType<typeof createSocketLimits>

export function createSocketLimits(limits: Limits) {
  const mayReceive = tokenBucket(limits.messagesPerSecond)
  const mayReceiveBytes = tokenBucket(limits.bytesPerSecond, 2 * limits.payloadBytes)
  return {
    /** Counts a frame of this many bytes. Both buckets are charged, whichever refuses. */
    mayReceive(length: number) {
      const hasMessagesLeft = mayReceive()
      return mayReceiveBytes(length) && hasMessagesLeft
    },
    /** Counts a frame beyond the limits: a client that sends too many of them is disconnected. */
    mayExceed: tokenBucket(limits.messagesPerSecond, 10 * limits.messagesPerSecond),
    mayJoin: tokenBucket(limits.joinsPerSecond),
    mayRefuseAtOnce: tokenBucket(limits.refusals / 10, limits.refusals),
  }
}
