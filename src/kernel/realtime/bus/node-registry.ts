// The registry of live nodes. Each renews its row in the database every ten seconds; a node expires after 30 seconds.
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Feed } from '../changes/feed.ts'
import type { PresenceSync } from './presence-sync.ts'

export type Peers = ReturnType<typeof createPeers>

/** The other nodes known to this one, each with its announcement number at the last renewal. */
export function createPeers() {
  let peers = new Map<string, number>()
  let isKnown = false
  return {
    nodes: () => [...peers.keys()],
    /** Whether the registry has been read at least once. */
    isKnown: () => isKnown,
    isAlone: () => isKnown && peers.size === 0,
    met(node: string) {
      if (!peers.has(node)) peers.set(node, -1)
    },
    left: (node: string) => void peers.delete(node),
    /** Returns the previous peers. */
    replace(next: Map<string, number>) {
      const before = peers
      peers = next
      isKnown = true
      return before
    },
    has: (node: string) => peers.has(node),
  }
}

type Options = {
  feed: Feed
  pool: pg.Pool
  peers: Peers
  presenceSync: PresenceSync
  everyMs: number
  log: FastifyBaseLogger
}

export function createNodeRegistry({ feed, pool, peers, presenceSync, everyMs, log }: Options) {
  const { nodeId } = feed
  let timer: NodeJS.Timeout | undefined

  /** Renews this node's registration, reads the others, and starts the periodic renewal. */
  async function renew() {
    const { rows } = await pool.query<{ node: string; said: string }>(
      'select * from realtime.register_node($1, $2, $3)',
      [nodeId, presenceSync.announced(), await feed.sourceKind()],
    )
    const before = peers.replace(new Map(rows.map((row) => [row.node, Number(row.said)])))
    for (const [node, announced] of before) {
      if (!peers.has(node)) presenceSync.forget(node)
      // An announcement from before the previous renewal that has not arrived by now is lost.
      else if ((presenceSync.received(node) ?? -1) < announced) presenceSync.requestSnapshot(node)
    }
    timer ??= setInterval(
      () => void renew().catch((error: unknown) => log.warn({ err: error }, 'the node registry could not be read')),
      everyMs,
    ).unref()
  }

  return {
    renew,
    async stop() {
      clearInterval(timer)
      await pool.query('delete from realtime.nodes where id = $1', [nodeId]).catch(() => {})
    },
  }
}
