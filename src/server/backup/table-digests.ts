// Row counts and checksums of every table at a named restore point, to which a restore can recover.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export type TableDigest = { rows: number; digest: string }
export type TableDigests = Record<string, TableDigest>
export type DigestedMoment = { restorePoint: string; wal: string; database: string; tables: TableDigests }

const pauseMs = 20
const triesMs = 30_000

/**
 * Undefined if continuous writes left no gap for half a minute. Without locks: takes a snapshot, creates the restore
 * point, and then checks that no transaction completed, or could have written its commit, in between.
 */
export async function digestAtRestorePoint(config: pg.ClientConfig): Promise<DigestedMoment | undefined> {
  // Disposed together: if PostgreSQL has no second connection left, the first one is closed, too.
  await using opened = new AsyncDisposableStack()
  const reader = await connectTo(config)
  opened.defer(() => reader.end())
  const prober = await connectTo(config)
  opened.defer(() => prober.end())
  for (const until = Date.now() + triesMs; Date.now() < until; await sleep(pauseMs)) {
    const found = await tryMoment(reader, prober)
    if (!found) continue
    const { rows } = await prober.query<{ database: string }>('select current_database() as database')
    const tables = await readDigests(reader)
    await reader.query('commit')
    return { ...found, database: rows[0]!.database, tables }
  }
  return undefined
}

/** If it returns a restore point, the reader's open transaction has exactly the snapshot of that point. */
async function tryMoment(reader: pg.Client, prober: pg.Client) {
  const restorePoint = `maslul-${randomUUID()}`
  await reader.query('begin isolation level repeatable read, read only')
  const { rows: before } = await reader.query<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot')
  const { rows: point } = await prober.query<{ wal: string }>(
    'select pg_walfile_name(pg_create_restore_point($1)) as wal',
    [restorePoint],
  )
  // Activity before the snapshot: a transaction remains in pg_stat_activity until later snapshots show it as completed.
  const { rows: writers } = await prober.query('select from pg_stat_activity where backend_xid is not null limit 1')
  const { rows: after } = await prober.query<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot')
  if (writers.length === 0 && before[0]!.snapshot === after[0]!.snapshot) return { restorePoint, wal: point[0]!.wal }
  await reader.query('rollback')
  return undefined
}

/** Digests by table. The checksum does not depend on the order of rows. */
export async function readDigests(client: pg.Client): Promise<TableDigests> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname <> 'information_schema' and n.nspname !~ '^pg_' order by 1`,
  )
  const digests: TableDigests = {}
  for (const { name } of tables) digests[name] = await digestOf(client, name, 't::text')
  return digests
}

/** `text`: an SQL expression for a row of the table, whose alias is t. */
export async function digestOf(client: pg.Client, table: string, text: string): Promise<TableDigest> {
  const { rows } = await client.query<{ rows: string; digest: string }>(
    `select count(*)::text as rows, coalesce(sum(('x' || left(md5(${text}), 15))::bit(60)::bigint), 0)::text as digest from ${table} t`,
  )
  return { rows: Number(rows[0]!.rows), digest: rows[0]!.digest }
}

/** Runs with the settings that the text of a row depends on. */
export async function connectTo(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...config, application_name: 'maslul backup' })
  client.on('error', () => {})
  await client.connect()
  await client.query(
    `select set_config(name, value, false) from (values ('timezone', 'UTC'), ('datestyle', 'ISO, YMD'), ('intervalstyle', 'iso_8601'),
       ('bytea_output', 'hex'), ('extra_float_digits', '1'), ('search_path', ''), ('statement_timeout', '0'),
       ('idle_in_transaction_session_timeout', '0')) settings (name, value)`,
  )
  return client
}
