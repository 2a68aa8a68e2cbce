// From what the database said of a change to finished frames: one for all who get the same.
import { writeText } from '../frames.ts'
import { type Data, changeData } from './change-data.ts'
import type { RowChange, Verdict } from './judge.ts'
import type { Listener, Match } from './listeners.ts'
import type { PublishedTable, Reader } from './tables.ts'

/** Those of one role together: what holds for the role is then asked once. */
export const distinctReaders = (matches: Match[]) =>
  [...new Map(matches.map(({ reader }) => [keyOf(reader), reader])).values()].toSorted((a, b) =>
    a.role < b.role ? -1 : 1,
  )

const keys = new WeakMap<Reader, string>()

/** Made once for a reader: it is long, and asked for with every change. */
function keyOf(reader: Reader) {
  const key = keys.get(reader) ?? `${reader.role} ${reader.claims}`
  keys.set(reader, key)
  return key
}

type Judged = { change: RowChange; matches: Match[]; readers: Reader[]; table: PublishedTable; verdict: Verdict }

/** `send` is called for each frame with whom it is for. */
export function deliver(
  { change, matches, readers, table, verdict }: Judged,
  send: (to: Listener, frame: Buffer) => void,
) {
  const places = new Map(readers.map((reader, i) => [keyOf(reader), i]))
  const sees = change.type === 'DELETE' ? verdict.seesOld : verdict.seesNew
  const data = changeData(change, table, verdict)
  const outgoing = new Map<Listener, Map<Data, number[]>>()
  for (const { listener, reader, subscription } of matches) {
    const place = places.get(keyOf(reader))!
    const readable = verdict.readable[reader.role] ?? []
    const mayFilter = subscription.filterColumns.every((column) => readable.includes(column))
    if (!sees[place] || !mayFilter) continue
    const variant = data(readable, subscription.select, verdict.seesOld[place]!)
    const ids = outgoing.get(listener) ?? new Map<Data, number[]>()
    ids.set(variant, [...(ids.get(variant) ?? []), subscription.id])
    outgoing.set(listener, ids)
  }
  for (const [listener, variants] of outgoing)
    for (const [variant, ids] of variants) send(listener, frameFor(variant, listener, ids))
}

/** One finished frame per protocol version, topic and set of numbers: everybody who gets the same gets the same bytes. */
function frameFor(data: Data, { version, topic }: Listener, ids: number[]) {
  const key = `${version} ${topic} ${ids.join()}`
  const known = data.frames.get(key)
  if (known) return known
  const payload = `{"ids":[${ids.join()}],"data":${data.text}}`
  const frame = writeText(version, { topic, event: 'postgres_changes' }, payload)
  data.frames.set(key, frame)
  return frame
}

/** What a client hears that has to fetch again, because changes were passed over: it stays subscribed. */
export function resyncFrame({ version, topic }: Listener) {
  const channel = topic.slice('realtime:'.length)
  const payload = { extension: 'postgres_changes', status: 'ok', message: 'resync', channel }
  return writeText(version, { topic, event: 'system' }, JSON.stringify(payload))
}
