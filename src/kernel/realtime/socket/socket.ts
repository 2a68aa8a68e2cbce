// One WebSocket: reads its frames, enforces its limits, and closes it when it is silent or too slow.
import type { Duplex } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import type { ChannelContext } from '../channel/channel-context.ts'
import { readBinary, readText } from '../frames.ts'
import { type SocketClient, createSocketChannels } from './socket-channels.ts'
import { createSocketLimits } from './socket-limits.ts'

const slowCloseMs = 1000
const closeCodes = { tooSlow: 1013, invalidFrame: 1007, overLimits: 1008 }

/** Serves the socket until it closes. `wire` is the underlying stream: finished frames are written directly to it. */
export function serveSocket(ws: WebSocket, wire: Duplex, context: ChannelContext, client: SocketClient) {
  const { limits, log } = context
  const { version } = client
  const socketLimits = createSocketLimits(limits)
  const batch = context.writeBatcher.open(wire)
  const channels = createSocketChannels({ context, client, socketLimits, send })
  /** When the client last sent anything, a pong included. */
  let lastSeenAt = Date.now()

  function send(frame: Buffer) {
    if (ws.readyState !== ws.OPEN) return
    if (batch.unsentBytes > limits.queuedBytes) return disconnect(closeCodes.tooSlow, 'Too slow')
    batch.add(frame)
  }
  function close(code: number, reason: string) {
    batch.flush()
    ws.close(code, reason)
  }
  /** Does not wait for the close handshake, which would be queued behind everything unsent. */
  function disconnect(code: number, reason: string) {
    close(code, reason)
    setTimeout(() => ws.terminate(), slowCloseMs).unref()
    channels.end()
  }
  const rejectFrame = () => close(closeCodes.invalidFrame, 'Frame of the wrong shape')

  function receive(bytes: Buffer, isBinary: boolean) {
    if (isBinary) {
      const frame = version === '2.0.0' ? readBinary(bytes) : undefined
      if (!frame) return rejectFrame()
      return socketLimits.mayReceive(bytes.length) ? channels.broadcast(frame) : overLimits(frame.topic)
    }
    const frame = readText(version, bytes.toString('utf8'))
    if (!frame) return rejectFrame()
    return socketLimits.mayReceive(bytes.length) ? channels.handle(frame) : overLimits(frame.topic)
  }

  /** Closes the channel, as upstream does; a client that keeps sending is disconnected. */
  function overLimits(topic: string) {
    channels.closeWithError(topic, 'Too many messages per second')
    if (!socketLimits.mayExceed()) disconnect(closeCodes.overLimits, 'Too many messages per second')
  }

  const pings = setInterval(() => {
    if (Date.now() - lastSeenAt <= limits.silentMs) return ws.ping()
    ws.terminate()
  }, limits.pingMs)
  ws.on('pong', () => {
    lastSeenAt = Date.now()
  })
  ws.on('message', (data: RawData, isBinary: boolean) => {
    lastSeenAt = Date.now()
    try {
      // Frames received after the socket has started to close are ignored.
      if (ws.readyState === ws.OPEN) receive(data as Buffer, isBinary)
    } catch (error) {
      // Untrusted input must not end the process: deeply nested JSON can be parsed, but not serialized again.
      log.warn({ err: error }, 'a frame could not be handled')
      rejectFrame()
    }
  })
  ws.on('error', (error) => log.debug({ err: error }, 'a socket failed'))
  ws.on('close', () => {
    clearInterval(pings)
    channels.end()
  })
}
