// Contract of presence: who is viewing which record now. Nothing is stored.
import { isolate } from '#lib/hebrew/hebrew-text.ts'

/** The topic of a room. `room` is an entity and its id: `contact:…`, `opportunity:…`, `pipeline:…`. */
export const topicOf = (room: string) => `viewers:${room}`

/** The other users in a room, each once for all their windows, sorted by id for a stable order. */
export const othersIn = (keys: readonly string[], me: string): string[] =>
  [...new Set(keys)].filter((key) => key !== me).toSorted()

/** A sentence with the viewers of `what` ('רשומה', 'לוח'): at most two names, the rest counted. */
export function describeViewers(names: readonly string[], what: string): string {
  const [first, second, ...more] = names
  if (!first) return ''
  if (!second) return `${isolate(first)} צופה ב${what}`
  const others = more.length > 0 ? `ועוד ${names.length - 1}` : `ו${isolate(second)}`
  return `${isolate(first)} ${others} צופים ב${what}`
}
