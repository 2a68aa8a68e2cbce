// Builds the frames of an authorized change: one per distinct payload.
import { writeText } from '../frames.ts'
import { type ChangeData, createChangeData } from './change-data.ts'
import type { RowChange, AuthorizedChange } from './authorize-change.ts'
import type { Listener, Match } from './listeners.ts'
import type { PublishedTable, CallerIdentity } from './tables.ts'

/** Sorted by role: the database checks role-wide rights once per role. */
export const distinctCallers = (matches: Match[]) =>
  [...new Map(matches.map(({ caller }) => [keyOf(caller), caller])).values()].toSorted((a, b) =>
    a.role < b.role ? -1 : 1,
  )

const keys = new WeakMap<CallerIdentity, string>()

/** Cached per caller, because the string is long and needed for every change. */
function keyOf(caller: CallerIdentity) {
  const key = keys.get(caller) ?? `${caller.role} ${caller.claims}`
  keys.set(caller, key)
  return key
}

type Authorized = {
  change: RowChange
  matches: Match[]
  callers: CallerIdentity[]
  table: PublishedTable
  authorized: AuthorizedChange
}

/** Calls `send` for each frame with its listener. */
export function fanOut(
  { change, matches, callers, table, authorized }: Authorized,
  send: (to: Listener, frame: Buffer) => void,
) {
  const indexes = new Map(callers.map((caller, i) => [keyOf(caller), i]))
  const sees = change.type === 'DELETE' ? authorized.seesOld : authorized.seesNew
  const data = createChangeData(change, table, authorized)
  const variants = callers.map(() => new Map<string[] | undefined, ChangeData>())
  const outgoing = new Map<Listener, { variant: ChangeData; ids: number[] }[]>()
  for (const { listener, caller, subscription } of matches) {
    const index = indexes.get(keyOf(caller))!
    if (!sees[index]) continue
    const { id, filterColumns, select } = subscription
    const readable = authorized.readable[caller.role] ?? []
    if (!filterColumns.every((column) => readable.includes(column))) continue
    const variant = variants[index]!.get(select) ?? data(readable, select, authorized.readsOld[index]!)
    variants[index]!.set(select, variant)
    const bundles = outgoing.get(listener)
    const bundle = bundles?.find((one) => one.variant === variant)
    if (bundle) bundle.ids.push(id)
    else if (bundles) bundles.push({ variant, ids: [id] })
    else outgoing.set(listener, [{ variant, ids: [id] }])
  }
  for (const [listener, bundles] of outgoing)
    for (const { variant, ids } of bundles) send(listener, frameFor(variant, listener, ids))
}

/** One finished frame per protocol version, topic and set of ids, shared by all its receivers. */
function frameFor(data: ChangeData, { version, topic }: Listener, ids: number[]) {
  const numbers = ids.length === 1 ? ids[0]! : ids.join()
  const frames = data.frames.get(numbers) ?? new Map<string, Buffer>()
  data.frames.set(numbers, frames)
  const cached = version === '1.0.0' ? frames.get(`1 ${topic}`) : frames.get(topic)
  if (cached) return cached
  const payload = `{"ids":[${ids.join()}],"data":${data.text}}`
  const frame = writeText(version, { topic, event: 'postgres_changes' }, payload)
  frames.set(version === '1.0.0' ? `1 ${topic}` : topic, frame)
  return frame
}

/** Notifies a client to refetch because changes were skipped. Its subscription continues. */
export function resyncFrame({ version, topic }: Listener) {
  const channel = topic.slice('realtime:'.length)
  const payload = { extension: 'postgres_changes', status: 'ok', message: 'resync', channel }
  return writeText(version, { topic, event: 'system' }, JSON.stringify(payload))
}
