// Who is present where, on this node and on the others. Changes that come thick and fast go out together.
import { type TopicRef, type Topics, topicKey } from './topics.ts'

export type Meta = { phx_ref: string; [name: string]: unknown }
/** One channel that shows itself. `id` stays the same while it says new things of itself. */
export type Present = { node: string; place: TopicRef; id: string; key: string; meta: Meta }

type Diff = { place: TopicRef; joins: Map<string, Present>; leaves: Map<string, Present> }

const gatherMs = 25

export type Presence = ReturnType<typeof createPresence>

export function createPresence(topics: Topics) {
  const places = new Map<string, Map<string, Present>>()
  const nodes = new Map<string, Map<string, Present>>()
  const diffs = new Map<string, Diff>()

  function set(present: Present) {
    const before = nodes.get(present.node)?.get(present.id)
    put(places, topicKey(present.place), present)
    put(nodes, present.node, present)
    if (before) leaving(before)
    diffOf(present.place).joins.set(present.meta.phx_ref, present)
  }

  function remove(node: string, id: string) {
    const before = nodes.get(node)?.get(id)
    if (!before) return
    take(places, topicKey(before.place), id)
    take(nodes, node, id)
    leaving(before)
  }

  /** All that is known of a node, in place of what was known. */
  function replace(node: string, presents: Present[]) {
    const ids = new Set(presents.map(({ id }) => id))
    for (const id of nodes.get(node)?.keys() ?? []) if (!ids.has(id)) remove(node, id)
    for (const present of presents)
      if (nodes.get(node)?.get(present.id)?.meta.phx_ref !== present.meta.phx_ref) set(present)
  }

  /** Who is present, as `presence_state` says it. */
  function state(place: TopicRef) {
    // Whoever gets the state must not miss the leave of somebody who is in it and has not been told of yet.
    flush(topicKey(place))
    return grouped(places.get(topicKey(place))?.values() ?? [])
  }

  function diffOf(place: TopicRef): Diff {
    const key = topicKey(place)
    const known = diffs.get(key)
    if (known) return known
    const diff: Diff = { place, joins: new Map(), leaves: new Map() }
    diffs.set(key, diff)
    // The first change goes out with what else happens in this turn of the loop, those that follow at once in one go.
    setImmediate(() => flush(key))
    return diff
  }

  function leaving(before: Present) {
    const { joins, leaves } = diffOf(before.place)
    if (!joins.delete(before.meta.phx_ref)) leaves.set(before.meta.phx_ref, before)
  }

  function flush(key: string) {
    const diff = diffs.get(key)
    if (!diff || diff.joins.size + diff.leaves.size === 0) return
    const { place, joins, leaves } = diff
    diffs.set(key, { place, joins: new Map(), leaves: new Map() })
    setTimeout(() => {
      const next = diffs.get(key)
      if (next && next.joins.size + next.leaves.size > 0) flush(key)
      else diffs.delete(key)
    }, gatherMs)
    topics.presenceDiff(place, { joins: grouped(joins.values()), leaves: grouped(leaves.values()) })
  }

  return {
    set,
    remove,
    replace,
    state,
    ofNode: (node: string) => [...(nodes.get(node)?.values() ?? [])],
  }
}

type Shelves = Map<string, Map<string, Present>>
function put(shelves: Shelves, name: string, present: Present) {
  shelves.set(name, (shelves.get(name) ?? new Map<string, Present>()).set(present.id, present))
}
function take(shelves: Shelves, name: string, id: string) {
  const shelf = shelves.get(name)
  shelf?.delete(id)
  if (shelf?.size === 0) shelves.delete(name)
}

function grouped(presents: Iterable<Present>) {
  // Without a prototype: a key that strangers choose may be __proto__ or toString.
  const state: Record<string, { metas: Meta[] }> = Object.create(null)
  for (const { key, meta } of presents) (state[key] ??= { metas: [] }).metas.push(meta)
  return state
}
