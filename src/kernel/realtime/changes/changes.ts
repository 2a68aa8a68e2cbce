// From a committed change to the sockets that may see it: match in memory, authorizeChange in one call, send one finished frame to many.
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { LogicalMessage, Relation } from '../source/pgoutput.ts'
import { evaluateInDatabase } from './database-conditions.ts'
import { fanOut, distinctCallers, resyncFrame } from './fan-out.ts'
import { type RowChange, authorizeChange } from './authorize-change.ts'
import { type Listener, type Match, createListeners, hasDatabaseConditions } from './listeners.ts'
import { type PublishedTable, publishedTables } from './tables.ts'

/** Further behind than this, changes are passed over and their listeners fetch: that is quicker for everybody. */
const mostBehindMs = 10_000
const hintEveryMs = 2000
const mostWaitingSlowly = 100

type Parts = {
  pool: pg.Pool
  /** For questions of which strangers choose how hard they are. */
  asking: pg.Pool
  log: FastifyBaseLogger
}

/** The listeners of one node, and what is done with each message of the change feed. */
export function createChanges({ pool, asking, log }: Parts) {
  const relations = new Map<number, { relation: Relation; table?: Promise<PublishedTable | undefined> }>()
  const listeners = createListeners()
  let transaction = { xid: 0, committedAt: new Date(0) }
  let delivered: Promise<void> = Promise.resolve()
  let deliveredSlowly: Promise<void> = Promise.resolve()
  let waitingSlowly = 0
  let passedOver = new Set<Listener>()

  function take(message: LogicalMessage, behindMs: number): Promise<void> | undefined {
    switch (message.kind) {
      case 'begin':
        transaction = message
        return undefined
      case 'relation':
        relations.set(message.relation.oid, { relation: message.relation })
        return undefined
      case 'insert':
        return route({ type: 'INSERT', ...rowOf(message.relation), after: message.after, isWhole: false }, behindMs)
      case 'update': {
        const { after, before, isWhole } = message
        return route(
          { type: 'UPDATE', ...rowOf(message.relation), after, isWhole, ...(before && { before }) },
          behindMs,
        )
      }
      case 'delete': {
        const { before, isWhole } = message
        return route({ type: 'DELETE', ...rowOf(message.relation), before, isWhole }, behindMs)
      }
      default:
        return undefined
    }
  }

  const rowOf = (oid: number) => ({
    relation: relations.get(oid)!.relation,
    xid: transaction.xid,
    committedAt: transaction.committedAt,
  })

  /** Those with questions of their own choice to the database wait for it in a lane of their own: nobody else waits for them. */
  function route(change: RowChange, behindMs: number) {
    const matches = listeners.match(change)
    const slow = matches.filter(({ listener }) => hasDatabaseConditions(listener))
    if (slow.length > 0) routeSlowly(change, slow, behindMs)
    if (slow.length === matches.length) return undefined
    const quick = slow.length > 0 ? matches.filter(({ listener }) => !hasDatabaseConditions(listener)) : matches
    return routeQuickly(change, quick, behindMs)
  }

  /** Judging starts at once, delivery keeps the order of the commits. Never rejects. */
  function routeQuickly(change: RowChange, matches: Match[], behindMs: number) {
    if (behindMs > mostBehindMs) passOver(matches)
    else {
      const outcome = judged(change, matches).then(
        (tell) => () => tell(send),
        (error: unknown) => () => giveUp(error, matches),
      )
      delivered = delivered.then(async () => (await outcome)())
    }
    return delivered
  }

  function routeSlowly(change: RowChange, matches: Match[], behindMs: number) {
    if (behindMs > mostBehindMs || waitingSlowly >= mostWaitingSlowly) return passOver(matches)
    waitingSlowly++
    deliveredSlowly = deliveredSlowly
      .then(() => judgedWithQuestions(change, matches))
      .then(
        (tell) => tell(send),
        (error: unknown) => giveUp(error, matches),
      )
      .finally(() => waitingSlowly--)
  }

  const send = (to: Listener, frame: Buffer) => void (listeners.has(to) && to.send(frame))

  async function judgedWithQuestions(change: RowChange, wanted: Match[]) {
    const table = await tableOf(change.relation)
    if (!table) return () => {}
    const { matches, unanswered } = await evaluateInDatabase(asking, change, table, wanted)
    if (unanswered.length > 0) giveUp(new Error('a filter takes too long'), unanswered)
    return judged(change, matches)
  }

  /** Asks the database; the answer sends. */
  async function judged(change: RowChange, matches: Match[]) {
    const table = await tableOf(change.relation)
    if (!table || matches.length === 0) return () => {}
    const callers = distinctCallers(matches)
    const verdict = await authorizeChange(pool, change, table, callers)
    return (tell: (to: Listener, frame: Buffer) => void) => fanOut({ change, matches, callers, table, verdict }, tell)
  }

  /** The catalogue's view of a table, asked once after each time PostgreSQL describes it anew: it does so after every change to the table. */
  async function tableOf({ oid, schema, table }: Relation) {
    const known = relations.get(oid)
    if (!known) throw new Error('the feed began anew')
    known.table ??= publishedTables(pool, schema, table).then((rows) => rows.find(({ relation }) => relation === oid))
    known.table.catch(() => delete known.table)
    return known.table
  }

  function giveUp(error: unknown, matches: Match[]) {
    log.error({ err: error }, 'a change could not be judged: its listeners must fetch again')
    for (const listener of new Set(matches.map((one) => one.listener))) listener.lost()
  }

  function passOver(matches: Match[]) {
    if (passedOver.size === 0) {
      log.warn('the change feed is far behind: listeners are asked to fetch')
      setTimeout(() => {
        const told = passedOver
        passedOver = new Set()
        for (const listener of told) if (listeners.has(listener)) listener.send(resyncFrame(listener))
      }, hintEveryMs).unref()
    }
    for (const { listener } of matches) passedOver.add(listener)
  }

  return {
    add: (listener: Listener) => listeners.add(listener),
    remove: (listener: Listener) => listeners.remove(listener),
    take,
    /** Nobody knows what was missed: every listener starts again. */
    lost() {
      relations.clear()
      for (const listener of listeners.all()) listener.lost()
    },
  }
}
