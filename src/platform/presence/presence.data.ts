// Presence through a private realtime channel: joining it shares the user's id with the other members.
import { useEffect, useState } from 'react'
import type { Backend } from '#client/backend.ts'
import { realtimeClientOf } from '#client/initial-client.ts'
import { clearDeadSocket } from '#client/clear-dead-socket.ts'
import { subscribed } from '#client/realtime.ts'
import { maintainConnection } from '#client/reconnect.ts'
import { useBackend, useUserId } from '#client/session-context.tsx'
import { othersIn, topicOf } from './presence.ts'

/** Joins a room until the returned function is called; `onPeople` receives the ids of all members, including the user's own. */
export function joinRoom(backend: Backend, room: string, me: string, onPeople: (ids: string[]) => void): () => void {
  const join = (report: (status: 'joined' | 'lost') => void) => {
    let leave: (() => void) | undefined
    let left = false
    const enter = async () => {
      const live = await realtimeClientOf(backend)
      if (left) return
      const channel = live.channel(topicOf(room), { config: { private: true, presence: { key: me } } })
      leave = () => void live.removeChannel(channel)
      await clearDeadSocket(live)
      await live.realtime.setAuth()
      if (left) return
      channel
        .on('presence', { event: 'sync' }, () => !left && onPeople(Object.keys(channel.presenceState())))
        .subscribe((status) => {
          const isIn = status === subscribed
          if (isIn) void channel.track({})
          report(isIn ? 'joined' : 'lost')
        })
    }
    enter().catch(() => report('lost'))
    return () => {
      left = true
      onPeople([])
      leave?.()
    }
  }
  // Presence is optional: without a connection the list is empty and no error is shown.
  return maintainConnection({ join, onReconnect: () => {}, onGiveUp: () => onPeople([]) }).stop
}

/** The ids of the other users in the room. */
export function useViewers(room: string): readonly string[] {
  const backend = useBackend()
  const me = useUserId()
  const [people, setPeople] = useState<readonly string[]>([])
  useEffect(() => joinRoom(backend, room, me, setPeople), [backend, room, me])
  return othersIn(people, me)
}
