import { useEffect, useRef } from 'react'
import type { Progress } from '#platform/player/playback.ts'
import { createHeartbeat } from './heartbeat.ts'
import { beatSeconds, type RoomCounts } from './room-types.ts'
import type { RoomHandle } from './use-room.ts'

/** Sends the heartbeats of an open page. Returns the handler of the player's progress reports. */
export function useHeartbeat({ room, call, clock, showCounts }: RoomHandle, kind: 'live' | 'sim' | 'replay') {
  const latest = useRef({ call, showCounts, kind, isIn: false })
  useEffect(() => {
    latest.current = { call, showCounts, kind, isIn: room !== undefined }
  })
  const heart = useRef<ReturnType<typeof createHeartbeat>>(undefined)

  useEffect(() => {
    const viewId = crypto.randomUUID()
    heart.current = createHeartbeat((beat) => {
      const { call: ask, isIn, kind: viewKind } = latest.current
      if (!isIn) return
      const requestedAt = Date.now()
      ask<{ now: string } & RoomCounts>('beat-in-webinar', { ...beat, viewId, kind: viewKind }, true).then(
        ({ now, ...counts }) => {
          clock.learn(now, requestedAt)
          latest.current.showCounts(counts)
        },
        // The next heartbeat contains the position again.
        () => {},
      )
    })
    const tick = () => heart.current!.tick()
    const onVisibility = () => heart.current!.visible(document.visibilityState === 'visible')
    // The page may have been opened in a background tab.
    onVisibility()
    const timer = setInterval(tick, beatSeconds * 1000)
    document.addEventListener('visibilitychange', onVisibility)
    addEventListener('pagehide', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisibility)
      removeEventListener('pagehide', tick)
    }
  }, [clock])

  return (progress: Progress) => heart.current?.progress(progress)
}
