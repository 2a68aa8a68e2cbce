// Loads the rows of a dump into a database of the same release.
import type pg from 'pg'
import { StartupError } from '#lib/startup-error.ts'
import { BrokenBackup } from '../backup/read-archive.ts'
import type { Head } from './dump-lines.ts'
import type { DumpedTable } from './dumped-tables.ts'

const batchLength = 4_000_000

/**
 * Replaces all rows, in the client's transaction and without triggers. Returns the tables of the dump that the database does not have: they
 * were added manually, and their rows are not restored.
 */
export async function loadLines(client: pg.Client, tables: readonly DumpedTable[], lines: AsyncIterable<string>) {
  const missing = new Map(tables.map((table) => [table.name, table]))
  const unknown: string[] = []
  await client.query('set local session_replication_role = replica')
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)

  let insert: string | undefined
  let batch: string[] = []
  let length = 0
  let isComplete = false
  const flush = async () => {
    if (insert !== undefined && batch.length > 0) await client.query(insert, [`[${batch.join(',')}]`])
    batch = []
    length = 0
  }
  for await (const line of lines) {
    if (line.startsWith('[')) {
      if (insert === undefined) continue
      batch.push(line)
      length += line.length
      if (length > batchLength) await flush()
      continue
    }
    await flush()
    insert = undefined
    const head = JSON.parse(line) as Head
    if ('table' in head) {
      const table = missing.get(head.table)
      if (table) insert = insertInto(table, head.columns)
      else unknown.push(head.table)
      missing.delete(head.table)
    } else if ('sequences' in head) {
      for (const { name, value, start } of head.sequences)
        await client.query('select setval(to_regclass($1), $2::bigint, $3)', [name, value ?? start, value !== null])
    } else if ('isComplete' in head) isComplete = true
  }
  if (!isComplete) throw new BrokenBackup('The dump is cut off')
  const [lacking] = missing.keys()
  if (lacking !== undefined) throw new BrokenBackup(`The dump lacks the table ${lacking}`)
  return unknown
}

function insertInto({ name, columns }: DumpedTable, dumped: readonly string[]): string {
  const types = new Map(columns.map((column) => [column.name, column.type]))
  if (dumped.length !== types.size || dumped.some((column) => !types.has(column)))
    throw new StartupError(`The table ${name} has other columns than in the dump.`)
  const values = dumped.map((column, n) => `(v ->> ${n})::${types.get(column)}`)
  return `insert into ${name} (${dumped.join(', ')}) overriding system value
    select ${values.join(', ')} from json_array_elements($1::json) e (v)`
}
