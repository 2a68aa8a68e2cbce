// What nodes tell each other: a head of JSON and, for a broadcast, its payload as it is.
import type { Broadcast } from '../frames.ts'
import type { Meta } from '../presence.ts'

/** What is said of one channel that shows itself. */
export type Said = { topic: string; private: boolean; id: string; key: string; meta: Meta }

type Head =
  /** `from` is null when the database itself said it. */
  | {
      kind: 'broadcast'
      from: string | null
      topic: string
      private: boolean
      event: string
      encoding: 'json' | 'bytes'
      meta?: { id: string }
    }
  /** What a node says of its own presences is numbered, so that a gap is noticed. */
  | ({ kind: 'present'; from: string; number: number } & Said)
  | { kind: 'absent'; from: string; number: number; id: string }
  | { kind: 'all'; from: string; to: string; number: number; presents: Said[] }
  /** I listen from now on; tell me who is present with you. */
  | { kind: 'hello'; from: string; number: number }
  | { kind: 'missed'; from: string; to: string }
  | { kind: 'bye'; from: string }
  /** What somebody may see has changed with that transaction: that subject's, or anybody's. */
  | { kind: 'access'; from: null; subject: string | null; transaction: string }

export type Envelope = { head: Head; body: Buffer }

const nothing = Buffer.alloc(0)

export function seal(head: Head, body: Buffer = nothing): Buffer {
  const text = Buffer.from(JSON.stringify(head))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  return Buffer.concat([length, text, body])
}

/** Throws when it is none: only the owner of the database can write such. */
export function open(content: Buffer): Envelope {
  const end = 4 + content.readUInt32BE(0)
  return { head: JSON.parse(content.toString('utf8', 4, end)) as Head, body: content.subarray(end) }
}

export function sealBroadcast(from: string, place: { topic: string; isPrivate: boolean }, broadcast: Broadcast) {
  const { event, meta } = broadcast
  const head = { kind: 'broadcast' as const, from, topic: place.topic, private: place.isPrivate, event }
  return 'json' in broadcast
    ? seal({ ...head, encoding: 'json', ...(meta && { meta }) }, Buffer.from(broadcast.json))
    : seal({ ...head, encoding: 'bytes', ...(meta && { meta }) }, broadcast.bytes)
}

export function broadcastOf({ head, body }: { head: Extract<Head, { kind: 'broadcast' }>; body: Buffer }): Broadcast {
  const { event, encoding, meta } = head
  const named = { event, ...(meta && { meta }) }
  return encoding === 'json' ? { ...named, json: body.toString('utf8') } : { ...named, bytes: body }
}
