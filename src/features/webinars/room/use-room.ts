import { useEffect, useReducer, useRef, useState } from 'react'
import { changeRoom, followRoom } from './follow-room.ts'
import { RoomRefused } from './room-call.ts'
import type { RoomCounts } from './room-types.ts'
import { createServerClock, type ServerClock } from './server-clock.ts'

type Options = { token: string; backendKey: string; now: string }

/** Follows the room of a registrant while the component is mounted. */
export function useRoom({ token, backendKey: key, now }: Options) {
  const [room, change] = useReducer(changeRoom, undefined)
  const [refused, setRefused] = useState<string>()
  const [isConnected, setConnected] = useState(false)
  const access = useRef('')
  const clock = useRef<ServerClock>(undefined)
  clock.current ??= createServerClock(now)

  const followed = useRef<ReturnType<typeof followRoom>>(undefined)

  async function call<Answer>(name: string, input: object, keepalive = false): Promise<Answer> {
    if (!followed.current) throw new RoomRefused('failed')
    return followed.current.call<Answer>(name, input, keepalive)
  }

  useEffect(
    () => {
      followed.current = followRoom({
        origin: location.origin,
        token,
        key,
        clock: clock.current!,
        onChange: change,
        onAccess: (newAccess) => {
          access.current = newAccess
        },
        onConnected: setConnected,
        onRefused: setRefused,
      })
      return followed.current.stop
    },
    // The token of a page does not change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [],
  )

  const played = useRef(0)

  const refresh = async () => {
    if (access.current) await followed.current?.read()
  }
  return {
    room,
    refused,
    isConnected,
    clock: clock.current,
    call,
    refresh,
    /** The second of the video, for questions and lines. */
    played: () => played.current,
    notePlayed: (position: number) => {
      played.current = position
    },
    showCounts: (counts: RoomCounts) => change({ kind: 'counts', counts }),
  }
}
export type RoomHandle = ReturnType<typeof useRoom>
