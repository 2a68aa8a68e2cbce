// One web socket: reads its frames, hands them to its channels, and keeps it within its limits.
import type { Duplex } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import { Channel } from '../channel/channel.ts'
import type { ChannelContext } from '../channel/channel-context.ts'
import { isTopic } from '../channel/join.ts'
import { type Frame, type Version, readBinary, readText, writeText } from '../frames.ts'
import { meter } from '../limits.ts'

export type SocketClient = {
  version: Version
  apikey: string
  /** Counts the joins of all sockets of this client. */
  mayJoin: () => boolean
}

const slowGoodbyeMs = 1000
const tooSlow = 1013
const wrongShape = 1007
const tooMuch = 1008

/** Serves the socket until it closes. `wire` is what it runs over: finished frames go there directly. */
export function serveSocket(
  ws: WebSocket,
  wire: Duplex,
  context: ChannelContext,
  { version, apikey, ...visitor }: SocketClient,
) {
  const { limits, log } = context
  const channels = new Map<string, Channel>()
  const maySay = meter(limits.messagesPerSecond)
  const maySend = meter(limits.bytesPerSecond, 2 * limits.payloadBytes)
  const mayFlood = meter(limits.messagesPerSecond, 10 * limits.messagesPerSecond)
  const mayJoin = meter(limits.joinsPerSecond)
  const mayBeRefused = meter(limits.refusals / 10, limits.refusals)
  /** When the client last sent anything, a pong included. */
  let heardAt = Date.now()
  const outlet = context.writeBatcher.open(wire)

  function send(frame: Buffer) {
    if (ws.readyState !== ws.OPEN) return
    if (outlet.unsentBytes > limits.queuedBytes) return goAway(tooSlow, 'Too slow')
    outlet.add(frame)
  }
  function hangUp(code: number, reason: string) {
    outlet.flush()
    ws.close(code, reason)
  }
  function goAway(code: number, reason: string) {
    hangUp(code, reason)
    // A close waits behind the queue that is too long, and for an answer: do not wait for it.
    setTimeout(() => ws.terminate(), slowGoodbyeMs).unref()
    closeChannels()
  }
  const host = {
    version,
    apikey,
    send,
    forget(channel: { topic: string }) {
      if (channels.get(channel.topic) === channel) channels.delete(channel.topic)
    },
    refuseJoin(answer: () => void) {
      if (mayBeRefused()) answer()
      else setTimeout(answer, limits.slowJoinMs).unref()
    },
  }

  const reply = ({ joinRef, ref, topic }: Omit<Frame, 'event' | 'payload'>, status: string, response: object) =>
    send(writeText(version, { joinRef, ref, topic, event: 'phx_reply' }, JSON.stringify({ status, response })))

  function receive(bytes: Buffer, isBinary: boolean) {
    if (isBinary) {
      const frame = version === '2.0.0' ? readBinary(bytes) : undefined
      if (!frame) return hangUp(wrongShape, 'Frame of the wrong shape')
      if (!isWithinLimits(bytes.length)) return overLimits(frame.topic)
      return void channels.get(frame.topic)?.broadcast(frame.ref, frame.broadcast, frame.persist)
    }
    const frame = readText(version, bytes.toString('utf8'))
    if (!frame) return hangUp(wrongShape, 'Frame of the wrong shape')
    if (!isWithinLimits(bytes.length)) return overLimits(frame.topic)
    return handle(frame)
  }

  function isWithinLimits(length: number) {
    const isFew = maySay()
    return maySend(length) && isFew
  }
  /** The channel is closed, as the original does; who goes on regardless is sent away. */
  function overLimits(topic: string) {
    channels.get(topic)?.shut('Too many messages per second')
    if (!mayFlood()) goAway(tooMuch, 'Too many messages per second')
  }

  function handle(frame: Frame) {
    const { topic, event, ref, payload } = frame
    if (topic === 'phoenix' && event === 'heartbeat') return reply(frame, 'ok', {})
    if (event === 'phx_join') return join(frame)
    const channel = channels.get(topic)
    if (!channel)
      return event === 'phx_leave' ? reply(frame, 'ok', {}) : reply(frame, 'error', { reason: 'unmatched topic' })
    switch (event) {
      case 'phx_leave':
        return channel.leave(ref)
      case 'access_token':
        // It asks the database as a join does.
        return mayJoin() ? void channel.refresh(payload) : channel.shut('Too many messages per second')
      case 'broadcast': {
        const { event: name, payload: body } = (payload ?? {}) as { event?: unknown; payload?: unknown }
        if (typeof name === 'string') void channel.broadcast(ref, { event: name, json: JSON.stringify(body ?? {}) })
        return undefined
      }
      case 'presence':
        return channel.presence(frame)
      default:
        return undefined
    }
  }

  function join(frame: Frame) {
    const { topic } = frame
    const refuse = (reason: string) => host.refuseJoin(() => reply(frame, 'error', { reason }))
    if (!isTopic(topic)) return refuse('TopicNameRequired: You must provide a topic name')
    if (!mayJoin() || !visitor.mayJoin()) return refuse('ClientJoinRateLimitReached: Too many joins per second')
    channels.get(topic)?.close()
    if (channels.size >= limits.channelsPerSocket) return refuse('ChannelRateLimitReached: Too many channels')
    const channel = new Channel(context, host, frame)
    channels.set(topic, channel)
    return void channel.join(frame)
  }

  const closeChannels = () => {
    for (const channel of channels.values()) channel.end()
  }

  const pings = setInterval(() => {
    if (Date.now() - heardAt <= limits.silentMs) return ws.ping()
    ws.terminate()
  }, limits.pingMs)
  ws.on('pong', () => {
    heardAt = Date.now()
  })
  ws.on('message', (data: RawData, isBinary: boolean) => {
    heardAt = Date.now()
    try {
      // What came behind the frame for which the socket is being closed is not for us.
      if (ws.readyState === ws.OPEN) receive(data as Buffer, isBinary)
    } catch (error) {
      // What a stranger sends must not end the process: JSON nested too deeply can be read, but not written again.
      log.warn({ err: error }, 'a frame could not be handled')
      hangUp(wrongShape, 'Frame of the wrong shape')
    }
  })
  ws.on('error', (error) => log.debug({ err: error }, 'a socket failed'))
  ws.on('close', () => {
    clearInterval(pings)
    closeChannels()
  })
}
