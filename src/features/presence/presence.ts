// Who is looking at what, at this moment. Nothing of it is kept.
import { isolate } from '#lib/hebrew/hebrew-text.ts'

/** What a room is called on the wire. `room` is a thing and its id: `contact:…`, `opportunity:…`, `pipeline:…`. */
export const topicOf = (room: string) => `viewers:${room}`

/** The people of a room without oneself, each once however many windows they have, in the order of their ids so that nobody jumps. */
export const othersIn = (keys: readonly string[], me: string): string[] =>
  [...new Set(keys)].filter((key) => key !== me).toSorted()

/** Who looks at `what` ('רשומה', 'לוח'), in a sentence: two names at most, the others are counted. */
export function viewersInWords(names: readonly string[], what: string): string {
  const [first, second, ...more] = names
  if (!first) return ''
  if (!second) return `${isolate(first)} צופה ב${what}`
  const others = more.length > 0 ? `ועוד ${names.length - 1}` : `ו${isolate(second)}`
  return `${isolate(first)} ${others} צופים ב${what}`
}
