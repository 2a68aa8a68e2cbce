// Recognizes a client that comes back after its line was cut, on this node or another, and knows what it had been told.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Listener } from './listeners.ts'
import { Mark, type Recent, keptMs } from './recent.ts'

/** `key` says who listened to what, `lastRef` how far the client had counted. */
export const Gone = z.object({ key: z.string(), lastRef: z.number(), mark: Mark })
export type Gone = z.infer<typeof Gone>
export type Return = Mark | 'new' | 'unknown'

const mostGone = 20_000
/** A client that comes back joins as soon as its socket is open. */
const youngMs = 10_000
/** A client with few channels has not counted that far when it first opens its mouth. */
const surelyCounted = 60

/** `tellOthers` hears of everybody who went from this node; what other nodes tell is given to `remember`. */
export function createReturning(recent: Recent, tellOthers: (gone: Gone) => void) {
  const here = new Map<string, Map<Listener, number>>()
  const keys = new Map<Listener, string>()
  const gone = new Map<string, (Gone & { learnedAt: number })[]>()
  let count = 0

  function remember(one: Gone) {
    const list = gone.get(one.key) ?? []
    // Deleted first, so that the oldest stay in front.
    gone.delete(one.key)
    gone.set(one.key, [...list, { ...one, learnedAt: Date.now() }])
    count++
    forgetOld()
  }

  function forgetOld() {
    const oldest = Date.now() - keptMs
    for (const [key, list] of gone) {
      const left = count > mostGone ? [] : list.filter(({ learnedAt }) => learnedAt >= oldest)
      count -= list.length - left.length
      if (left.length === 0) gone.delete(key)
      else return void gone.set(key, left)
    }
  }

  /** Is it one who was here before? Of several that could be it, the one that had counted furthest. */
  function find(listener: Listener, key: string): Return {
    const { connection } = listener
    const ref = Number(listener.ref ?? NaN)
    if (!Number.isSafeInteger(ref)) return 'new'
    const list = gone.get(key) ?? []
    const before = furthest(list, ref)
    if (before) {
      count--
      gone.set(
        key,
        list.filter((one) => one !== before),
      )
      return Date.now() - before.learnedAt > keptMs ? 'unknown' : before.mark
    }
    if (Date.now() - connection.openedAt > youngMs) return 'new'
    // The old line may be dead without our knowing it.
    const twins = [...(here.get(key) ?? [])].map(([{ connection: line }, joinedAt]) => ({ ...line, joinedAt, line }))
    const old = furthest(
      twins.filter(({ line }) => line !== connection),
      ref,
    )
    if (old) return recent.mark(old.joinedAt, old.heardAt)
    return (connection.firstRef ?? 0) >= surelyCounted ? 'unknown' : 'new'
  }

  return {
    remember,
    welcome(listener: Listener): Return {
      const key = keyOf(listener)
      const was = find(listener, key)
      here.set(key, (here.get(key) ?? new Map<Listener, number>()).set(listener, Date.now()))
      keys.set(listener, key)
      return was
    },
    /** `forGood`: it will not ask what it missed. Else its line was cut: what was sent before its last word has arrived, and when the client itself hung up, all that was sent. */
    leave(listener: Listener, forGood: boolean) {
      const key = keys.get(listener)
      if (key === undefined) return
      keys.delete(listener)
      const twins = here.get(key)!
      const joinedAt = twins.get(listener)!
      twins.delete(listener)
      if (twins.size === 0) here.delete(key)
      if (forGood) return
      const { isCut, heardAt, lastRef } = listener.connection
      const mark = recent.mark(joinedAt, isCut ? heardAt : Date.now())
      const one = { key: keyOf(listener), lastRef, mark }
      remember(one)
      tellOthers(one)
    },
  }
}

const furthest = <T extends { lastRef: number }>(list: T[], ref: number): T | undefined =>
  list
    .filter(({ lastRef }) => lastRef < ref)
    .reduce<T | undefined>((best, one) => (best && best.lastRef >= one.lastRef ? best : one), undefined)

/** The same person in the same session, listening to the same. Nodes tell it each other: it says nothing about anybody. */
function keyOf({ topic, version, reader, subscriptions }: Listener) {
  const { sub, session_id: session } = JSON.parse(reader.claims) as { sub?: unknown; session_id?: unknown }
  const who = [topic, version, reader.role, sub, session, subscriptions.map(({ id }) => id)]
  return createHash('sha256').update(JSON.stringify(who)).digest('base64')
}
