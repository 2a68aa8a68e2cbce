// Which nodes there are: each signs a list in the database every ten seconds, and who has not signed for half a minute is gone.
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Feed } from '../changes/feed.ts'

type Options = {
  feed: Feed
  pool: pg.Pool
  log: FastifyBaseLogger
  everyMs: number
  /** How much this node has said of its own presences. */
  said: () => number
  /** How much is known here of what that node has said. */
  heard: (node: string) => number | undefined
  gone: (node: string) => void
  /** Something that node said did not arrive here. */
  behind: (node: string) => void
}

export function createRoll({ feed, pool, log, everyMs, said, heard, gone, behind }: Options) {
  /** With how much each had said when it was last looked at. */
  let others = new Map<string, number>()
  let isKnown = false
  const me = feed.nodeId
  let clock: NodeJS.Timeout | undefined

  /** Signs, and sees who else has. */
  async function call() {
    const { rows } = await pool.query<{ node: string; said: string }>(
      'select * from realtime.register_node($1, $2, $3)',
      [me, said(), await feed.way()],
    )
    const before = others
    others = new Map(rows.map((row) => [row.node, Number(row.said)]))
    isKnown = true
    for (const [node, then] of before) {
      if (!others.has(node)) gone(node)
      // What it had said ten seconds ago has arrived, or never will.
      else if ((heard(node) ?? -1) < then) behind(node)
    }
    clock ??= setInterval(
      () => void call().catch((error: unknown) => log.warn({ err: error }, 'the other nodes cannot be seen')),
      everyMs,
    ).unref()
  }

  return {
    call,
    others: () => [...others.keys()],
    /** Whether it was ever seen who else there is. */
    isKnown: () => isKnown,
    isAlone: () => isKnown && others.size === 0,
    met(node: string) {
      if (!others.has(node)) others.set(node, -1)
    },
    left: (node: string) => void others.delete(node),
    async stop() {
      clearInterval(clock)
      await pool.query('delete from realtime.nodes where id = $1', [me]).catch(() => {})
    },
  }
}
