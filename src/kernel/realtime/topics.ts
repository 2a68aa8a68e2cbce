// Who of this node is on which topic: the way of broadcasts and presence to their channels.
import { type Broadcast, type Version, writeBroadcast, writeText } from './frames.ts'

export type Member = {
  version: Version
  /** On a private topic only those who may listen get anything. */
  receives: { broadcast: boolean; presence: boolean }
  /** A broadcast; `id` is that of a message that is kept. */
  take(frame: Buffer, id: string | undefined): void
  send: (frame: Buffer) => void
}

/** A private topic and a public one of the same name have nothing to do with each other. */
export type TopicRef = { topic: string; isPrivate: boolean }

/** A place as one word. */
export const topicKey = ({ topic, isPrivate }: TopicRef) => `${isPrivate ? 'private' : 'public'} ${topic}`

export type Topics = ReturnType<typeof createTopics>

export function createTopics() {
  const topics = new Map<string, Set<Member>>()

  function join(place: TopicRef, member: Member) {
    const key = topicKey(place)
    topics.set(key, (topics.get(key) ?? new Set()).add(member))
  }

  function leave(place: TopicRef, member: Member) {
    const members = topics.get(topicKey(place))
    members?.delete(member)
    if (members?.size === 0) topics.delete(topicKey(place))
  }

  /** To everybody on the topic but `except`. */
  function broadcast(place: TopicRef, message: Broadcast, except?: Member) {
    const frameFor = oncePerVersion((version) => writeBroadcast(version, place.topic, message))
    for (const member of topics.get(topicKey(place)) ?? []) {
      if (member === except || !member.receives.broadcast) continue
      const frame = frameFor(member.version)
      if (frame) member.take(frame, message.meta?.id)
    }
  }

  function presenceDiff(place: TopicRef, diff: { joins: object; leaves: object }) {
    const payload = JSON.stringify(diff)
    const frameFor = oncePerVersion((version) =>
      writeText(version, { topic: place.topic, event: 'presence_diff' }, payload),
    )
    for (const member of topics.get(topicKey(place)) ?? [])
      if (member.receives.presence) member.send(frameFor(member.version)!)
  }

  return { join, leave, broadcast, presenceDiff }
}

/** Made when the first member of that version needs it. */
function oncePerVersion(write: (version: Version) => Buffer | undefined) {
  const written = new Map<Version, Buffer | undefined>()
  return (version: Version) => {
    if (!written.has(version)) written.set(version, write(version))
    return written.get(version)
  }
}
