// The room of a registrant: entered once, then updated by broadcasts, and refetched after every gap.
import type { ReactionKind } from '../webinar-labels.ts'
import { enterRoom } from './enter-room.ts'
import { joinRoom } from './join-room.ts'
import { callRoom, RoomRefused } from './room-call.ts'
import { accessSeconds, type Reactions, type Room, type RoomCounts, type RoomLine } from './room-types.ts'
import type { ServerClock } from './server-clock.ts'

type ReadRoom = Room & { registrationId: string; sessionId: string | null }
/** `enteredAt`: when the session was entered, an ISO instant of the server. */
export type OpenRoom = ReadRoom & { enteredAt: string }

export type RoomChange =
  /** `heard`: lines received while the room was read. The response may be older. */
  | { kind: 'read'; room: ReadRoom; heard: readonly RoomLine[] }
  | { kind: 'line'; line: RoomLine }
  | { kind: 'counts'; counts: RoomCounts }
  | { kind: 'reaction'; reaction: ReactionKind; count: number }

/** Responses and broadcasts may arrive out of order: a count never decreases. */
const highest = (before: Reactions, after: Reactions): Reactions => ({
  ...before,
  ...Object.fromEntries(
    Object.entries(after).map(([kind, count]) => [kind, Math.max(count, before[kind as ReactionKind] ?? 0)]),
  ),
})

/** Applies a change to the room. A chat message that is both broadcast and fetched is shown once. */
export function changeRoom(room: OpenRoom | undefined, change: RoomChange): OpenRoom | undefined {
  if (change.kind === 'read') {
    const before = room?.sessionId === change.room.sessionId ? room : undefined
    const reactions = before ? highest(before.reactions, change.room.reactions) : change.room.reactions
    const enteredAt = before?.enteredAt ?? change.room.now
    return change.heard.reduce(withLine, { ...change.room, reactions, enteredAt })
  }
  if (!room) return room
  if (change.kind === 'counts')
    return { ...room, viewers: change.counts.viewers, reactions: highest(room.reactions, change.counts.reactions) }
  if (change.kind === 'reaction')
    return { ...room, reactions: highest(room.reactions, { [change.reaction]: change.count }) }
  return withLine(room, change.line)
}

function withLine(room: OpenRoom, line: RoomLine): OpenRoom {
  const others = room.lines.filter(({ id }) => id !== line.id)
  const lines = line.status === 'hidden' ? others : [...others, line]
  return { ...room, lines: lines.toSorted((one, other) => one.created_at.localeCompare(other.created_at)) }
}

type Options = {
  /** Origin of the server. */
  origin: string
  token: string
  key: string
  clock: ServerClock
  onChange: (change: RoomChange) => void
  /** The registrant's current token. */
  onAccess: (access: string) => void
  onConnected: (isConnected: boolean) => void
  /** A refusal code, or `failed`. */
  onRefused: (code: string) => void
}

// Random delays spread the reads: a broadcast reaches all registrants at once, and a lost node disconnects many. After
// the first join a line can be missing only if it was sent since the entry. Entries that failed in an outage are
// repeated within a minute.
const spreadMs = { broadcast: 2000, reconnect: 1000, join: 5000, outage: 60_000 }

/** Follows the room until `stop` is called. `read` reads it now; `call` calls a function as the registrant. */
export function followRoom({ origin, token, key, clock, onChange, onAccess, onConnected, onRefused }: Options) {
  let access = ''
  let leave = () => {}
  let isOver = false
  let again: ReturnType<typeof setTimeout> | undefined
  let returning: ReturnType<typeof setTimeout> | undefined
  let ids: Pick<OpenRoom, 'registrationId' | 'sessionId'>
  /** Lines received during each pending read. */
  const readings = new Set<RoomLine[]>()

  async function duringReading(ask: (heard: RoomLine[]) => Promise<void>) {
    const heard: RoomLine[] = []
    readings.add(heard)
    try {
      await ask(heard)
    } finally {
      readings.delete(heard)
    }
  }

  const enter = () =>
    duringReading(async (heard) => {
      const requestedAt = Date.now()
      const { access: newAccess, room: first, ...rest } = await enterRoom({ origin, token, key, isOver: () => isOver })
      access = newAccess
      ids = rest
      clock.learn(first.now, requestedAt)
      if (isOver) return
      onAccess(newAccess)
      onChange({ kind: 'read', room: { ...first, ...rest }, heard })
    })
  const read = () =>
    duringReading(async (heard) => {
      const requestedAt = Date.now()
      const next = await call<Room>('read-webinar-room', {})
      clock.learn(next.now, requestedAt)
      if (!isOver) onChange({ kind: 'read', room: { ...next, ...ids }, heard })
    })
  async function call<Answer>(name: string, input: object, keepalive = false): Promise<Answer> {
    const ask = () => callRoom<Answer>(name, input, { key, access, keepalive, origin })
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof RoomRefused)) throw error
      if (error.code === 'webinar_ejected' && !isOver) onRefused(error.code)
      // A device that was suspended past the token's expiry resumes before the renewal timer.
      if (error.code !== 'invalid_jwt') throw error
      await enter()
      return ask()
    }
  }
  function readWithin(ms: number) {
    clearTimeout(again)
    again = setTimeout(() => void read().catch(onUnread), Math.random() * ms)
  }
  // If the read fails, the gap would remain until the next broadcast.
  function onUnread(error: unknown) {
    if (!isOver && !(error instanceof RoomRefused)) readWithin(spreadMs.broadcast)
  }

  const renewal = setInterval(() => void enter().catch(() => {}), (accessSeconds - 300) * 1000)
  enter()
    .then(join)
    .catch((error: unknown) => isOver || onRefused(error instanceof RoomRefused ? error.code : 'failed'))

  function join() {
    leave()
    leave = () => {}
    if (isOver || !ids.sessionId) return
    leave = joinRoom({
      origin,
      key,
      sessionId: ids.sessionId,
      registrationId: ids.registrationId,
      access: () => access,
      onLine: (line) => {
        for (const heard of readings) heard.push(line)
        onChange({ kind: 'line', line })
      },
      onReaction: (reaction, count) => onChange({ kind: 'reaction', reaction, count }),
      onStale: () => readWithin(spreadMs.broadcast),
      onJoin: () => readWithin(spreadMs.join),
      onReconnect: () => readWithin(spreadMs.reconnect),
      onGiveUp: () => returnWithin(spreadMs.join),
      onConnected,
    })
  }
  // Enters again after a long outage, or if the registration was moved to another session, which has another channel.
  function returnWithin(ms: number) {
    if (isOver) return
    clearTimeout(returning)
    returning = setTimeout(() => void enter().then(join).catch(onNotReturned), Math.random() * ms)
  }
  function onNotReturned(error: unknown) {
    if (isOver) return
    if (error instanceof RoomRefused && error.code.startsWith('webinar_')) onRefused(error.code)
    else returnWithin(spreadMs.outage)
  }

  const stop = () => {
    isOver = true
    clearTimeout(again)
    clearTimeout(returning)
    clearInterval(renewal)
    leave()
  }
  return { read, call, stop }
}
