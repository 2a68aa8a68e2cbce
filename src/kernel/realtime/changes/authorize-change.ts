// Authorizes one change in the database: which callers may see it, and its values as JSON.
import type pg from 'pg'
import type { Relation, Tuple } from '../source/pgoutput.ts'
import type { PublishedTable, CallerIdentity } from './tables.ts'

export type RowChange = {
  type: 'INSERT' | 'UPDATE' | 'DELETE'
  relation: Relation
  after?: Tuple
  before?: Tuple
  /** The old row has all its columns, not only its key. */
  isWhole: boolean
  xid: number
  committedAt: Date
}

/** The values of a row by column; undefined for values the feed did not send. */
export function valuesOf(relation: Relation, tuple: Tuple, onlyKey: boolean) {
  return new Map(relation.columns.map(({ name, isKey }, i) => [name, onlyKey && !isKey ? undefined : tuple[i]]))
}

export type Values = ReturnType<typeof valuesOf>

/** The known values of the row before the change. An update with an unchanged key has no old row, so the key of the new row is used. */
export function oldValues({ type, relation, before, after, isWhole }: RowChange): Values | undefined {
  if (before) return valuesOf(relation, before, !isWhole)
  return type === 'UPDATE' && relation.identity !== 'f' ? valuesOf(relation, after!, true) : undefined
}

export type AuthorizedChange = {
  /** JSON texts by column, in the table's order. Null where the row does not exist. */
  record: Map<string, string> | null
  oldRecord: Map<string, string> | null
  seesNew: boolean[]
  /** Which callers are notified of a delete. */
  seesOld: boolean[]
  /** Which callers receive the values of the old row beyond its key. */
  readsOld: boolean[]
  readable: Record<string, string[]>
}

type ResultRow = {
  names: string[] | null
  record: string[] | null
  old_record: string[] | null
  sees_new: boolean[]
  sees_old: boolean[]
  reads_old: boolean[]
  readable: Record<string, string[]> | null
}

// About 200 ms of database time. Larger groups are split over two connections, so that no statement reaches its timeout.
const callersAtOnce = 1000

/** One query per group of callers; results keep the callers' order. Rejects when the query fails. */
export async function authorizeChange(
  pool: pg.Pool,
  change: RowChange,
  table: PublishedTable,
  callers: CallerIdentity[],
): Promise<AuthorizedChange> {
  const groups = Array.from({ length: Math.ceil(callers.length / callersAtOnce) }, (_, i) =>
    callers.slice(i * callersAtOnce, (i + 1) * callersAtOnce),
  )
  const groupResults = await Promise.all(groups.map((group) => authorizeGroup(pool, change, table, group)))
  return {
    ...groupResults[0]!,
    seesNew: groupResults.flatMap(({ seesNew }) => seesNew),
    seesOld: groupResults.flatMap(({ seesOld }) => seesOld),
    readsOld: groupResults.flatMap(({ readsOld }) => readsOld),
    readable: Object.fromEntries(groupResults.flatMap(({ readable }) => Object.entries(readable))),
  }
}

async function authorizeGroup(
  pool: pg.Pool,
  change: RowChange,
  table: PublishedTable,
  callers: CallerIdentity[],
): Promise<AuthorizedChange> {
  const after = change.after && valuesOf(change.relation, change.after, false)
  const before = oldValues(change)
  const { rows } = await pool.query<ResultRow>({
    name: 'judge',
    text: 'select * from realtime.authorize_change($1, $2, $3, $4, $5, $6, $7, $8)',
    values: [
      table.relation,
      change.xid,
      image(table, after),
      unknown(table, after),
      image(table, before),
      unknown(table, before),
      callers.map(({ role }) => role),
      callers.map(({ claims }) => claims),
    ],
  })
  const { names, record, old_record, sees_new, sees_old, reads_old, readable } = rows[0]!
  // After DDL the column order may differ: a value would be authorized and shown under another column's name.
  if (names!.join('\0') !== table.columns.map(({ name }) => name).join('\0')) throw new Error('the table has changed')
  return {
    record: record && knownTexts(names!, record, after!),
    oldRecord: old_record && knownTexts(names!, old_record, before!),
    seesNew: sees_new,
    seesOld: sees_old,
    readsOld: reads_old,
    readable: readable ?? {},
  }
}

/** A row as the text of a composite value, which PostgreSQL parses with each column's own type. */
function image(table: PublishedTable, values: Values | undefined) {
  if (!values) return null
  return `(${table.columns.map(({ name }) => quoted(values.get(name))).join(',')})`
}

const quoted = (value: string | null | undefined) => (value == null ? '' : `"${value.replace(/["\\]/g, '$&$&')}"`)

const unknown = (table: PublishedTable, values: Values | undefined) =>
  table.columns.filter(({ name }) => values?.get(name) === undefined).map(({ name }) => name)

const knownTexts = (names: string[], texts: string[], values: Values) =>
  new Map(names.flatMap((name, i) => (values.get(name) === undefined ? [] : [[name, texts[i]!] as const])))
