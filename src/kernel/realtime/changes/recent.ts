// The changes of the last minute, for those whose line was cut for a moment.
import type { RowChange } from './judge.ts'

export type Recent = ReturnType<typeof createRecent>
export type Numbered = { number: number; change: RowChange }
type Entry = Numbered & { takenAt: number; sentAt: number; bytes: number }

export const keptMs = 60_000
const mostEntries = 10_000
const mostBytes = 32 * 1024 * 1024

/** Numbered from 0 without a gap; `clear` makes a gap that no number reaches across. */
export function createRecent() {
  let entries: Entry[] = []
  let first = 0
  let bytes = 0

  function drop(count: number) {
    for (const entry of entries.splice(0, count)) bytes -= entry.bytes
    first += count
  }

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
    if (count > entries.length / 8) drop(count)
  }

  return {
    add(change: RowChange): number {
      const size = sizeOf(change)
      const number = first + entries.length
      entries.push({ number, change, takenAt: Date.now(), sentAt: Infinity, bytes: size })
      bytes += size
      trim()
      return number
    },
    /** It went out to everybody who wanted it. What nobody wanted need not be told of. */
    sent(number: number) {
      const entry = entries[number - first]
      if (entry) entry.sentAt = Date.now()
    },
    /** The number of the first change that was not sent before a moment. Changes are sent in their order. */
    firstNotSentBefore(moment: number): number {
      const at = entries.findLastIndex(({ sentAt }) => sentAt <= moment)
      return first + at + 1
    },
    /** All from that number on, or undefined when some of them are forgotten. */
    since(number: number): Numbered[] | undefined {
      return number < first ? undefined : entries.slice(number - first)
    },
    clear() {
      first += entries.length + 1
      entries = []
      bytes = 0
    },
  }
}

const sizeOf = ({ after, before }: RowChange) =>
  200 + [...(after ?? []), ...(before ?? [])].reduce((sum, value) => sum + 8 + (value?.length ?? 0), 0)
