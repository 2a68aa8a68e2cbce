// One web socket: reads its frames, hands them to its channels, and keeps it within its limits.
import type { RawData, WebSocket } from 'ws'
import { Channel, type Ground } from '../channel/channel.ts'
import { type Broadcast, type Frame, type Version, readBinary, readText, writeText } from '../frames.ts'
import { meter } from '../limits.ts'

/** Serves the socket until it closes. */
export function serveSocket(ws: WebSocket, ground: Ground, { version, apikey }: { version: Version; apikey: string }) {
  const { limits, log } = ground
  const channels = new Map<string, Channel>()
  const mayAsk = meter(limits.messagesPerSecond)
  const mayJoin = meter(limits.joinsPerSecond)
  let lastHeard = Date.now()

  const send = (data: Buffer, binary = false) => {
    if (ws.readyState !== ws.OPEN) return
    ws.send(data, { binary })
    if (ws.bufferedAmount <= limits.queuedBytes) return
    ws.close(1013, 'Too slow')
    // A close waits behind the queue that is too long: do not wait for it.
    setTimeout(() => ws.terminate(), 1000).unref()
    closeChannels()
  }
  const forget = (channel: Channel) => {
    if (channels.get(channel.topic) === channel) channels.delete(channel.topic)
  }
  const host = { version, apikey, send, forget }

  const reply = ({ joinRef, ref, topic }: Omit<Frame, 'event' | 'payload'>, status: string, response: object) =>
    send(writeText(version, { joinRef, ref, topic, event: 'phx_reply' }, JSON.stringify({ status, response })))

  function receive(data: RawData, isBinary: boolean) {
    lastHeard = Date.now()
    const bytes = data as Buffer
    if (isBinary) {
      const frame = readBinary(bytes)
      if (!frame) return refuseFrame()
      if (!mayAsk()) return tooMany(frame.topic)
      return channels.get(frame.topic)?.broadcast(frame.ref, frame.broadcast)
    }
    const frame = readText(version, bytes.toString('utf8'))
    if (!frame) return refuseFrame()
    if (!mayAsk()) return tooMany(frame.topic)
    return handle(frame)
  }

  function handle(frame: Frame) {
    const { topic, event, ref, payload } = frame
    if (topic === 'phoenix' && event === 'heartbeat') return reply(frame, 'ok', {})
    if (event === 'phx_join') return join(frame)
    const channel = channels.get(topic)
    if (!channel)
      return reply(
        frame,
        event === 'phx_leave' ? 'ok' : 'error',
        event === 'phx_leave' ? {} : { reason: 'unmatched topic' },
      )
    switch (event) {
      case 'phx_leave':
        return channel.leave(ref)
      case 'access_token':
        return void channel
          .refresh(payload)
          .catch((error: unknown) => log.error({ err: error }, 'a token could not be checked'))
      case 'broadcast': {
        const message = broadcastOf(payload)
        return message && channel.broadcast(ref, message)
      }
      case 'presence':
        return channel.presence(frame)
      default:
        return undefined
    }
  }

  function join(frame: Frame) {
    const { topic } = frame
    const refuse = (reason: string) => reply(frame, 'error', { reason })
    if (!topic.startsWith('realtime:') || topic === 'realtime:')
      return refuse('TopicNameRequired: You must provide a topic name')
    if (!mayJoin()) return refuse('ClientJoinRateLimitReached: Too many joins per second')
    channels.get(topic)?.close()
    if (channels.size >= limits.channelsPerSocket) return refuse('ChannelRateLimitReached: Too many channels')
    const channel = new Channel(ground, host, frame)
    channels.set(topic, channel)
    return void channel.join(frame)
  }

  const refuseFrame = () => ws.close(1007, 'Frame of the wrong shape')
  const tooMany = (topic: string) => channels.get(topic)?.shut('Too many messages per second')
  const closeChannels = () => {
    for (const channel of channels.values()) channel.end()
  }

  const pings = setInterval(() => {
    if (Date.now() - lastHeard > limits.silentMs) ws.terminate()
    else ws.ping()
  }, limits.pingMs)
  ws.on('pong', () => (lastHeard = Date.now()))
  ws.on('message', (data: RawData, isBinary: boolean) => {
    try {
      receive(data, isBinary)
    } catch (error) {
      // What a stranger sends must not end the process: JSON nested too deeply can be read, but not written again.
      log.warn({ err: error }, 'a frame could not be handled')
      refuseFrame()
    }
  })
  ws.on('error', (error) => log.debug({ err: error }, 'a socket failed'))
  ws.on('close', () => {
    clearInterval(pings)
    closeChannels()
  })
}

function broadcastOf(payload: unknown): Broadcast | undefined {
  const { event, payload: body } = (payload ?? {}) as { event?: unknown; payload?: unknown }
  return typeof event === 'string' ? { event, json: JSON.stringify(body ?? {}) } : undefined
}
