// Tells those who came back what they missed, many at a time. What happens meanwhile waits behind it.
import { resyncFrame } from './deliver.ts'
import type { RowChange } from './judge.ts'
import { type Listener, type Listeners, type Match, matchOne } from './listeners.ts'
import type { Numbered } from './recent.ts'

type Replay = { listener: Listener; changes: Numbered[]; waiting: Buffer[] }
/** Asks the database about a change for these, and sends the frames. Rejects when it cannot say. */
type Tell = (change: RowChange, matches: Match[], send: (to: Listener, frame: Buffer) => void) => Promise<void>

// Whoever missed more is quicker with fetching.
const mostChanges = 1000
const mostWaiting = 1000

export function createReplays(listeners: Listeners, tell: Tell) {
  const replaying = new Map<Listener, Replay>()
  let asked: Replay[] = []
  let isRunning = false

  async function run() {
    isRunning = true
    while (asked.length > 0) {
      const batch = asked
      asked = []
      await replay(batch)
      for (const { listener, waiting } of batch) {
        replaying.delete(listener)
        if (listeners.has(listener)) for (const frame of waiting) listener.send(frame)
      }
    }
    isRunning = false
  }

  /** Each change once for all of the batch, in their order. */
  async function replay(batch: Replay[]) {
    const missed = new Map<number, { change: RowChange; matches: Match[] }>()
    for (const { listener, changes } of batch)
      for (const { number, change } of changes) {
        const { matches } = missed.get(number) ?? { matches: [] }
        missed.set(number, { change, matches: [...matches, ...matchOne(listener, change)] })
      }
    for (const [, { change, matches }] of [...missed].toSorted(([a], [b]) => a - b)) {
      const here = matches.filter(({ listener }) => listeners.has(listener))
      const send = (to: Listener, frame: Buffer) => void (listeners.has(to) && to.send(frame))
      if (here.length > 0)
        await tell(change, here, send).catch(() => new Set(here.map(({ listener }) => listener)).forEach(fetchAgain))
    }
  }

  function fetchAgain(listener: Listener) {
    if (listeners.has(listener)) listener.send(resyncFrame(listener))
  }

  return {
    /** `changes` are all since it left, also those it never wanted; undefined when nobody knows them any more. */
    begin(listener: Listener, changes: Numbered[] | undefined) {
      const wanted = changes?.filter(({ change }) => matchOne(listener, change).length > 0)
      if (wanted?.length === 0) return
      const canTell = wanted !== undefined && wanted.length <= mostChanges
      const replay = { listener, changes: canTell ? wanted : [], waiting: canTell ? [] : [resyncFrame(listener)] }
      replaying.set(listener, replay)
      asked.push(replay)
      // Not before the answer to its join is on its way.
      if (!isRunning) queueMicrotask(() => isRunning || void run())
    },
    /** Sends, or keeps until the replay is over. */
    send(listener: Listener, frame: Buffer) {
      const waiting = replaying.get(listener)?.waiting
      if (!waiting) return listener.send(frame)
      if (waiting.length < mostWaiting) waiting.push(frame)
      else waiting.splice(0, waiting.length, resyncFrame(listener))
    },
  }
}
