// Puts one change before the database: who may see it, and how its values look as JSON.
import type pg from 'pg'
import type { Relation, Tuple } from '../source/pgoutput.ts'
import type { PublishedTable, Reader } from './tables.ts'

export type RowChange = {
  type: 'INSERT' | 'UPDATE' | 'DELETE'
  relation: Relation
  after?: Tuple
  before?: Tuple
  /** The old row came with all its columns, not only its key. */
  isWhole: boolean
  xid: number
  committedAt: Date
}

/** The values of a row by column; undefined where the feed does not know them. */
export function valuesOf(relation: Relation, tuple: Tuple, onlyKey: boolean) {
  return new Map(relation.columns.map(({ name, isKey }, i) => [name, onlyKey && !isKey ? undefined : tuple[i]]))
}

export type Values = ReturnType<typeof valuesOf>

/** The row before the change as far as it is known: an update that touches no key brings none, but then the key is that of the new row. */
export function oldValues({ type, relation, before, after, isWhole }: RowChange): Values | undefined {
  if (before) return valuesOf(relation, before, !isWhole)
  return type === 'UPDATE' && relation.identity !== 'f' ? valuesOf(relation, after!, true) : undefined
}

export type Verdict = {
  /** JSON texts by column, in the table's order. Null where there is no such row. */
  record: Map<string, string> | null
  oldRecord: Map<string, string> | null
  seesNew: boolean[]
  seesOld: boolean[]
  readable: Record<string, string[]>
}

type Judged = {
  names: string[] | null
  record: string[] | null
  old_record: string[] | null
  sees_new: boolean[]
  sees_old: boolean[]
  readable: Record<string, string[]> | null
}

// So many take the database about a fifth of a second: two connections share what is more, and none works longer than a statement may.
const readersAtOnce = 1000

/** One call for all readers, unless they are very many; the answers are in their order. Rejects when the database cannot say. */
export async function judge(
  pool: pg.Pool,
  change: RowChange,
  table: PublishedTable,
  readers: Reader[],
): Promise<Verdict> {
  const groups = Array.from({ length: Math.ceil(readers.length / readersAtOnce) }, (_, i) =>
    readers.slice(i * readersAtOnce, (i + 1) * readersAtOnce),
  )
  const verdicts = await Promise.all(groups.map((group) => judgeGroup(pool, change, table, group)))
  return {
    ...verdicts[0]!,
    seesNew: verdicts.flatMap(({ seesNew }) => seesNew),
    seesOld: verdicts.flatMap(({ seesOld }) => seesOld),
    readable: Object.fromEntries(verdicts.flatMap(({ readable }) => Object.entries(readable))),
  }
}

async function judgeGroup(
  pool: pg.Pool,
  change: RowChange,
  table: PublishedTable,
  readers: Reader[],
): Promise<Verdict> {
  const after = change.after && valuesOf(change.relation, change.after, false)
  const before = oldValues(change)
  const { rows } = await pool.query<Judged>({
    name: 'judge',
    text: 'select * from realtime.authorize_change($1, $2, $3, $4, $5, $6, $7, $8)',
    values: [
      table.relation,
      change.xid,
      image(table, after),
      unknown(table, after),
      image(table, before),
      unknown(table, before),
      readers.map(({ role }) => role),
      readers.map(({ claims }) => claims),
    ],
  })
  const { names, record, old_record, sees_new, sees_old, readable } = rows[0]!
  // An image in the order of other columns would show one in the place of another, and be judged so.
  if (names!.join('\0') !== table.columns.map(({ name }) => name).join('\0')) throw new Error('the table has changed')
  return {
    record: record && knownTexts(names!, record, after!),
    oldRecord: old_record && knownTexts(names!, old_record, before!),
    seesNew: sees_new,
    seesOld: sees_old,
    readable: readable ?? {},
  }
}

/** A row as the text of a composite value, which PostgreSQL reads back with each column's own type. */
function image(table: PublishedTable, values: Values | undefined) {
  if (!values) return null
  return `(${table.columns.map(({ name }) => quoted(values.get(name))).join(',')})`
}

const quoted = (value: string | null | undefined) => (value == null ? '' : `"${value.replace(/["\\]/g, '$&$&')}"`)

const unknown = (table: PublishedTable, values: Values | undefined) =>
  table.columns.filter(({ name }) => values?.get(name) === undefined).map(({ name }) => name)

const knownTexts = (names: string[], texts: string[], values: Values) =>
  new Map(names.flatMap((name, i) => (values.get(name) === undefined ? [] : [[name, texts[i]!] as const])))
