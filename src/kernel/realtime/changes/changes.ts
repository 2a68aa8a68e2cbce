// From a committed change to the sockets that may see it: match in memory, judge in one call, send one finished frame to many.
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { LogicalMessage, Relation } from '../source/pgoutput.ts'
import type { Context } from '../source/stream.ts'
import { askDatabase } from './conditions.ts'
import { deliver, distinctReaders, resyncFrame } from './deliver.ts'
import { type RowChange, judge } from './judge.ts'
import { type Listener, type Match, createListeners } from './listeners.ts'
import { createRecent } from './recent.ts'
import { createReplays } from './replays.ts'
import { type Gone, createReturning } from './returning.ts'
import { type PublishedTable, publishedTables } from './tables.ts'

/** Further behind than this, changes are passed over and their listeners fetch: that is quicker for everybody. */
const mostBehindMs = 10_000
const hintEveryMs = 2000

type Parts = {
  pool: pg.Pool
  /** For questions of which strangers choose how hard they are. */
  asking: pg.Pool
  log: FastifyBaseLogger
  /** Other nodes hear who went from here, for they may come back there. */
  tellGone: (gone: Gone) => void
}

/** The listeners of one node, and what is done with each message of the change feed. */
export function createChanges({ pool, asking, log, tellGone }: Parts) {
  const relations = new Map<number, { relation: Relation; table?: Promise<PublishedTable | undefined> }>()
  const listeners = createListeners()
  const recent = createRecent()
  const returning = createReturning(recent, listeners, tellGone)
  const replays = createReplays(listeners, async (change, matches, send) => (await judged(change, matches))(send))
  let transaction = { xid: 0, committedAt: new Date(0) }
  let delivered: Promise<void> = Promise.resolve()
  let passedOver = new Set<Listener>()

  function add(listener: Listener) {
    const was = returning.welcome(listener)
    listeners.add(listener)
    if (was !== 'new') replays.begin(listener, was === 'unknown' ? undefined : recent.after(was))
  }

  /** `hasLeft`: of its own will, so it will not ask what it missed. */
  function remove(listener: Listener, hasLeft = false) {
    const joinedAt = listeners.remove(listener)
    if (joinedAt !== undefined && !hasLeft) returning.leave(listener, joinedAt)
  }

  function take(message: LogicalMessage, context: Context): Promise<void> | undefined {
    switch (message.kind) {
      case 'begin':
        transaction = message
        return undefined
      case 'relation':
        relations.set(message.relation.oid, { relation: message.relation })
        return undefined
      case 'insert':
        return route({ type: 'INSERT', ...rowOf(message.relation), after: message.after, isWhole: false }, context)
      case 'update': {
        const { after, before, isWhole } = message
        return route({ type: 'UPDATE', ...rowOf(message.relation), after, isWhole, ...(before && { before }) }, context)
      }
      case 'delete': {
        const { before, isWhole } = message
        return route({ type: 'DELETE', ...rowOf(message.relation), before, isWhole }, context)
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

  /** Judging starts at once, delivery keeps the order of the commits. Never rejects. */
  function route(change: RowChange, { behindMs, position }: Context) {
    const number = recent.add(change, position)
    const matches = listeners.match(change)
    if (matches.length === 0) return undefined
    if (behindMs > mostBehindMs) passOver(matches)
    else {
      const outcome = judged(change, matches).then(
        (tell) => () => tell((to, frame) => listeners.has(to) && replays.send(to, frame)),
        (error: unknown) => () => giveUp(error, matches),
      )
      delivered = delivered.then(async () => (await outcome)())
    }
    delivered = delivered.then(() => recent.sent(number))
    return delivered
  }

  /** Asks the database; the answer sends. */
  async function judged(change: RowChange, wanted: Match[]) {
    const table = await tableOf(change.relation)
    const matches = table ? await askDatabase(asking, change, table, wanted) : []
    if (!table || matches.length === 0) return () => {}
    const readers = distinctReaders(matches)
    const verdict = await judge(pool, change, table, readers)
    return (send: (to: Listener, frame: Buffer) => void) => deliver({ change, matches, readers, table, verdict }, send)
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
        for (const listener of told) if (listeners.has(listener)) replays.send(listener, resyncFrame(listener))
      }, hintEveryMs).unref()
    }
    for (const { listener } of matches) passedOver.add(listener)
  }

  return {
    add,
    remove,
    take,
    /** Who went from another node. */
    gone: returning.remember,
    started: () => recent.begin(),
    /** Nobody knows what was missed: every listener starts again. */
    lost() {
      relations.clear()
      for (const [listener] of listeners.all()) listener.lost()
      recent.clear()
    },
  }
}
