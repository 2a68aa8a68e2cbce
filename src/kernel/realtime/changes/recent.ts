// The changes of the last minute, for those whose line was cut for a moment.
import { z } from 'zod'
import { Position, isTold } from '../source/position.ts'
import type { RowChange } from './judge.ts'

export type Recent = ReturnType<typeof createRecent>
export type Numbered = { number: number; change: RowChange }
type Entry = Numbered & { position: Position; takenAt: number; sentAt: number; bytes: number }

/** How far a client had been told on whichever node it was: the last change, or since when it listened in vain. */
export const Mark = z.object({ last: Position.optional(), joinedAt: z.number(), heardAt: z.number() })
export type Mark = z.infer<typeof Mark>

export const keptMs = 60_000
const mostEntries = 10_000
const mostBytes = 32 * 1024 * 1024
/** By so much the clocks of nodes may differ. */
const clockMs = 500

export function createRecent() {
  let entries: Entry[] = []
  let next = 0
  let bytes = 0
  /** From then on nothing is missing. */
  let wholeSince = Infinity

  function trim() {
    const oldest = Date.now() - keptMs
    let count = 0
    let left = bytes
    while (count < entries.length) {
      const entry = entries[count]!
      if (entry.takenAt >= oldest && entries.length - count <= mostEntries && left <= mostBytes) break
      left -= entry.bytes
      count++
    }
    // Moved in larger steps than one: shifting ten thousand for every change would cost more than the change.
    if (count <= entries.length / 8) return
    wholeSince = entries[count - 1]!.takenAt
    entries = entries.slice(count)
    bytes = left
  }

  /** Of all that had been sent by a moment, the last. Changes are sent in their order. */
  const lastSentBefore = (moment: number) => entries.findLast(({ sentAt }) => sentAt <= moment)?.position

  return {
    add(change: RowChange, position: Position): number {
      const size = sizeOf(change)
      const number = next++
      entries.push({ number, change, position, takenAt: Date.now(), sentAt: Infinity, bytes: size })
      bytes += size
      trim()
      return number
    },
    /** It went out to everybody who wanted it. What nobody wanted need not be told of. */
    sent(number: number) {
      const entry = entries[number - (entries[0]?.number ?? 0)]
      if (entry) entry.sentAt = Date.now()
    },
    /** What a client has been told that listened from one moment to another. */
    mark: (joinedAt: number, heardAt: number): Mark => ({ last: lastSentBefore(heardAt), joinedAt, heardAt }),
    /** All that was not told, or undefined when nobody can say. */
    after({ last, joinedAt, heardAt }: Mark): Numbered[] | undefined {
      const told = entries.map(({ position }) => last && isTold(position, last))
      const isWhole = told.includes(true) || wholeSince < heardAt - clockMs
      if (!isWhole || (last && told.includes(undefined))) return undefined
      return entries.filter(({ takenAt }, i) => !told[i] && (last || takenAt >= joinedAt - clockMs))
    },
    /** Nothing was missed from now on. */
    begin() {
      wholeSince = Date.now()
    },
    clear() {
      entries = []
      bytes = 0
      wholeSince = Infinity
    },
  }
}

const sizeOf = ({ after, before }: RowChange) =>
  200 + [...(after ?? []), ...(before ?? [])].reduce((sum, value) => sum + 8 + (value?.length ?? 0), 0)
