// A registrant of a live session: joins the room, follows it, and counts the received lines.
import { changeRoom, followRoom, type OpenRoom } from '#features/webinars/room/follow-room.ts'
import { createServerClock } from '#features/webinars/room/server-clock.ts'

type Options = { origin: string; key: string; token: string }

/** Requests what the page of a registrant requests, except images. */
export function openWatcher(options: Options) {
  let room: OpenRoom | undefined
  let [access, isConnected] = ['', false]
  let lostAt: number | undefined
  const heard = new Map<string, number>()
  const { stop } = followRoom({
    ...options,
    clock: createServerClock(new Date().toISOString()),
    onChange(change) {
      if (change.kind === 'line') heard.set(change.line.id, (heard.get(change.line.id) ?? 0) + 1)
      room = changeRoom(room, change)
    },
    onAccess(newAccess) {
      access = newAccess
    },
    onConnected(now) {
      if (isConnected && !now) lostAt = performance.now()
      isConnected = now
    },
    onRefused(code) {
      throw new Error(`The room is refused: ${code}`)
    },
  })
  const shown = () => room?.lines.map(({ id }) => id) ?? []
  return {
    stop,
    access: () => access,
    isConnected: () => isConnected,
    lostAt: () => lostAt,
    has: (ids: readonly string[]) => {
      const all = new Set(shown())
      return ids.every((id) => all.has(id))
    },
    doubled: () =>
      shown().length - new Set(shown()).size + [...heard.values()].reduce((more, times) => more + times - 1, 0),
  }
}
