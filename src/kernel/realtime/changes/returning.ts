// Recognizes a client that comes back after its line was cut, and knows from which change on it has to be told again.
import type { Listener, Listeners } from './listeners.ts'
import { type Recent, keptMs } from './recent.ts'

type Gone = { lastRef: number; since: number; goneAt: number }
export type Return = { since: number } | 'new' | 'unknown'

const mostGone = 20_000
/** A client that comes back joins as soon as its socket is open. */
const youngMs = 10_000
/** A client with no channel to speak of has not counted that far when it first opens its mouth. */
const surelyCounted = 30

/** `since` is a number of `recent`. */
export function createReturning(recent: Recent, listeners: Listeners) {
  const gone = new Map<string, Gone[]>()
  let count = 0

  function forgetOld() {
    const oldest = Date.now() - keptMs
    for (const [key, list] of gone) {
      const left = list.filter(({ goneAt }) => goneAt >= oldest)
      count -= list.length - left.length
      if (left.length === 0) gone.delete(key)
      else gone.set(key, left)
      if (left.length > 0 && count < mostGone) return
    }
  }

  return {
    /** Its line was cut: what was sent before its last word has arrived, and when the client itself hung up, all that was sent. */
    leave(listener: Listener) {
      const { connection } = listener
      const key = keyOf(listener)
      const since = recent.firstNotSentBefore(connection.isCut ? connection.heardAt : Date.now())
      const list = gone.get(key) ?? []
      // Deleted first, so that the oldest stay in front.
      gone.delete(key)
      gone.set(key, [...list, { lastRef: connection.lastRef, since, goneAt: Date.now() }])
      count++
      forgetOld()
    },
    /** Is it one who was here before? Of several that could be it, the one that had counted furthest. */
    welcome(listener: Listener): Return {
      const { connection } = listener
      const ref = Number(listener.ref ?? NaN)
      if (!Number.isSafeInteger(ref)) return 'new'
      const key = keyOf(listener)
      const list = gone.get(key) ?? []
      const before = furthest(list.filter(({ lastRef }) => lastRef < ref))
      if (before) {
        gone.set(
          key,
          list.filter((one) => one !== before),
        )
        count--
        return Date.now() - before.goneAt > keptMs ? 'unknown' : { since: before.since }
      }
      if (Date.now() - connection.openedAt > youngMs) return 'new'
      // The old line may be dead without our knowing it.
      const twins = [...listeners.all()].filter((one) => isTwin(one, listener, key))
      const old = furthest(twins.map((one) => one.connection).filter(({ lastRef }) => lastRef < ref))
      if (old) return { since: recent.firstNotSentBefore(old.heardAt) }
      return (connection.firstRef ?? 0) >= surelyCounted ? 'unknown' : 'new'
    },
  }
}

const furthest = <T extends { lastRef: number }>(list: T[]): T | undefined =>
  list.reduce<T | undefined>((best, one) => (best && best.lastRef >= one.lastRef ? best : one), undefined)

const isTwin = (one: Listener, listener: Listener, key: string) =>
  one.topic === listener.topic &&
  one.connection !== undefined &&
  one.connection !== listener.connection &&
  keyOf(one) === key

/** The same person in the same session, listening to the same. */
function keyOf({ topic, version, reader, subscriptions }: Listener) {
  const { sub, session_id: session } = JSON.parse(reader.claims) as { sub?: unknown; session_id?: unknown }
  return JSON.stringify([topic, version, reader.role, sub, session, subscriptions.map(({ id }) => id)])
}
