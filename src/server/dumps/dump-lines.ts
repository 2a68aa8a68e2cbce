// The dump format: JSON lines. An object starts a table; a list is a row of that table, with each column as text or
// null.
import { createHash, type Hash } from 'node:crypto'
import type pg from 'pg'
import type { DumpedTable } from './dumped-tables.ts'

type Sequence = { name: string; value: string | null; start: string }
export type Head = { table: string; columns: string[] } | { sequences: Sequence[] } | { isComplete: true }

/** Rows per fetch: a row may have a few hundred kilobytes. */
const atOnce = 100
const lineOf = (head: Head) => `${JSON.stringify(head)}\n`

/** All rows of the client's snapshot. */
export async function* writeLines(client: pg.Client, tables: readonly DumpedTable[]) {
  for (const { name, columns } of tables) {
    yield lineOf({ table: name, columns: columns.map((column) => column.name) })
    // Texts, because JSON does not distinguish the null of jsonb from a missing value.
    const texts = columns.map((column) => `(t.${column.name})::text`).join(', ')
    await client.query(
      `declare dumped no scroll cursor for select to_json(array[${texts}]::text[])::text as line from ${name} t`,
    )
    for (;;) {
      const { rows } = await client.query<{ line: string }>(`fetch ${atOnce} from dumped`)
      if (rows.length === 0) break
      yield rows.map(({ line }) => `${line}\n`).join('')
    }
    await client.query('close dumped')
  }
  // Sequences are not part of the snapshot. Read after the rows, so that no sequence is behind a row's value.
  const { rows: sequences } = await client.query<Sequence>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value, start_value::text as start
     from pg_sequences where schemaname <> 'migrations' order by 1`,
  )
  yield lineOf({ sequences })
  yield lineOf({ isComplete: true })
}

/** Yields the chunks unchanged, and updates the checksum. */
export async function* hashChunks<Part extends string | Uint8Array>(parts: AsyncIterable<Part>, hash: Hash) {
  for await (const part of parts) {
    hash.update(part)
    yield part
  }
}

export const newHash = () => createHash('sha256')

/** Splits at line feeds only: rows may contain other separators of lines. */
export async function* readLines(parts: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let head: Uint8Array[] = []
  const joined = () => Buffer.concat(head).toString('utf8')
  for await (const part of parts) {
    let from = 0
    for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, from)) {
      head.push(part.subarray(from, at))
      yield joined()
      head = []
      from = at + 1
    }
    head.push(part.subarray(from))
  }
  if (head.some(({ length }) => length > 0)) yield joined()
}
