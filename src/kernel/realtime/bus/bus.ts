// Connects several nodes on one database: broadcasts and presence are replicated through the change feed that all nodes read.
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Feed } from '../changes/feed.ts'
import type { Broadcast } from '../frames.ts'
import type { Presence } from '../presence.ts'
import type { Member, TopicRef, Topics } from '../topics.ts'
import { type Envelope, broadcastOf, open, seal, sealBroadcast, topicRefOf } from './envelope.ts'
import { createNodeRegistry, createPeers } from './node-registry.ts'
import { createPresenceSync } from './presence-sync.ts'

export const prefix = 'realtime'

const streamingMs = 5000
const readyWithinMs = 3000
const retryMs = 1000
const goodbyeMs = 1500
/** Limit of the send buffer, above which publishing fails: the database is too slow. */
const maxUnsentBytes = 16 * 1024 * 1024

type Options = {
  feed: Feed
  pool: pg.Pool
  /** How often each node renews its registration. */
  nodeRegistryMs: number
  topics: Topics
  presence: Presence
  /** Larger messages sent by SQL are dropped. */
  maxBytes: number
  log: FastifyBaseLogger
  /** Called with the subject whose rights have changed, or with null when those of any subject may have. */
  onAccess: (subject: string | null) => void
}

export type Bus = ReturnType<typeof createBus>

export function createBus({ feed, pool, nodeRegistryMs, topics, presence, maxBytes, log, onAccess }: Options) {
  const { nodeId } = feed
  const publish = createPublisher(feed)
  const peers = createPeers()
  const presenceSync = createPresenceSync({ nodeId, presence, publish, isAlone: () => peers.isAlone(), log })
  const registry = createNodeRegistry({ feed, pool, peers, presenceSync, everyMs: nodeRegistryMs, log })
  let stopped = false
  let startedAt: number | undefined
  let ready: Promise<void> = Promise.resolve()

  feed.onMessage(prefix, (content) => {
    try {
      handle(open(content))
    } catch (error) {
      log.warn({ err: error }, 'a message of another node could not be read')
    }
  })
  feed.onLost(() => {
    if (startedAt !== undefined && !stopped) start()
  })

  function start() {
    const attempt = performance.now()
    startedAt = attempt
    ready = (async () => {
      // Ends when a newer start has replaced this one.
      while (!stopped && startedAt === attempt) {
        if (await feed.isStreaming(streamingMs)) {
          // Changes of rights before the feed streamed, or while it was interrupted, were missed.
          onAccess(null)
          try {
            await registry.renew()
            return await presenceSync.introduce(peers.nodes())
          } catch (error) {
            log.warn({ err: error }, 'the other nodes cannot be reached')
          }
        }
        await new Promise((resolve) => setTimeout(resolve, retryMs).unref())
      }
    })()
  }

  function handle(envelope: Envelope) {
    const { head } = envelope
    if (head.from === nodeId) return
    if (head.from !== null && head.kind !== 'bye') peers.met(head.from)
    switch (head.kind) {
      case 'broadcast':
        if (envelope.body.length <= maxBytes)
          topics.broadcast(topicRefOf(head), broadcastOf({ head, body: envelope.body }))
        else log.warn({ topic: head.topic, event: head.event }, 'a message sent by SQL is too large and was dropped')
        return
      case 'bye':
        peers.left(head.from)
        return presenceSync.forget(head.from)
      case 'access':
        return void accessChanged(head).catch((error: unknown) =>
          log.warn({ err: error }, 'a change of rights could not be applied'),
        )
      default:
        return presenceSync.handle(head)
    }
  }

  async function accessChanged({ subject, transaction }: { subject: string | null; transaction: string }) {
    await pool.query('select realtime.wait_until_visible($1)', [transaction])
    onAccess(subject)
  }

  return {
    present: presenceSync.present,
    absent: presenceSync.absent,
    /** Connects to the other nodes on first use. Resolves when connected, or at the timeout of a join. */
    async ready() {
      if (startedAt === undefined) start()
      const leftMs = startedAt! + readyWithinMs - performance.now()
      if (leftMs <= 0 && !peers.isKnown()) return
      await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, Math.max(0, leftMs)).unref())])
    },
    /** Sends to every member of the topic on every node, but `except`. Resolves when the message to the other nodes is durable. */
    async broadcast(topicRef: TopicRef, message: Broadcast, except?: Member) {
      topics.broadcast(topicRef, message, except)
      if (startedAt === undefined) start()
      if (!peers.isAlone()) await publish(sealBroadcast(nodeId, topicRef, message))
    },
    async stop() {
      stopped = true
      if (startedAt === undefined) return
      const goodbye = registry
        .stop()
        .then(() => (peers.isAlone() ? undefined : publish(seal({ kind: 'bye', from: nodeId }))))
      // The database may be unreachable: stopping does not wait for it.
      await Promise.race([goodbye.catch(() => {}), new Promise((resolve) => setTimeout(resolve, goodbyeMs).unref())])
    },
  }
}

/** Sends to the other nodes. Fails while the send buffer is full. */
function createPublisher(feed: Feed) {
  let unsentBytes = 0
  return async function publish(content: Buffer) {
    if (unsentBytes > maxUnsentBytes) throw new Error('The database does not accept messages to the other nodes')
    unsentBytes += content.length
    await feed.emit(prefix, content).finally(() => (unsentBytes -= content.length))
  }
}
