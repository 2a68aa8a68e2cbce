import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { compareVersions } from '#lib/compare-versions.ts'
import { StartupError } from '#lib/startup-error.ts'
import { differenceOf, readCatalog } from './catalog.ts'

/** The files of a schema, below `folder`. */
export type Schema = {
  folder: string
  /**
   * Tables, constraints, indexes and rows, in the order of their dependencies. Each file is applied once, is identified by its module's
   * folder and its name, and must not change after a release.
   */
  tables: readonly string[]
  /** Functions, triggers, views, policies and grants: all are dropped and recreated when one of them changes. */
  code: readonly string[]
  /** The program's version. A database used by a later version refuses it; undefined: not checked. */
  version?: string
}

export type MigrationResult = {
  /** The tables files applied by this call. */
  tables: string[]
  /** 'newer': the database belongs to a newer release, and was not changed. */
  code: 'applied' | 'unchanged' | 'newer'
}

const lockKey = 7262
// Lock timeout, deadlock, and serialization failure of a data migration.
const transient = new Set(['55P03', '40P01', '40001'])
const attempts = 5

/**
 * Brings a database to the given schema in one transaction. Tables files are applied once, code whenever its text has changed. Concurrent
 * starts are serialized. An older version is refused; code of the same version that was replaced before is not reapplied.
 */
export async function migrate(config: pg.ClientConfig, schema: Schema): Promise<MigrationResult> {
  const client = new pg.Client(config)
  await client.connect()
  try {
    // A session-level lock, acquired before the transaction, so that its snapshot includes the commits of the previous holder.
    await client.query(`select pg_advisory_lock(${lockKey})`)
    for (let attempt = 1; ; attempt++) {
      try {
        return await inTransaction(client, () => apply(client, schema))
      } catch (error) {
        if (!transient.has((error as pg.DatabaseError).code ?? '')) throw error
        if (attempt === attempts)
          throw new StartupError(
            `The database could not be migrated in ${attempts} attempts, because a running transaction holds a lock that is needed: ${(error as Error).message}.`,
            { cause: error },
          )
        await sleep(200 * 2 ** attempt * (0.5 + Math.random()))
      }
    }
  } finally {
    await client.end()
  }
}

async function inTransaction<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  // Repeatable read, so that objects created concurrently by other sessions are not recorded as part of the applied code.
  await client.query(`begin isolation level repeatable read; set local lock_timeout = '5s'`)
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function apply(client: pg.Client, schema: Schema): Promise<MigrationResult> {
  const history = await readHistory(client)
  const { version } = schema
  const newest = history.versions.toSorted(compareVersions).at(-1)
  if (version !== undefined && newest !== undefined && compareVersions(version, newest) < 0)
    throw new StartupError(
      `This database is used by release ${newest}, and this is the older release ${version}. Start release ${newest} or a later one; the way back is a backup from before the upgrade.`,
    )
  const isLater = version !== undefined && newest !== undefined && compareVersions(version, newest) > 0
  const migrated = await applyFiles(client, schema, history, isLater)
  if (version !== undefined && version !== newest && migrated.code !== 'newer')
    await client.query('insert into migrations.releases (version) values ($1) on conflict do nothing', [version])
  return migrated
}

type History = Awaited<ReturnType<typeof readHistory>>

async function applyFiles(
  client: pg.Client,
  { folder, tables, code }: Schema,
  history: History,
  isLater: boolean,
): Promise<MigrationResult> {
  const texts = (files: readonly string[]) =>
    files.map((file) => ({ file, sql: readFileSync(join(folder, file), 'utf8') }))
  const tableTexts = texts(tables).map(({ file, sql }) => ({ file: nameOf(file), path: file, sql, hash: sha256(sql) }))
  const names = new Set(tableTexts.map(({ file }) => file))
  const unseen = tableTexts.filter(({ file }) => !history.tables.has(file))
  const codeTexts = texts(code)
  const codeHash = sha256(JSON.stringify(codeTexts))

  const unknown = [...history.tables.keys()].filter((file) => !names.has(file))
  if (unknown.length > 0 && unseen.length > 0)
    throw new StartupError(
      `This database belongs to another version of the program: it has ${unknown[0]}, which this one does not know, and lacks ${unseen[0]!.file}.`,
    )
  for (const { file, hash } of tableTexts)
    if (history.tables.has(file) && history.tables.get(file) !== hash)
      throw new StartupError(
        `${file} was applied to this database and has changed since. Write the change into a new file at the end of the list.`,
      )
  // Text that was replaced before belongs to an older release: re-applying it would drop functions of the newer one. A
  // later version may return to an earlier text.
  const wasReplaced = !isLater && unseen.length === 0 && history.code.slice(0, -1).includes(codeHash)
  if (unknown.length > 0 || wasReplaced) return { tables: [], code: 'newer' }
  if (unseen.length === 0 && history.code.at(-1) === codeHash) return { tables: [], code: 'unchanged' }

  await undoCode(client)
  for (const { file, path, sql, hash } of unseen) {
    await run(client, path, sql)
    await client.query('insert into migrations.tables (file, sha256) values ($1, $2)', [file, hash])
  }
  await applyCode(client, codeTexts)
  // An existing entry moves to the end, because its text is the latest again.
  await client.query('delete from migrations.code where sha256 = $1', [codeHash])
  await client.query('insert into migrations.code (sha256) values ($1)', [codeHash])
  await client.query(`notify pgrst, 'reload schema'`)
  return { tables: unseen.map(({ file }) => file), code: 'applied' }
}

/** Reads the releases that used this database, and the applied files and code hashes, the latest hash last. */
async function readHistory(client: pg.Client) {
  const { rows } = await client.query<{ old: string | null }>(`select to_regclass('migrations.applied')::text as old`)
  if (rows[0]!.old)
    throw new StartupError(
      'This database was made before the first release, whose schema files replace the earlier ones. Start with an empty database (DATABASE_URL) or data folder (DATA_DIR).',
    )
  await client.query(`
    create schema if not exists migrations;
    create table if not exists migrations.tables (
      file text primary key, sha256 text not null, applied_at timestamptz not null default now()
    );
    create table if not exists migrations.code (
      id bigint generated always as identity primary key, sha256 text not null unique, applied_at timestamptz not null default now()
    );
    create table if not exists migrations.undo_code (position integer primary key, statement text not null);
    create table if not exists migrations.releases (version text primary key, first_started_at timestamptz not null default now())`)
  const tables = await client.query<{ file: string; sha256: string }>('select file, sha256 from migrations.tables')
  const code = await client.query<{ sha256: string }>('select sha256 from migrations.code order by id')
  const releases = await client.query<{ version: string }>('select version from migrations.releases')
  return {
    versions: releases.rows.map(({ version }) => version),
    tables: new Map(tables.rows.map((row) => [nameOf(row.file), row.sha256])),
    code: code.rows.map((row) => row.sha256),
  }
}

/** `tasks/tasks.tables.sql`: the name does not change when the module moves to another layer. */
function nameOf(path: string) {
  return path.split('/').slice(-2).join('/')
}

async function undoCode(client: pg.Client) {
  const { rows } = await client.query<{ statement: string }>(
    'select statement from migrations.undo_code order by position',
  )
  if (rows.length > 0) await client.query(rows.map((row) => row.statement).join(';\n'))
  await client.query('delete from migrations.undo_code')
}

/** Creates the code, and records the statements that drop it. */
async function applyCode(client: pg.Client, texts: { file: string; sql: string }[]) {
  const before = await readCatalog(client)
  // Functions may reference each other in any order, so their bodies are checked once all of them exist.
  await client.query('set local check_function_bodies = off')
  for (const { file, sql } of texts) await run(client, file, sql)
  const { undo, functions } = differenceOf(before, await readCatalog(client))
  await client.query(
    'insert into migrations.undo_code select position, statement from unnest($1::text[]) with ordinality each (statement, position)',
    [undo],
  )
  await client.query(`set local check_function_bodies = on; set local search_path = public, extensions`)
  await client.query(
    `select case lanname when 'sql' then fmgr_sql_validator(p.oid) else plpgsql_validator(p.oid) end
    from pg_proc p join pg_language l on l.oid = prolang where p.oid = any ($1) and lanname in ('sql', 'plpgsql')`,
    [functions],
  )
  await client.query('reset search_path')
}

async function run(client: pg.Client, file: string, sql: string) {
  await client.query(sql).catch((error: pg.DatabaseError) => {
    error.message = `${file}: ${error.message}`
    throw error
  })
}

function sha256(text: string) {
  return createHash('sha256').update(text).digest('hex')
}
