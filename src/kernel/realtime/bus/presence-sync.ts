// Replicates presence between nodes: each node numbers its announcements, and a receiver that detects a gap requests a snapshot.
import type { FastifyBaseLogger } from 'fastify'
import type { Presence, PresentMember } from '../presence.ts'
import type { TopicRef } from '../topics.ts'
import { type Envelope, type PresenceEntry, seal, topicRefOf } from './envelope.ts'

const requestAgainMs = 2000
const snapshotsWithinMs = 2000

type Options = {
  nodeId: string
  presence: Presence
  /** Publishes to the other nodes; rejects when the database write fails. */
  publish: (content: Buffer) => Promise<void>
  isAlone: () => boolean
  log: FastifyBaseLogger
}

type PresenceHead = Extract<Envelope['head'], { kind: 'present' | 'absent' | 'all' | 'hello' | 'missed' }>

export type PresenceSync = ReturnType<typeof createPresenceSync>

export function createPresenceSync({ nodeId, presence, publish, isAlone, log }: Options) {
  /** The number of each node's last announcement that was applied here. */
  const received = new Map<string, number>()
  const requestedAt = new Map<string, number>()
  const awaitedSnapshots = new Map<string, () => void>()
  let announced = 0

  function handle(head: PresenceHead) {
    switch (head.kind) {
      case 'present':
        if (isNext(head)) presence.set(presentOf(head.from, head))
        return
      case 'absent':
        if (isNext(head)) presence.remove(head.from, head.id)
        return
      case 'hello':
        if (head.number === 0) received.set(head.from, 0)
        else if (received.get(head.from) !== head.number) requestSnapshot(head.from)
        return sendSnapshot(head.from)
      case 'missed':
        return head.to === nodeId ? sendSnapshot(head.from) : undefined
      case 'all':
        return head.to === nodeId ? applySnapshot(head) : undefined
    }
  }

  function applySnapshot({ from, number, presents }: Extract<PresenceHead, { kind: 'all' }>) {
    received.set(from, number)
    requestedAt.delete(from)
    presence.replace(
      from,
      presents.map((entry) => presentOf(from, entry)),
    )
    awaitedSnapshots.get(from)?.()
    awaitedSnapshots.delete(from)
  }

  /** Whether an announcement directly follows the last one of its node. If not, a snapshot is requested. */
  function isNext({ from, number }: { from: string; number: number }) {
    const last = received.get(from)
    if (last !== undefined && number <= last) return false
    const isConsecutive = last === number - 1
    if (isConsecutive) received.set(from, number)
    else requestSnapshot(from)
    return isConsecutive
  }

  function requestSnapshot(node: string) {
    const now = performance.now()
    if (now - (requestedAt.get(node) ?? -Infinity) < requestAgainMs) return
    requestedAt.set(node, now)
    announce(seal({ kind: 'missed', from: nodeId, to: node }))
  }

  function sendSnapshot(node: string) {
    const presents = presence.ofNode(nodeId).map(entryOf)
    publish(seal({ kind: 'all', from: nodeId, to: node, number: announced, presents })).catch((error: unknown) =>
      log.warn({ err: error }, 'the presence snapshot was not sent to another node'),
    )
  }

  /** Publishes without a retry, because other nodes detect a lost announcement by its number and request a snapshot. */
  function announce(content: Buffer) {
    if (!isAlone())
      publish(content).catch((error: unknown) =>
        log.warn({ err: error }, 'presence was not announced to the other nodes'),
      )
  }

  function present(topicRef: TopicRef, id: string, key: string, meta: PresentMember['meta']) {
    const present = { node: nodeId, topicRef, id, key, meta }
    presence.set(present)
    announce(seal({ kind: 'present', from: nodeId, number: ++announced, ...entryOf(present) }))
  }

  function absent(id: string) {
    presence.remove(nodeId, id)
    announce(seal({ kind: 'absent', from: nodeId, number: ++announced, id }))
  }

  return {
    handle,
    requestSnapshot,
    /** The number of this node's last announcement. */
    announced: () => announced,
    received: (node: string) => received.get(node),
    /** Announces this node and waits up to two seconds for the snapshots of the others. */
    async introduce(others: string[]) {
      const snapshots = others.map((node) => new Promise<void>((resolve) => awaitedSnapshots.set(node, resolve)))
      await publish(seal({ kind: 'hello', from: nodeId, number: announced }))
      const timeout = new Promise((resolve) => setTimeout(resolve, snapshotsWithinMs).unref())
      await Promise.race([Promise.all(snapshots), timeout])
    },
    forget(node: string) {
      received.delete(node)
      requestedAt.delete(node)
      presence.replace(node, [])
    },
    present,
    absent,
  }
}

const presentOf = (node: string, { id, key, meta, ...head }: PresenceEntry): PresentMember => ({
  node,
  topicRef: topicRefOf(head),
  id,
  key,
  meta,
})

const entryOf = ({ topicRef, id, key, meta }: PresentMember): PresenceEntry => ({
  topic: topicRef.topic,
  private: topicRef.isPrivate,
  id,
  key,
  meta,
})
