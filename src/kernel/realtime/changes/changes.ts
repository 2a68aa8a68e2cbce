// Delivers a committed change to the sockets that may see it: matched in memory, authorized in one call, sent as one frame.
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { LogicalMessage } from '../source/pgoutput.ts'
import { type RowChange, authorizeChange } from './authorize-change.ts'
import { evaluateInDatabase } from './database-conditions.ts'
import { distinctCallers, fanOut } from './fan-out.ts'
import { type Listener, type Match, createListeners, hasDatabaseConditions } from './listeners.ts'
import { createQuietTime } from './quiet-time.ts'
import { createResyncHints } from './resync-hints.ts'
import { createRowChanges } from './row-changes.ts'

/** Changes older than this are skipped and their listeners refetch: that is quicker than sending the backlog. */
const maxLagMs = 10_000
const maxSlowQueue = 100

type Parts = {
  pool: pg.Pool
  /** The pool for filters, whose cost is determined by clients. */
  filterPool: pg.Pool
  log: FastifyBaseLogger
}

/** Holds the listeners of one node, and delivers each change of the feed to them. */
export function createChanges({ pool, filterPool, log }: Parts) {
  const rowChanges = createRowChanges(pool)
  const listeners = createListeners()
  const skip = createResyncHints(listeners, log)
  let sent: Promise<void> = Promise.resolve()
  let sentSlowly: Promise<void> = Promise.resolve()
  let slowQueueLength = 0
  const quietTime = createQuietTime()

  function take(message: LogicalMessage, lagMs: number): Promise<void> | undefined {
    const change = rowChanges.read(message)
    if (!change) return undefined
    quietTime.note(change.relation)
    return route(change, lagMs)
  }

  /** A separate queue for listeners with database conditions, so that a slow filter delays no other listener. */
  function route(change: RowChange, lagMs: number) {
    const matches = listeners.match(change)
    const slow = matches.filter(({ listener }) => hasDatabaseConditions(listener))
    if (slow.length > 0) routeSlowly(change, slow, lagMs)
    if (slow.length === matches.length) return undefined
    const quick = slow.length > 0 ? matches.filter(({ listener }) => !hasDatabaseConditions(listener)) : matches
    return routeQuickly(change, quick, lagMs)
  }

  /** Changes are authorized concurrently and sent in commit order. Never rejects. */
  function routeQuickly(change: RowChange, matches: Match[], lagMs: number) {
    if (lagMs > maxLagMs) skip(matches)
    else {
      const outcome = authorize(change, matches).then(
        (sendAll) => sendAll,
        (error: unknown) => () => giveUp(error, matches),
      )
      sent = sent.then(async () => (await outcome)())
    }
    return sent
  }

  function routeSlowly(change: RowChange, matches: Match[], lagMs: number) {
    if (lagMs > maxLagMs || slowQueueLength >= maxSlowQueue) return skip(matches)
    slowQueueLength++
    sentSlowly = sentSlowly
      .then(() => evaluateAndAuthorize(change, matches))
      .then(
        (sendAll) => sendAll(),
        (error: unknown) => giveUp(error, matches),
      )
      .finally(() => slowQueueLength--)
  }

  const send = (to: Listener, frame: Buffer) => void (listeners.has(to) && to.send(frame))

  async function evaluateAndAuthorize(change: RowChange, candidates: Match[]) {
    const table = await rowChanges.tableOf(change.relation)
    if (!table) return () => {}
    const { matches, timedOut } = await evaluateInDatabase(filterPool, change, table, candidates)
    if (timedOut.length > 0) giveUp(new Error('a filter takes too long'), timedOut)
    return authorize(change, matches)
  }

  /** Resolves with a function that sends the frames, so that their order does not depend on query durations. */
  async function authorize(change: RowChange, matches: Match[]) {
    const table = await rowChanges.tableOf(change.relation)
    if (!table || matches.length === 0) return () => {}
    const callers = distinctCallers(matches)
    const authorized = await authorizeChange(pool, change, table, callers)
    return () => fanOut({ change, matches, callers, table, authorized }, send)
  }

  function giveUp(error: unknown, matches: Match[]) {
    log.error({ err: error }, 'a change could not be authorized: its listeners must refetch')
    for (const listener of new Set(matches.map((one) => one.listener))) listener.lost()
  }

  return {
    add: (listener: Listener) => listeners.add(listener),
    remove: (listener: Listener) => listeners.remove(listener),
    take,
    quietTime,
    /** The feed was interrupted, so changes may be missing: every listener subscribes again. */
    lost() {
      rowChanges.clear()
      quietTime.clear()
      for (const listener of listeners.all()) listener.lost()
    },
  }
}
