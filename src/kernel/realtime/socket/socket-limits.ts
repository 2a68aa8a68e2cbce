// How much one socket may send, and how often its joins may be refused at once.
import { type Limits, meter } from '../limits.ts'

export type SocketLimits = ReturnType<typeof createSocketLimits>

export function createSocketLimits(limits: Limits) {
  const mayReceive = meter(limits.messagesPerSecond)
  const mayReceiveBytes = meter(limits.bytesPerSecond, 2 * limits.payloadBytes)
  return {
    /** Counts a frame of this many bytes. Both meters are charged, whichever refuses. */
    mayReceive(length: number) {
      const hasMessagesLeft = mayReceive()
      return mayReceiveBytes(length) && hasMessagesLeft
    },
    /** Counts a frame beyond the limits: a client that sends too many of them is disconnected. */
    mayExceed: meter(limits.messagesPerSecond, 10 * limits.messagesPerSecond),
    mayJoin: meter(limits.joinsPerSecond),
    mayRefuseAtOnce: meter(limits.refusals / 10, limits.refusals),
  }
}
