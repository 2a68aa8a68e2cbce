import { useEffect, useReducer, useRef, useState } from 'react'
import { joinRoom } from './join-room.ts'
import { callRoom, RoomRefused } from './room-call.ts'
import { accessSeconds, type Entered, type Reactions, type Room, type RoomCounts, type RoomLine } from './room-types.ts'
import type { ReactionKind } from '../webinar-labels.ts'
import { createServerClock, type ServerClock } from './server-clock.ts'

type Options = { token: string; backendKey: string; now: string }

export type OpenRoom = Room & { registrationId: string; sessionId: string | null }

type Change =
  | { kind: 'read'; room: OpenRoom }
  | { kind: 'line'; line: RoomLine }
  | { kind: 'counts'; counts: RoomCounts }
  | { kind: 'reaction'; reaction: ReactionKind; count: number }

/** Answers and broadcasts may cross: a count never goes down. */
const highest = (before: Reactions, after: Reactions): Reactions => ({
  ...before,
  ...Object.fromEntries(
    Object.entries(after).map(([kind, count]) => [kind, Math.max(count, before[kind as ReactionKind] ?? 0)]),
  ),
})

function reduce(room: OpenRoom | undefined, change: Change): OpenRoom | undefined {
  if (change.kind === 'read') return change.room
  if (!room) return room
  if (change.kind === 'counts')
    return { ...room, viewers: change.counts.viewers, reactions: highest(room.reactions, change.counts.reactions) }
  if (change.kind === 'reaction')
    return { ...room, reactions: highest(room.reactions, { [change.reaction]: change.count }) }
  const { line } = change
  const others = room.lines.filter(({ id }) => id !== line.id)
  const lines = line.status === 'hidden' ? others : [...others, line]
  return { ...room, lines: lines.toSorted((one, other) => one.created_at.localeCompare(other.created_at)) }
}

/** The room of a key: entered once, then followed by broadcast, and read again after every gap. */
export function useRoom({ token, backendKey: key, now }: Options) {
  const [room, change] = useReducer(reduce, undefined)
  const [refused, setRefused] = useState<string>()
  const [isConnected, setConnected] = useState(false)
  const access = useRef('')
  const clock = useRef<ServerClock>(undefined)
  clock.current ??= createServerClock(now)

  async function call<Answer>(name: string, input: object, keepalive = false): Promise<Answer> {
    return callRoom<Answer>(name, input, { key, access: access.current, keepalive })
  }

  useEffect(() => {
    let leave = () => {}
    let isOver = false
    let again: ReturnType<typeof setTimeout> | undefined
    let ids: Pick<OpenRoom, 'registrationId' | 'sessionId'>

    const read = async () => {
      const asked = Date.now()
      const next = await callRoom<Room>('read-webinar-room', {}, { key, access: access.current })
      clock.current!.learn(next.now, asked)
      if (!isOver) change({ kind: 'read', room: { ...next, ...ids } })
    }
    // Spread over two seconds: a broadcast reaches all registrants in the same moment.
    const readSoon = () => {
      clearTimeout(again)
      again = setTimeout(() => void read().catch(() => {}), Math.random() * 2000)
    }
    const enter = async () => {
      const asked = Date.now()
      const { access: given, room: first, ...rest } = await callRoom<Entered>('enter-webinar', { token }, { key })
      access.current = given
      ids = rest
      clock.current!.learn(first.now, asked)
      if (isOver) return
      change({ kind: 'read', room: { ...first, ...rest } })
    }
    const renewal = setInterval(() => void enter().catch(() => {}), (accessSeconds - 300) * 1000)
    enter()
      .then(() => {
        if (isOver || !ids.sessionId) return
        leave = joinRoom({
          key,
          sessionId: ids.sessionId,
          registrationId: ids.registrationId,
          access: () => access.current,
          onLine: (line) => change({ kind: 'line', line }),
          onReaction: (reaction, count) => change({ kind: 'reaction', reaction, count }),
          onStale: readSoon,
          onConnected: setConnected,
        })
      })
      .catch((error: unknown) => setRefused(error instanceof RoomRefused ? error.code : 'failed'))
    return () => {
      isOver = true
      clearTimeout(again)
      clearInterval(renewal)
      leave()
    }
    // The key of a page does not change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const played = useRef(0)

  const refresh = async () => {
    if (!access.current || !room) return
    const next = await call<Room>('read-webinar-room', {})
    change({ kind: 'read', room: { ...room, ...next } })
  }
  return {
    room,
    refused,
    isConnected,
    clock: clock.current,
    call,
    refresh,
    /** The second of the video, for what is written beside it. */
    played: () => played.current,
    notePlayed: (position: number) => {
      played.current = position
    },
    showCounts: (counts: RoomCounts) => change({ kind: 'counts', counts }),
  }
}
export type RoomHandle = ReturnType<typeof useRoom>
