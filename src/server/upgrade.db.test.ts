// Upgrades each released version, with its data, to the current one. scripts/release-fixture.ts writes the fixtures.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { migrate } from '#kernel/postgres/migrate.ts'
import { compareVersions } from '#lib/compare-versions.ts'
import { measureUpgrade } from '../../bench/upgrade/measure-upgrade.ts'
import { loadFixture, readFixture, type ReleaseFixture, rowTexts } from '../../test/release-fixture.ts'
import { incompatible, rewritten } from '../../test/releases/incompatible.ts'
import { release } from './version.ts'
import { schema } from './migrations.ts'

const folder = resolve(import.meta.dirname, '../../test/releases')
const fixtures = readdirSync(folder).filter((name) => name.endsWith('.zst'))
const { host, password } = inject('postgres')
const admin = new pg.Client({ host, user: 'postgres', password, database: 'postgres' })
await admin.connect()
afterAll(() => admin.end())

const written = ['contacts', 'opportunities', 'activities', 'appointments', 'messages', 'orders', 'tasks']
  .map((table) => `public.${table}`)
  .concat('auth.users', 'storage.objects')
const byVersion = (one: string, other: string) =>
  compareVersions(one.replace('.json.zst', ''), other.replace('.json.zst', ''))
const present = { ...schema, version: release }

/** Temporary folder for the SQL files of a release. */
async function emptyDatabase() {
  const database = `upgrade_${randomBytes(6).toString('hex')}`
  await admin.query(`create database ${database}`)
  const place = mkdtempSync(join(tmpdir(), 'maslul-release-'))
  onTestFinished(async () => {
    await admin.query(`drop database ${database} with (force)`)
    rmSync(place, { recursive: true })
  })
  return { database, place }
}

/** A database of a release, numbered below every other one, and a connection to it. */
async function databaseOf(fixture: ReleaseFixture) {
  const { database, place } = await emptyDatabase()
  const config = { host, user: 'postgres', password, database }
  const older = await loadFixture(config, { ...fixture, version: '0.0.1' }, place)
  const client = new pg.Client(config)
  await client.connect()
  onTestFinished(() => client.end())
  return { config, older, client }
}

test.each(fixtures)(
  '%s is upgraded with all rows and API names except the listed removals, and the older release is refused',
  async (name) => {
    const fixture = readFixture(join(folder, name))
    const { config, older, client } = await databaseOf(fixture)
    const filled = Object.entries(fixture.rows).filter(([, { values }]) => values.length > 0)
    expect(filled.length).toBeGreaterThan(50)
    const before = await readAll(client, fixture)
    expect(before).toEqual(
      Object.fromEntries(Object.entries(fixture.rows).map(([table, { values }]) => [table, values])),
    )
    const names = await readInterface(client)
    expect(names.length).toBeGreaterThan(1000)

    const missing = schema.tables.filter((file) => !fixture.sql.tables.includes(file))
    const migrated = await migrate(config, present)
    expect(migrated.code).toBe(isUnchanged(fixture) ? 'unchanged' : 'applied')
    expect(migrated.tables).toHaveLength(missing.length)

    const after = await readAll(client, fixture)
    const lost = Object.entries(before).map(([table, values]) => {
      const found = new Set(after[table])
      return [table, values.filter((value) => !found.has(value)).length] as const
    })
    expect(Object.fromEntries(lost.filter(([, count]) => count > 0))).toEqual(rewritten[fixture.version] ?? {})
    // User content is unchanged, without additions.
    for (const table of written) expect(after[table], table).toEqual(before[table])
    const found = new Set(await readInterface(client))
    expect(names.filter((entry) => !found.has(entry)).toSorted()).toEqual(
      [...(incompatible[fixture.version] ?? [])].toSorted(),
    )
    await expect(migrate(config, older)).rejects.toThrow('this is the older release 0.0.1')
    expect(await migrate(config, present)).toEqual({ tables: [], code: 'unchanged' })
  },
)

test('a partly sent campaign resumes after the upgrade, and each remaining recipient gets one message', async () => {
  const latest = fixtures.toSorted(byVersion).at(-1)!
  const fixture = readFixture(join(folder, latest))
  const { database, place } = await emptyDatabase()
  const login = { host, password, database }
  const report = await measureUpgrade({ login, fixture, contacts: 300, folder: place })
  expect(report).toMatchObject({
    rewritten: rewritten[fixture.version] ?? {},
    sentAgain: [],
    sentTwice: [],
    notSent: [],
    status: 'sent',
  })
  expect(report.rows).toBeGreaterThan(1500)
}, 300_000)

/** Whether the fixture's SQL files equal the current ones, as directly after a release. */
function isUnchanged({ sql }: ReleaseFixture) {
  const files = [...schema.tables, ...schema.code]
  return (
    files.join() === [...sql.tables, ...sql.code].join() &&
    files.every((file) => sql.texts[file] === readFileSync(join(schema.folder, file), 'utf8'))
  )
}

async function readAll(client: pg.Client, { rows }: ReleaseFixture) {
  await client.query(`set timezone = 'UTC'; set search_path = ''`)
  const found: Record<string, string[]> = {}
  for (const [table, { columns }] of Object.entries(rows)) found[table] = await rowTexts(client, table, columns)
  return found
}

/** The API surface: columns that callers may read or write, and functions they may call, with each accepted number of arguments. */
async function readInterface(client: pg.Client) {
  const { rows } = await client.query<{ entry: string }>(`
    select format('%s %s.%s', r.rolname, c.oid::regclass, a.attname) as entry
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped,
      pg_roles r where r.rolname in ('anon', 'authenticated', 'service_role') and c.relnamespace = 'public'::regnamespace
      and c.relkind in ('r', 'v') and has_any_column_privilege(r.oid, c.oid, 'select, insert, update')
      and has_column_privilege(r.oid, c.oid, a.attnum, 'select')
    union all
    select format('%s %s(%s)', r.rolname, p.oid::regproc,
      (select string_agg(format('%s %s', p.proargnames[n], format_type(p.proargtypes[n - 1], null)), ', ' order by n) from generate_series(1, given) n))
    from pg_proc p, pg_roles r, generate_series((p.pronargs - p.pronargdefaults)::int, p.pronargs::int) given
    where r.rolname in ('anon', 'authenticated', 'service_role') and p.pronamespace = 'public'::regnamespace
      and p.prokind = 'f' and has_function_privilege(r.oid, p.oid, 'execute')
      and p.prorettype <> 'trigger'::regtype`)
  return rows.map(({ entry }) => entry)
}
