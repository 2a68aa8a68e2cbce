// Several nodes on one database are one to their clients: what is said on one is heard on all, through the log that all of them read.
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Feed } from '../changes/feed.ts'
import type { Broadcast } from '../frames.ts'
import type { Presence, Present } from '../presence.ts'
import type { Member, Place, Topics } from '../topics.ts'
import { type Envelope, type Said, broadcastOf, open, seal, sealBroadcast } from './envelope.ts'
import { createRoll } from './roll.ts'

export const prefix = 'realtime'

const streamingMs = 5000
const welcomeMs = 2000
const patienceMs = 3000
const retryMs = 1000
const goodbyeMs = 1500
const askAgainMs = 2000
/** Beyond it others are too far behind to be told: the database does not take what we say. */
const mostUnsentBytes = 16 * 1024 * 1024

type Options = {
  feed: Feed
  pool: pg.Pool
  /** How often each node says that it is still there. */
  rollMs: number
  topics: Topics
  presence: Presence
  /** A message of the database that is larger is not passed on. */
  mostBytes: number
  log: FastifyBaseLogger
  /** Somebody's rights have changed; of everybody when there is no subject. */
  onAccess: (subject: string | null) => void
}

export type Bus = ReturnType<typeof createBus>

export function createBus({ feed, pool, rollMs, topics, presence, mostBytes, log, onAccess }: Options) {
  const me = feed.nodeId
  /** How far each node's presences are known. */
  const heard = new Map<string, number>()
  const asked = new Map<string, number>()
  const roll = createRoll({
    feed,
    pool,
    log,
    everyMs: rollMs,
    said: () => said,
    heard: (node) => heard.get(node),
    gone: forget,
    behind: askAnew,
  })
  const welcomes = new Map<string, () => void>()
  let said = 0
  let unsentBytes = 0
  let stopped = false
  let startedAt: number | undefined
  let ready: Promise<void> = Promise.resolve()

  feed.onMessage(prefix, (content) => {
    try {
      take(open(content))
    } catch (error) {
      log.warn({ err: error }, 'another node said something that is not understood')
    }
  })
  feed.onLost(() => {
    if (startedAt !== undefined && !stopped) start()
  })

  function start() {
    startedAt = performance.now()
    const begun = startedAt
    ready = (async () => {
      // A newer start takes over.
      while (!stopped && startedAt === begun) {
        if (await feed.isStreaming(streamingMs)) {
          try {
            return await introduce()
          } catch (error) {
            log.warn({ err: error }, 'the other nodes cannot be reached')
          }
        }
        await new Promise((resolve) => setTimeout(resolve, retryMs).unref())
      }
    })()
  }

  /** From here on we hear the others; whoever is there tells us who is present with them. */
  async function introduce() {
    await roll.call()
    const awaited = roll.others().map((node) => new Promise<void>((resolve) => welcomes.set(node, resolve)))
    await tell(seal({ kind: 'hello', from: me, number: said }))
    await Promise.race([Promise.all(awaited), new Promise((resolve) => setTimeout(resolve, welcomeMs).unref())])
  }

  async function tell(content: Buffer) {
    if (unsentBytes > mostUnsentBytes)
      throw new Error('The database does not take what this node has to tell the others')
    unsentBytes += content.length
    await feed.emit(prefix, content).finally(() => (unsentBytes -= content.length))
  }

  /** Of presences: what is lost here the others notice by its number, and ask. */
  function mention(content: Buffer) {
    if (!roll.isAlone())
      tell(content).catch((error: unknown) => log.warn({ err: error }, 'the other nodes were not told'))
  }

  function take(envelope: Envelope) {
    const { head } = envelope
    if (head.from === me) return
    if (head.from !== null && head.kind !== 'bye') roll.met(head.from)
    switch (head.kind) {
      case 'broadcast':
        if (envelope.body.length <= mostBytes)
          topics.broadcast(placeOf(head), broadcastOf({ head, body: envelope.body }))
        else log.warn({ topic: head.topic, event: head.event }, 'a message of the database is too large to be sent')
        return
      case 'present':
        if (follows(head)) presence.set(presentOf(head.from, head))
        return
      case 'absent':
        if (follows(head)) presence.remove(head.from, head.id)
        return
      case 'hello':
        if (head.number === 0) heard.set(head.from, 0)
        else if (heard.get(head.from) !== head.number) askAnew(head.from)
        return welcome(head.from)
      case 'missed':
        return head.to === me ? welcome(head.from) : undefined
      case 'all':
        if (head.to !== me) return
        heard.set(head.from, head.number)
        asked.delete(head.from)
        presence.replace(
          head.from,
          head.presents.map((one) => presentOf(head.from, one)),
        )
        welcomes.get(head.from)?.()
        welcomes.delete(head.from)
        return
      case 'bye':
        roll.left(head.from)
        return forget(head.from)
      case 'access':
        return void accessChanged(head).catch((error: unknown) =>
          log.warn({ err: error }, 'rights could not be looked at'),
        )
    }
  }

  async function accessChanged({ subject, transaction }: { subject: string | null; transaction: string }) {
    await pool.query('select realtime.wait_until_visible($1)', [transaction])
    onAccess(subject)
  }

  /** Whether this comes right after what we know of that node. If not, we ask it for all. */
  function follows({ from, number }: { from: string; number: number }) {
    const known = heard.get(from)
    if (known !== undefined && number <= known) return false
    const isNext = known === number - 1
    if (isNext) heard.set(from, number)
    else askAnew(from)
    return isNext
  }

  function askAnew(node: string) {
    const now = performance.now()
    if (now - (asked.get(node) ?? -Infinity) < askAgainMs) return
    asked.set(node, now)
    mention(seal({ kind: 'missed', from: me, to: node }))
  }

  function welcome(node: string) {
    const presents = presence.ofNode(me).map(saidOf)
    tell(seal({ kind: 'all', from: me, to: node, number: said, presents })).catch((error: unknown) =>
      log.warn({ err: error }, 'another node was not told who is here'),
    )
  }

  function forget(node: string) {
    heard.delete(node)
    asked.delete(node)
    presence.replace(node, [])
  }

  return {
    /** Opens the line to the other nodes when first asked. Resolves when it stands, or when waiting longer would be rude. */
    async ready() {
      if (startedAt === undefined) start()
      const leftMs = startedAt! + patienceMs - performance.now()
      if (leftMs <= 0 && !roll.isKnown()) return
      await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, Math.max(0, leftMs)).unref())])
    },
    /** To everybody on the topic on every node, but `except`. Resolved when it is sure to arrive at the other nodes. */
    async broadcast(place: Place, message: Broadcast, except?: Member) {
      topics.broadcast(place, message, except)
      if (startedAt === undefined) start()
      if (!roll.isAlone()) await tell(sealBroadcast(me, place, message))
    },
    present(place: Place, id: string, key: string, meta: Present['meta']) {
      const present = { node: me, place, id, key, meta }
      presence.set(present)
      mention(seal({ kind: 'present', from: me, number: ++said, ...saidOf(present) }))
    },
    absent(id: string) {
      presence.remove(me, id)
      mention(seal({ kind: 'absent', from: me, number: ++said, id }))
    },
    async stop() {
      stopped = true
      if (startedAt === undefined) return
      const bye = roll.stop().then(() => (roll.isAlone() ? undefined : tell(seal({ kind: 'bye', from: me }))))
      // The database may be away, and whoever stops does not wait for it.
      await Promise.race([bye.catch(() => {}), new Promise((resolve) => setTimeout(resolve, goodbyeMs).unref())])
    },
  }
}

const placeOf = (said: { topic: string; private: boolean }): Place => ({ topic: said.topic, isPrivate: said.private })

const presentOf = (node: string, { id, key, meta, ...said }: Said): Present => ({
  node,
  place: placeOf(said),
  id,
  key,
  meta,
})

const saidOf = ({ place, id, key, meta }: Present): Said => ({
  topic: place.topic,
  private: place.isPrivate,
  id,
  key,
  meta,
})
