// From what the database said of a change to finished frames: one for all who get the same.
import { writeText } from '../frames.ts'
import { type Data, changeData } from './change-data.ts'
import type { RowChange, AuthorizedChange } from './authorize-change.ts'
import type { Listener, Match } from './listeners.ts'
import type { PublishedTable, CallerIdentity } from './tables.ts'

/** Those of one role together: what holds for the role is then asked once. */
export const distinctCallers = (matches: Match[]) =>
  [...new Map(matches.map(({ caller }) => [keyOf(caller), caller])).values()].toSorted((a, b) =>
    a.role < b.role ? -1 : 1,
  )

const keys = new WeakMap<CallerIdentity, string>()

/** Made once for a caller: it is long, and asked for with every change. */
function keyOf(caller: CallerIdentity) {
  const key = keys.get(caller) ?? `${caller.role} ${caller.claims}`
  keys.set(caller, key)
  return key
}

type Judged = {
  change: RowChange
  matches: Match[]
  callers: CallerIdentity[]
  table: PublishedTable
  verdict: AuthorizedChange
}

/** `send` is called for each frame with whom it is for. */
export function fanOut(
  { change, matches, callers, table, verdict }: Judged,
  send: (to: Listener, frame: Buffer) => void,
) {
  const places = new Map(callers.map((caller, i) => [keyOf(caller), i]))
  const sees = change.type === 'DELETE' ? verdict.seesOld : verdict.seesNew
  const data = changeData(change, table, verdict)
  const variants = callers.map(() => new Map<string[] | undefined, Data>())
  const outgoing = new Map<Listener, { variant: Data; ids: number[] }[]>()
  for (const { listener, caller, subscription } of matches) {
    const place = places.get(keyOf(caller))!
    if (!sees[place]) continue
    const { id, filterColumns, select } = subscription
    const readable = verdict.readable[caller.role] ?? []
    if (!filterColumns.every((column) => readable.includes(column))) continue
    const variant = variants[place]!.get(select) ?? data(readable, select, verdict.seesOld[place]!)
    variants[place]!.set(select, variant)
    const bundles = outgoing.get(listener)
    const bundle = bundles?.find((one) => one.variant === variant)
    if (bundle) bundle.ids.push(id)
    else if (bundles) bundles.push({ variant, ids: [id] })
    else outgoing.set(listener, [{ variant, ids: [id] }])
  }
  for (const [listener, bundles] of outgoing)
    for (const { variant, ids } of bundles) send(listener, frameFor(variant, listener, ids))
}

/** One finished frame per protocol version, topic and set of numbers: everybody who gets the same gets the same bytes. */
function frameFor(data: Data, { version, topic }: Listener, ids: number[]) {
  const numbers = ids.length === 1 ? ids[0]! : ids.join()
  const frames = data.frames.get(numbers) ?? new Map<string, Buffer>()
  data.frames.set(numbers, frames)
  const known = version === '1.0.0' ? frames.get(`1 ${topic}`) : frames.get(topic)
  if (known) return known
  const payload = `{"ids":[${ids.join()}],"data":${data.text}}`
  const frame = writeText(version, { topic, event: 'postgres_changes' }, payload)
  frames.set(version === '1.0.0' ? `1 ${topic}` : topic, frame)
  return frame
}

/** What a client receives that has to fetch again, because changes were passed over: it stays subscribed. */
export function resyncFrame({ version, topic }: Listener) {
  const channel = topic.slice('realtime:'.length)
  const payload = { extension: 'postgres_changes', status: 'ok', message: 'resync', channel }
  return writeText(version, { topic, event: 'system' }, JSON.stringify(payload))
}
