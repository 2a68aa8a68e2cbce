// The members of each topic on this node: delivers broadcasts and presence diffs to their channels.
import { type Broadcast, type Version, writeBroadcast, writeText } from './frames.ts'

export type Member = {
  version: Version
  /** What the member receives; on a private topic it depends on the member's rights. */
  receives: { broadcast: boolean; presence: boolean }
  /** Receives a broadcast; `id` is set for saved messages. */
  take(frame: Buffer, id: string | undefined): void
  send: (frame: Buffer) => void
}

/** A private and a public topic of the same name are separate. */
export type TopicRef = { topic: string; isPrivate: boolean }

/** A topic as a map key. */
export const topicKey = ({ topic, isPrivate }: TopicRef) => `${isPrivate ? 'private' : 'public'} ${topic}`

export type Topics = ReturnType<typeof createTopics>

export function createTopics() {
  const topics = new Map<string, Set<Member>>()

  function join(topicRef: TopicRef, member: Member) {
    const key = topicKey(topicRef)
    topics.set(key, (topics.get(key) ?? new Set()).add(member))
  }

  function leave(topicRef: TopicRef, member: Member) {
    const members = topics.get(topicKey(topicRef))
    members?.delete(member)
    if (members?.size === 0) topics.delete(topicKey(topicRef))
  }

  /** Sends to every member of the topic but `except`. */
  function broadcast(topicRef: TopicRef, message: Broadcast, except?: Member) {
    const frameFor = oncePerVersion((version) => writeBroadcast(version, topicRef.topic, message))
    for (const member of topics.get(topicKey(topicRef)) ?? []) {
      if (member === except || !member.receives.broadcast) continue
      const frame = frameFor(member.version)
      if (frame) member.take(frame, message.meta?.id)
    }
  }

  function presenceDiff(topicRef: TopicRef, diff: { joins: object; leaves: object }) {
    const payload = JSON.stringify(diff)
    const frameFor = oncePerVersion((version) =>
      writeText(version, { topic: topicRef.topic, event: 'presence_diff' }, payload),
    )
    for (const member of topics.get(topicKey(topicRef)) ?? [])
      if (member.receives.presence) member.send(frameFor(member.version)!)
  }

  return { join, leave, broadcast, presenceDiff }
}

/** Memoizes a frame per protocol version. */
function oncePerVersion(write: (version: Version) => Buffer | undefined) {
  const written = new Map<Version, Buffer | undefined>()
  return (version: Version) => {
    if (!written.has(version)) written.set(version, write(version))
    return written.get(version)
  }
}
