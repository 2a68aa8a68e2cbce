// Who is on which topic: the way of broadcasts and presence from one channel to the others of this node.
import { type Broadcast, type Version, writeBroadcast, writeText } from './frames.ts'

export type Member = {
  version: Version
  send(data: Buffer, binary?: boolean): void
  /** On a private topic only those who may listen get anything. */
  hears: { broadcast: boolean; presence: boolean }
}

type Meta = { phx_ref: string; [name: string]: unknown }
type Topic = { members: Set<Member>; present: Map<Member, { key: string; meta: Meta }> }

/** A private topic and a public one of the same name have nothing to do with each other. */
export type Place = { topic: string; isPrivate: boolean }

export type Topics = ReturnType<typeof createTopics>

export function createTopics() {
  const topics = new Map<string, Topic>()
  const keyOf = ({ topic, isPrivate }: Place) => `${isPrivate ? 'private' : 'public'} ${topic}`

  function join(place: Place, member: Member) {
    const topic = topics.get(keyOf(place)) ?? { members: new Set(), present: new Map() }
    topics.set(keyOf(place), topic)
    topic.members.add(member)
  }

  function leave(place: Place, member: Member) {
    const topic = topics.get(keyOf(place))
    if (!topic) return
    untrack(place, member)
    topic.members.delete(member)
    if (topic.members.size === 0) topics.delete(keyOf(place))
  }

  /** To everybody on the topic but `except`. */
  function broadcast(place: Place, message: Broadcast, except?: Member) {
    sendTo(place, 'broadcast', (version) => writeBroadcast(version, place.topic, message), except)
  }

  function track(place: Place, member: Member, key: string, payload: object) {
    const topic = topics.get(keyOf(place))
    if (!topic) return
    const before = topic.present.get(member)
    const meta = { ...payload, phx_ref: crypto.randomUUID() }
    topic.present.set(member, { key, meta })
    tellDiff(place, { [key]: { metas: [meta] } }, before ? { [before.key]: { metas: [before.meta] } } : {})
  }

  function untrack(place: Place, member: Member) {
    const topic = topics.get(keyOf(place))
    const before = topic?.present.get(member)
    if (!before) return
    topic!.present.delete(member)
    tellDiff(place, {}, { [before.key]: { metas: [before.meta] } })
  }

  /** Who is present, as `presence_state` says it. */
  function presence(place: Place) {
    // Without a prototype: a key that strangers choose may be __proto__ or toString.
    const state: Record<string, { metas: Meta[] }> = Object.create(null)
    for (const { key, meta } of topics.get(keyOf(place))?.present.values() ?? [])
      (state[key] ??= { metas: [] }).metas.push(meta)
    return state
  }

  const tellDiff = (place: Place, joins: object, leaves: object) => {
    const payload = JSON.stringify({ joins, leaves })
    const write = (version: Version) => ({
      data: writeText(version, { topic: place.topic, event: 'presence_diff' }, payload),
      binary: false,
    })
    sendTo(place, 'presence', write)
  }

  type Written = { data: Buffer; binary: boolean } | undefined
  function sendTo(place: Place, kind: 'broadcast' | 'presence', write: (version: Version) => Written, except?: Member) {
    const written = new Map<Version, Written>()
    for (const member of topics.get(keyOf(place))?.members ?? []) {
      if (member === except || !member.hears[kind]) continue
      if (!written.has(member.version)) written.set(member.version, write(member.version))
      const frame = written.get(member.version)
      if (frame) member.send(frame.data, frame.binary)
    }
  }

  return { join, leave, broadcast, track, untrack, presence }
}
