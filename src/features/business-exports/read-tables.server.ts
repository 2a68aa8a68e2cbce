// Reads tables for the archive through cursors, as the owner who requested it: row-level security filters the rows.
import type { Db } from '#kernel/postgres/transaction.ts'
import { byteOrderMark, csvLine } from '#lib/spreadsheets/csv.ts'
import { headOf } from './column-heads.ts'
import { cellSql, type ExportedColumn, isSecret, staffSql } from './exported-columns.ts'

/** Rows per fetch, which bounds the memory. */
const page = 500

/** The columns that the role of the transaction may read, without secrets and bytea columns. */
export async function readColumns(db: Db, tables: readonly string[]): Promise<Map<string, ExportedColumn[]>> {
  const rows = await db.query<ExportedColumn & { table: string }>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
       (select case k.confrelid when 'auth.users'::regclass then 'auth.users' else k.confrelid::regclass::text end
        from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and k.conkey = array[a.attnum] limit 1) as target
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relname = any ($1) and a.attnum > 0 and not a.attisdropped
       and a.atttypid <> all (array['bytea', 'tsvector']::regtype[]) and has_column_privilege(c.oid, a.attnum, 'select')
     order by c.relname, a.attnum`,
    [[...tables]],
  )
  const columns = new Map<string, ExportedColumn[]>(tables.map((table) => [table, []]))
  for (const { table, ...column } of rows) if (!isSecret(column.name)) columns.get(table)!.push(column)
  return columns
}

/** Yields the rows of a query page by page. One cursor at a time. */
export async function* readPages<Row>(db: Db, query: string): AsyncGenerator<Row[]> {
  await db.query(`declare exported no scroll cursor for ${query}`)
  for (;;) {
    const rows = await db.query<Row>(`fetch ${page} from exported`)
    if (rows.length > 0) yield rows
    if (rows.length < page) break
  }
  await db.query('close exported')
}

type Table = { name: string; columns: readonly ExportedColumn[] }

/** The sort order of rows: by creation, if the table has a column for it. */
function orderOf(columns: readonly ExportedColumn[]) {
  const time = ['created_at', 'requested_at', 'started_at', 'happened_at', 'at'].find((name) =>
    columns.some((column) => column.name === name),
  )
  const id = columns.some(({ name }) => name === 'id') ? ['t.id'] : []
  const order = [...(time ? [`t."${time}"`] : []), ...id]
  return order.length > 0 ? ` order by ${order.join(', ')}` : ''
}

/** Streams rows as a JSON array, with all columns. `onRows` is called with the number of rows of each page. */
export async function* tableAsJson(db: Db, { name, columns }: Table, onRows: (count: number) => void) {
  const selected = columns.map((column) => `t."${column.name}"`).join(', ')
  const query = `select row_to_json(r)::text as line from (select ${selected} from public."${name}" t${orderOf(columns)}) r`
  let start = '[\n'
  for await (const rows of readPages<{ line: string }>(db, query)) {
    onRows(rows.length)
    yield start + rows.map(({ line }) => line).join(',\n')
    start = ',\n'
  }
  yield start === '[\n' ? '[]\n' : '\n]\n'
}

/** Streams rows as a CSV table with Hebrew headers; columns without a header are exported in the JSON only. */
export async function* tableAsCsv(db: Db, { name, columns }: Table) {
  const shown = columns.filter((column) => headOf(column.name) !== undefined)
  yield byteOrderMark + csvLine(shown.map((column) => headOf(column.name)!))
  const cells = shown.map((column, at) => `${cellSql(column)} as c${at}`).join(', ')
  const query = `${staffSql} select ${cells} from public."${name}" t${orderOf(columns)}`
  for await (const rows of readPages<Record<string, string | null>>(db, query))
    yield rows.map((row) => csvLine(Object.values(row).map((cell) => cell ?? ''))).join('')
}
