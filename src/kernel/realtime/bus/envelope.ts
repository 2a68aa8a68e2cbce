// Messages between nodes: a JSON head and, for a broadcast, its payload unchanged.
import type { Broadcast } from '../frames.ts'
import type { Meta } from '../presence.ts'
import type { TopicRef } from '../topics.ts'

/** The presence of one channel. */
export type PresenceEntry = { topic: string; private: boolean; id: string; key: string; meta: Meta }

type Head =
  /** `from` is null when it was sent by SQL. */
  | {
      kind: 'broadcast'
      from: string | null
      topic: string
      private: boolean
      event: string
      encoding: 'json' | 'bytes'
      meta?: { id: string }
    }
  /** Announcements of a node's own presence are numbered, so that receivers detect a gap. */
  | ({ kind: 'present'; from: string; number: number } & PresenceEntry)
  | { kind: 'absent'; from: string; number: number; id: string }
  /** A snapshot of a node's presence. */
  | { kind: 'all'; from: string; to: string; number: number; presents: PresenceEntry[] }
  /** Announces a new node, which requests snapshots. */
  | { kind: 'hello'; from: string; number: number }
  /** Requests a snapshot. */
  | { kind: 'missed'; from: string; to: string }
  | { kind: 'bye'; from: string }
  /** The transaction changed the rights of one subject, or possibly of all. */
  | { kind: 'access'; from: null; subject: string | null; transaction: string }

export type Envelope = { head: Head; body: Buffer }

const noBody = Buffer.alloc(0)

export function seal(head: Head, body: Buffer = noBody): Buffer {
  const text = Buffer.from(JSON.stringify(head))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  return Buffer.concat([length, text, body])
}

/** Throws on malformed content, which only the database owner can write. */
export function open(content: Buffer): Envelope {
  const end = 4 + content.readUInt32BE(0)
  return { head: JSON.parse(content.toString('utf8', 4, end)) as Head, body: content.subarray(end) }
}

export function sealBroadcast(from: string, { topic, isPrivate }: TopicRef, broadcast: Broadcast) {
  const { event, meta } = broadcast
  const head = { kind: 'broadcast' as const, from, topic, private: isPrivate, event }
  return 'json' in broadcast
    ? seal({ ...head, encoding: 'json', ...(meta && { meta }) }, Buffer.from(broadcast.json))
    : seal({ ...head, encoding: 'bytes', ...(meta && { meta }) }, broadcast.bytes)
}

export function broadcastOf({ head, body }: { head: Extract<Head, { kind: 'broadcast' }>; body: Buffer }): Broadcast {
  const { event, encoding, meta } = head
  const common = { event, ...(meta && { meta }) }
  return encoding === 'json' ? { ...common, json: body.toString('utf8') } : { ...common, bytes: body }
}

export const topicRefOf = (head: { topic: string; private: boolean }): TopicRef => ({
  topic: head.topic,
  isPrivate: head.private,
})
