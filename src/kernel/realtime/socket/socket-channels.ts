// The channels of one socket: routes each frame to its channel.
import { Channel } from '../channel/channel.ts'
import type { ChannelContext, ChannelSocket } from '../channel/channel-context.ts'
import { isTopic } from '../channel/join.ts'
import { type BroadcastFrame, type Frame, type Version, writeText } from '../frames.ts'
import type { SocketLimits } from './socket-limits.ts'

export type SocketClient = {
  version: Version
  apikey: string
  /** Counts the joins of all sockets of this client. */
  mayJoin: () => boolean
}

type Options = {
  context: ChannelContext
  client: SocketClient
  socketLimits: SocketLimits
  send: (frame: Buffer) => void
}

export function createSocketChannels({ context, client, socketLimits, send }: Options) {
  const { limits } = context
  const { version, apikey } = client
  const channels = new Map<string, Channel>()

  const socket: ChannelSocket = {
    version,
    apikey,
    send,
    forget(channel) {
      if (channels.get(channel.topic) === channel) channels.delete(channel.topic)
    },
    refuseJoin(answer) {
      if (socketLimits.mayRefuseAtOnce()) answer()
      else setTimeout(answer, limits.slowJoinMs).unref()
    },
  }

  const reply = ({ joinRef, ref, topic }: Omit<Frame, 'event' | 'payload'>, status: string, response: object) =>
    send(writeText(version, { joinRef, ref, topic, event: 'phx_reply' }, JSON.stringify({ status, response })))

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
        // Counted as a join: it costs the same queries.
        return socketLimits.mayJoin()
          ? void channel.setToken(payload)
          : channel.closeWithError('Too many messages per second')
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
    const refuse = (reason: string) => socket.refuseJoin(() => reply(frame, 'error', { reason }))
    if (!isTopic(topic)) return refuse('TopicNameRequired: You must provide a topic name')
    if (!socketLimits.mayJoin() || !client.mayJoin())
      return refuse('ClientJoinRateLimitReached: Too many joins per second')
    channels.get(topic)?.close()
    if (channels.size >= limits.channelsPerSocket) return refuse('ChannelRateLimitReached: Too many channels')
    const channel = new Channel(context, socket, frame)
    channels.set(topic, channel)
    return void channel.join(frame)
  }

  return {
    handle,
    broadcast({ topic, ref, broadcast, persist }: BroadcastFrame) {
      void channels.get(topic)?.broadcast(ref, broadcast, persist)
    },
    closeWithError: (topic: string, message: string) => channels.get(topic)?.closeWithError(message),
    /** Call it when the socket has closed: closes all channels without a message. */
    end() {
      for (const channel of channels.values()) channel.end()
    },
  }
}
