// Copies all rows and sequences of one database into another one with the same schema, and compares both.
import { rmSync } from 'node:fs'
import pg from 'pg'
import { StartupError } from '#lib/startup-error.ts'
import { digestOf, type TableDigests } from '../backup/table-digests.ts'

const ours = `n.nspname <> 'information_schema' and n.nspname !~ '^pg_'`
const notOfExtension = (oid: string, catalog: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e')`

/** Objects by name. Definitions come from the same files on both sides; manually added objects have other names. */
const objects = `
  select format('role %I', rolname) from pg_roles where rolname !~ '^pg_'
  union all select format('extension %I', extname) from pg_extension
  union all select format('schema %I', nspname) from pg_namespace n where ${ours}
  union all select format('%s %I.%I', case c.relkind when 'S' then 'sequence' when 'i' then 'index' when 'v' then 'view' when 'm' then 'view' else 'table' end, n.nspname, c.relname)
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${ours} and c.relpersistence = 'p' and c.relkind in ('r', 'p', 'S', 'i', 'v', 'm', 'f') and ${notOfExtension('c.oid', 'pg_class')}
  union all select format('column %I.%I.%I %s', n.nspname, c.relname, a.attname, format_type(a.atttypid, a.atttypmod))
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where ${ours} and c.relkind in ('r', 'p') and c.relpersistence = 'p' and a.attnum > 0 and not a.attisdropped
  -- Not-null constraints are rows of this catalog from version 18 on.
  union all select format('constraint %I of %s', conname, conrelid::regclass) from pg_constraint c join pg_namespace n on n.oid = c.connamespace
    where ${ours} and conrelid <> 0 and contype in ('c', 'f', 'p', 'u', 'x')
  union all select format('function %s', p.oid::regprocedure) from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where ${ours} and ${notOfExtension('p.oid', 'pg_proc')}
  union all select format('trigger %I of %s', tgname, tgrelid::regclass) from pg_trigger where not tgisinternal
  union all select format('policy %I of %s', polname, polrelid::regclass) from pg_policy`

export async function readObjects(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`select name from (${objects}) each (name) order by 1`)
  return rows.map(({ name }) => name)
}

/** Throws StartupError if an object exists on one side only. */
export function refuseDifferences(old: readonly string[], current: readonly string[]) {
  const [before, after] = [new Set(old), new Set(current)]
  const added = old.filter((name) => !after.has(name))
  const missing = current.filter((name) => !before.has(name))
  if (added.length + missing.length === 0) return
  throw new StartupError(
    [
      'The database does not have the schema of this release, so its rows cannot be copied as they are.',
      ...(added.length > 0 ? [`Only in the database: ${added.slice(0, 10).join(', ')}.`] : []),
      ...(missing.length > 0 ? [`Only in the release: ${missing.slice(0, 10).join(', ')}.`] : []),
      'Remove what was added by hand, and run the command again.',
    ].join(' '),
  )
}

type Table = {
  name: string
  /** The stored columns, for COPY. */
  stored: string
  /** Ordered by name: the column order of a migrated database differs. */
  all: string
}

async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select format('%I.%I', n.nspname, c.relname) as name, columns.*
     from pg_class c join pg_namespace n on n.oid = c.relnamespace, lateral (
       select string_agg(quote_ident(a.attname), ', ' order by a.attnum) filter (where a.attgenerated = '') as stored,
         string_agg('t.' || quote_ident(a.attname), ', ' order by a.attname) as all
       from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
     where c.relkind = 'r' and c.relpersistence = 'p' and ${ours} order by 1`,
  )
  return rows
}

/** Copies through the file, one table at a time; both servers run as its owner. In one transaction, without triggers. */
export async function copyRows(from: pg.Client, to: pg.Client, file: string) {
  const tables = await readTables(from)
  await to.query('begin')
  await to.query('set local session_replication_role = replica')
  await to.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
  for (const { name, stored } of tables) {
    await from.query(`copy ${name} (${stored}) to ${pg.escapeLiteral(file)}`)
    await to.query(`copy ${name} (${stored}) from ${pg.escapeLiteral(file)}`)
    rmSync(file)
  }
  for (const { name, value, start } of await readSequences(from))
    await to.query('select setval($1::regclass, $2::bigint, $3)', [name, value ?? start, value !== null])
  await to.query('commit')
}

/** `value` is null before the sequence's first use. */
type Sequence = { name: string; value: string | null; start: string }

async function readSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value, start_value::text as start from pg_sequences order by 1`,
  )
  return rows
}

/** Compares rows, checksums and sequences. Throws StartupError if any differs. */
export async function compareDatabases(from: pg.Client, to: pg.Client): Promise<TableDigests> {
  const [before, after] = await Promise.all([readSums(from), readSums(to)])
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const differing = names.filter(
    (name) => before[name]?.rows !== after[name]?.rows || before[name]?.digest !== after[name]?.digest,
  )
  const [old, current] = await Promise.all([readSequences(from), readSequences(to)])
  const values = new Map(current.map(({ name, value }) => [name, value]))
  differing.push(...old.filter(({ name, value }) => values.get(name) !== value).map(({ name }) => name))
  if (differing.length > 0) throw new StartupError(`The copy differs in ${differing.slice(0, 10).join(', ')}.`)
  return after
}

async function readSums(client: pg.Client): Promise<TableDigests> {
  const sums: TableDigests = {}
  for (const { name, all } of await readTables(client)) sums[name] = await digestOf(client, name, `row(${all})::text`)
  return sums
}
