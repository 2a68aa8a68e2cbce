// From a committed change to the sockets that may see it: match in memory, judge in one call, send one finished frame to many.
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { type RowChange, type Verdict, judge, oldValues, valuesOf } from './judge.ts'
import { type Data, changeData } from './change-data.ts'
import { type Version, writeText } from '../frames.ts'
import type { LogicalMessage, Relation } from '../source/pgoutput.ts'
import { type PublishedTable, type Reader, type Subscription, publishedTables } from './tables.ts'

/** A joined channel that listens to changes. Its reader may change while it listens: a fresh token. */
export type Listener = {
  topic: string
  version: Version
  reader: Reader
  subscriptions: Subscription[]
  send(frame: Buffer): void
  /** Changes may have been missed: the client must subscribe and fetch again. */
  lost(): void
}

type Match = { listener: Listener; reader: Reader; subscription: Subscription }

/** The listeners of one node, and what is done with each message of the change feed. */
export function createChanges(pool: pg.Pool, log: FastifyBaseLogger) {
  const listeners = new Map<string, Set<{ listener: Listener; subscription: Subscription }>>()
  const relations = new Map<number, { relation: Relation; table?: Promise<PublishedTable | undefined> }>()
  const joined = new Map<Listener, () => void>()
  let transaction = { xid: 0, committedAt: new Date(0) }
  let delivered: Promise<void> = Promise.resolve()

  function add(listener: Listener) {
    const removals = listener.subscriptions.map((subscription) => {
      const key = `${subscription.schema}.${subscription.table}`
      const entry = { listener, subscription }
      const set = listeners.get(key) ?? new Set()
      listeners.set(key, set.add(entry))
      return () => {
        set.delete(entry)
        if (set.size === 0) listeners.delete(key)
      }
    })
    joined.set(listener, () => removals.forEach((remove) => remove()))
  }

  function remove(listener: Listener) {
    joined.get(listener)?.()
    joined.delete(listener)
  }

  function take(message: LogicalMessage): Promise<void> | undefined {
    switch (message.kind) {
      case 'begin':
        transaction = message
        return undefined
      case 'relation':
        relations.set(message.relation.oid, { relation: message.relation })
        return undefined
      case 'insert':
        return route({ type: 'INSERT', ...rowOf(message.relation), after: message.after, isWhole: false })
      case 'update': {
        const { after, before, isWhole } = message
        return route({ type: 'UPDATE', ...rowOf(message.relation), after, isWhole, ...(before && { before }) })
      }
      case 'delete':
        return route({ type: 'DELETE', ...rowOf(message.relation), before: message.before, isWhole: message.isWhole })
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
  function route(change: RowChange) {
    const matches = match(change)
    if (matches.length === 0) return undefined
    const readers = distinctReaders(matches)
    const judged = tableOf(change.relation).then(
      (table) => table && judge(pool, change, table, readers).then((verdict) => ({ table, verdict })),
    )
    const outcome = judged.then(
      (answer) => () => answer && deliver(change, matches, readers, answer.table, answer.verdict),
      (error: unknown) => () => giveUp(error, matches),
    )
    delivered = delivered.then(async () => (await outcome)())
    return delivered
  }

  function match(change: RowChange): Match[] {
    const { schema, table } = change.relation
    const values = change.after ? valuesOf(change.relation, change.after, false) : oldValues(change)!
    const keys = [`${schema}.${table}`, `${schema}.*`, '*.*']
    return keys
      .flatMap((key) => [...(listeners.get(key) ?? [])])
      .filter(
        ({ subscription: { event, passes } }) =>
          (event === '*' || event === change.type) && passes((name) => values.get(name)),
      )
      .map(({ listener, subscription }) => ({ listener, subscription, reader: listener.reader }))
  }

  /** The catalogue's view of a table, asked once after each time PostgreSQL describes it anew: it does so after every change to the table. */
  function tableOf({ oid, schema, table }: Relation) {
    const known = relations.get(oid)!
    known.table ??= publishedTables(pool, schema, table).then((rows) => rows.find(({ relation }) => relation === oid))
    known.table.catch(() => delete known.table)
    return known.table
  }

  function deliver(change: RowChange, matches: Match[], readers: Reader[], table: PublishedTable, verdict: Verdict) {
    const places = new Map(readers.map((reader, i) => [keyOf(reader), i]))
    const sees = change.type === 'DELETE' ? verdict.seesOld : verdict.seesNew
    const data = changeData(change, table, verdict)
    const outgoing = new Map<Listener, Map<Data, number[]>>()
    for (const { listener, reader, subscription } of matches) {
      const place = places.get(keyOf(reader))!
      const readable = verdict.readable[reader.role] ?? []
      const mayFilter = subscription.filterColumns.every((column) => readable.includes(column))
      if (!sees[place] || !mayFilter || !joined.has(listener)) continue
      const variant = data(readable, subscription.select, verdict.seesOld[place]!)
      const ids = outgoing.get(listener) ?? new Map<Data, number[]>()
      ids.set(variant, [...(ids.get(variant) ?? []), subscription.id])
      outgoing.set(listener, ids)
    }
    for (const [listener, variants] of outgoing)
      for (const [variant, ids] of variants) listener.send(frameFor(variant, listener, ids))
  }

  function giveUp(error: unknown, matches: Match[]) {
    log.error({ err: error }, 'a change could not be judged: its listeners must fetch again')
    for (const listener of new Set(matches.map((one) => one.listener))) listener.lost()
  }

  return {
    add,
    remove,
    take,
    /** Nobody knows what was missed: every listener starts again. */
    lost() {
      relations.clear()
      for (const listener of joined.keys()) listener.lost()
    },
  }
}

/** Those of one role together: what holds for the role is then asked once. */
const distinctReaders = (matches: Match[]) =>
  [...new Map(matches.map(({ reader }) => [keyOf(reader), reader])).values()].toSorted((a, b) =>
    a.role < b.role ? -1 : 1,
  )

const keyOf = ({ role, claims }: Reader) => `${role} ${claims}`

/** One finished frame per protocol version, topic and set of numbers: everybody who gets the same gets the same bytes. */
function frameFor(data: Data, { version, topic }: Listener, ids: number[]) {
  const key = `${version} ${topic} ${ids.join()}`
  const known = data.frames.get(key)
  if (known) return known
  const payload = `{"ids":[${ids.join()}],"data":${data.text}}`
  const frame = writeText(version, { topic, event: 'postgres_changes' }, payload)
  data.frames.set(key, frame)
  return frame
}
