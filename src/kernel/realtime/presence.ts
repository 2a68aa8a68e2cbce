// Presence per topic, of this node and the others. Rapid changes are sent as one diff.
import { type TopicRef, type Topics, topicKey } from './topics.ts'

export type Meta = { phx_ref: string; [name: string]: unknown }
/** The presence of one channel. `id` stays the same across updates. */
export type PresentMember = { node: string; topicRef: TopicRef; id: string; key: string; meta: Meta }

type Diff = { topicRef: TopicRef; joins: Map<string, PresentMember>; leaves: Map<string, PresentMember> }

const diffIntervalMs = 25

export type Presence = ReturnType<typeof createPresence>

export function createPresence(topics: Topics) {
  const byTopic = new Map<string, Map<string, PresentMember>>()
  const nodes = new Map<string, Map<string, PresentMember>>()
  const diffs = new Map<string, Diff>()

  function set(present: PresentMember) {
    const before = nodes.get(present.node)?.get(present.id)
    put(byTopic, topicKey(present.topicRef), present)
    put(nodes, present.node, present)
    if (before) recordLeave(before)
    diffOf(present.topicRef).joins.set(present.meta.phx_ref, present)
  }

  function remove(node: string, id: string) {
    const before = nodes.get(node)?.get(id)
    if (!before) return
    take(byTopic, topicKey(before.topicRef), id)
    take(nodes, node, id)
    recordLeave(before)
  }

  /** Replaces all presences of a node. */
  function replace(node: string, presents: PresentMember[]) {
    const ids = new Set(presents.map(({ id }) => id))
    for (const id of nodes.get(node)?.keys() ?? []) if (!ids.has(id)) remove(node, id)
    for (const present of presents)
      if (nodes.get(node)?.get(present.id)?.meta.phx_ref !== present.meta.phx_ref) set(present)
  }

  /** The presence of a topic, as the payload of `presence_state`. */
  function state(topicRef: TopicRef) {
    // Pending diffs first: otherwise a client could miss the leave of a presence that is part of its state.
    flush(topicKey(topicRef))
    return grouped(byTopic.get(topicKey(topicRef))?.values() ?? [])
  }

  function diffOf(topicRef: TopicRef): Diff {
    const key = topicKey(topicRef)
    const knownDiff = diffs.get(key)
    if (knownDiff) return knownDiff
    const diff: Diff = { topicRef, joins: new Map(), leaves: new Map() }
    diffs.set(key, diff)
    // The first change is sent with the other changes of this event loop turn, later ones as one diff.
    setImmediate(() => flush(key))
    return diff
  }

  function recordLeave(before: PresentMember) {
    const { joins, leaves } = diffOf(before.topicRef)
    if (!joins.delete(before.meta.phx_ref)) leaves.set(before.meta.phx_ref, before)
  }

  function flush(key: string) {
    const diff = diffs.get(key)
    if (!diff || diff.joins.size + diff.leaves.size === 0) return
    const { topicRef, joins, leaves } = diff
    diffs.set(key, { topicRef, joins: new Map(), leaves: new Map() })
    setTimeout(() => {
      const next = diffs.get(key)
      if (next && next.joins.size + next.leaves.size > 0) flush(key)
      else diffs.delete(key)
    }, diffIntervalMs)
    topics.presenceDiff(topicRef, { joins: grouped(joins.values()), leaves: grouped(leaves.values()) })
  }

  return {
    set,
    remove,
    replace,
    state,
    ofNode: (node: string) => [...(nodes.get(node)?.values() ?? [])],
  }
}

type PresentMaps = Map<string, Map<string, PresentMember>>
function put(maps: PresentMaps, name: string, present: PresentMember) {
  maps.set(name, (maps.get(name) ?? new Map<string, PresentMember>()).set(present.id, present))
}
function take(maps: PresentMaps, name: string, id: string) {
  const map = maps.get(name)
  map?.delete(id)
  if (map?.size === 0) maps.delete(name)
}

function grouped(presents: Iterable<PresentMember>) {
  // Without a prototype: keys come from clients and may be __proto__ or toString.
  const state: Record<string, { metas: Meta[] }> = Object.create(null)
  for (const { key, meta } of presents) (state[key] ??= { metas: [] }).metas.push(meta)
  return state
}
