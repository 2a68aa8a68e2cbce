// The tables of a dump, without those of extensions, and without the history of migrations, which a restore writes itself.
import type pg from 'pg'
import { digestOf, type TableDigests } from '../backup/table-digests.ts'

export type DumpedTable = {
  /** With its schema, quoted. */
  name: string
  /** Stored columns, by quoted name, with their types. */
  columns: { name: string; type: string }[]
  /** The text of a row, with its columns in the order of their names: their order in the table differs after upgrades. */
  text: string
}

/** The client has an empty search path, so that the names of types have their schema. */
export async function readTables(client: pg.Client): Promise<DumpedTable[]> {
  const { rows } = await client.query<DumpedTable>(
    `select format('%I.%I', n.nspname, c.relname) as name, parts.columns, parts.text
     from pg_class c join pg_namespace n on n.oid = c.relnamespace, lateral (
       select coalesce(json_agg(json_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
           filter (where a.attgenerated = ''), '[]') as columns,
         format('row(%s)::text', string_agg('t.' || quote_ident(a.attname), ', ' order by a.attname)) as text
       from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as parts
     where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'migrations')
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by 1`,
  )
  return rows
}

export async function readDumpDigests(client: pg.Client, tables: readonly DumpedTable[]): Promise<TableDigests> {
  const digests: TableDigests = {}
  for (const { name, text } of tables) digests[name] = await digestOf(client, name, text)
  return digests
}
