// The database of a release: its SQL files and its rows, compressed. Written by scripts/release-fixture.ts, loaded by tests of upgrades.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import pg from 'pg'
import { migrate } from '#kernel/postgres/migrate.ts'

export type ReleaseFixture = {
  version: string
  commit: string
  /** The SQL files of the release below src/, by path. */
  sql: { tables: string[]; code: string[]; texts: Record<string, string> }
  /** By table: its column names, and each row in PostgreSQL's text format. */
  rows: Record<string, { columns: string[]; values: string[] }>
  sequences: Record<string, string>
}

const level = { params: { [constants.ZSTD_c_compressionLevel]: 19 } }

export const writeFixture = (path: string, fixture: ReleaseFixture) =>
  writeFileSync(path, zstdCompressSync(JSON.stringify(fixture), level))

export const readFixture = (path: string) =>
  JSON.parse(zstdDecompressSync(readFileSync(path)).toString()) as ReleaseFixture

/** Excludes the job queue, whose library creates it, and the migrator's bookkeeping, which a migration writes. */
const ourTables = `select c.oid, format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'graphile_worker', 'migrations')`

/** Session settings that the text of a row depends on. */
const textSettings = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex'; set search_path = ''`

export async function readRows(client: pg.Client): Promise<Pick<ReleaseFixture, 'rows' | 'sequences'>> {
  await client.query(textSettings)
  const { rows: tables } = await client.query<{ name: string; columns: string[] }>(
    `select t.name, array(select a.attname::text from pg_attribute a
       where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
     from (${ourTables}) t order by 1`,
  )
  const rows: ReleaseFixture['rows'] = {}
  for (const { name, columns } of tables) rows[name] = { columns, values: await rowTexts(client, name, columns) }
  const { rows: sequences } = await client.query<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences
     where last_value is not null and schemaname not in ('graphile_worker', 'migrations') order by 1`,
  )
  return { rows, sequences: Object.fromEntries(sequences.map(({ name, value }) => [name, value])) }
}

/** The columns, in the order of the texts. */
export async function rowTexts(client: pg.Client, table: string, columns: readonly string[]): Promise<string[]> {
  const list = columns.map((column) => `t.${pg.escapeIdentifier(column)}`).join(', ')
  const { rows } = await client.query<{ text: string }>(`select row(${list})::text as text from ${table} t`)
  return rows.map(({ text }) => text).sort()
}

/** Creates the release's schema with its own files, written below `folder`, and inserts its rows. */
export async function loadFixture(
  config: pg.ClientConfig,
  { version, sql, rows, sequences }: ReleaseFixture,
  folder: string,
) {
  for (const [path, text] of Object.entries(sql.texts)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const { tables, code } = sql
  const schema = { folder, tables, code, version }
  await migrate(config, schema)
  const client = new pg.Client(config)
  await client.connect()
  try {
    await client.query(textSettings)
    await client.query('begin')
    // Rows are inserted unchanged: without triggers, in any order of foreign keys.
    await client.query(`set local session_replication_role = replica`)
    await client.query(`truncate ${Object.keys(rows).join(', ')} cascade`)
    for (const [table, { columns, values }] of Object.entries(rows)) {
      if (values.length === 0) continue
      await client.query(
        `create temp table arriving on commit drop as select ${columns.map((column) => pg.escapeIdentifier(column)).join(', ')} from ${table} limit 0`,
      )
      const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
      await client.query(
        `insert into ${table} (${list}) overriding system value
         select (given.text::pg_temp.arriving).* from unnest($1::text[]) as given (text)`,
        [values],
      )
      await client.query('drop table pg_temp.arriving')
    }
    for (const [name, value] of Object.entries(sequences)) await client.query('select setval($1, $2)', [name, value])
    await client.query('commit')
  } finally {
    await client.end()
  }
  return schema
}
