// The channel of a room: lines, the session state, and opened interactions, broadcast by the database.
import { clearDeadSocket } from '#client/clear-dead-socket.ts'
import { openLiveClient } from '#client/live-client.ts'
import { maintainConnection } from '#client/reconnect.ts'
import type { ReactionKind } from '../webinar-labels.ts'
import type { RoomLine } from './room-types.ts'

type Options = {
  origin: string
  key: string
  sessionId: string
  registrationId: string
  /** The current token, which is replaced before it expires. */
  access: () => string
  onLine: (line: RoomLine) => void
  onReaction: (kind: ReactionKind, count: number) => void
  /** The session or an interaction changed, so the room has to be read again. */
  onStale: () => void
  /** Joined for the first time: messages since the entry may be missing. */
  onJoin: () => void
  /** Messages were missed, so the room has to be read again. */
  onReconnect: () => void
  /** Every attempt to reconnect failed. */
  onGiveUp: () => void
  onConnected: (isConnected: boolean) => void
}

/** Joins the channel, and stays joined until the returned function is called. */
export function joinRoom({
  origin,
  key,
  sessionId,
  registrationId,
  access,
  onLine,
  onReaction,
  onStale,
  onJoin,
  onReconnect,
  onGiveUp,
  onConnected,
}: Options) {
  const client = openLiveClient(origin, key, access)
  // Messages to this registrant only: private answers, and their own lines while muted.
  const topics = [`webinar:${sessionId}`, `webinar:${sessionId}:${registrationId}`]
  let hasJoined = false
  const connection = maintainConnection({
    join(reportStatus) {
      const report = (status: 'joined' | 'lost') => {
        if (status === 'joined' && !hasJoined) {
          hasJoined = true
          onJoin()
        }
        reportStatus(status)
      }
      const channels = topics.map((topic) => client.channel(topic, { config: { private: true } }))
      const open = async () => {
        await clearDeadSocket(client)
        await client.realtime.setAuth()
        const joined = new Set<string>()
        for (const channel of channels)
          channel
            .on('broadcast', { event: 'line' }, ({ payload }) => onLine(payload as RoomLine))
            .on('broadcast', { event: 'reaction' }, ({ payload }) => {
              const { kind, count } = payload as { kind: ReactionKind; count: number }
              onReaction(kind, count)
            })
            .on('broadcast', { event: 'session' }, onStale)
            .on('broadcast', { event: 'opening' }, onStale)
            .subscribe((status) => {
              if (status === 'SUBSCRIBED') joined.add(channel.topic)
              else joined.delete(channel.topic)
              onConnected(joined.size === topics.length)
              if (joined.size === topics.length) report('joined')
              else if (status !== 'SUBSCRIBED') report('lost')
            })
      }
      open().catch(() => report('lost'))
      return () => {
        for (const channel of channels) void client.removeChannel(channel)
      }
    },
    onReconnect,
    onGiveUp() {
      onConnected(false)
      onGiveUp()
    },
  })
  return () => {
    connection.stop()
    void client.realtime.disconnect()
  }
}
