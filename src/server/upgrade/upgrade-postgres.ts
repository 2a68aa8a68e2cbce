// Upgrades the embedded database to the PostgreSQL major version of this release. The former cluster is preserved beside it.
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { installJobQueue } from '#kernel/jobs/jobs.ts'
import type { Login } from '#kernel/postgres/connection.ts'
import { type EmbeddedPostgres, startPostgres } from '#kernel/postgres/embedded.ts'
import { findBinaries } from '#kernel/postgres/embedded/binaries.ts'
import { locateCluster } from '#kernel/postgres/embedded/cluster-location.ts'
import { completeSwap, discardUpgrade, swapCluster, upgradeFolderIn } from '#kernel/postgres/embedded/cluster-swap.ts'
import { clusterIn, majorOf } from '#kernel/postgres/embedded/cluster.ts'
import { lockFolder } from '#kernel/postgres/embedded/lock.ts'
import { stopOrphan } from '#kernel/postgres/embedded/orphan.ts'
import { isRoot, type Owner, ownerFor } from '#kernel/postgres/embedded/owner.ts'
import { type Passwords, setPasswords } from '#kernel/postgres/logins.ts'
import { migrate, type Schema } from '#kernel/postgres/migrate.ts'
import { StartupError } from '#lib/startup-error.ts'
import { connectTo, type TableDigests } from '../backup/table-digests.ts'
import { readBackupKeys, writeBackupKeys } from '../installation/backup-keys.ts'
import { compareDatabases, copyRows, readObjects, refuseDifferences } from './copy-database.ts'
import { installFormerPostgres } from './former-postgres.ts'

type Options = {
  dataFolder: string
  passwords: Passwords
  schema: Schema
  /** Resolves the `bin` folder of PostgreSQL in the cluster's major version. Default: the package from npm. */
  binaries?: string | undefined
  say: (line: string) => void
}

export type UpgradeResult = { from: string; to: string; former: string; tables: TableDigests }

const systemUser = 'maslul'

/**
 * Undefined if the cluster already has this major version. Works on a copy, so that nothing has changed until the last step, and the former
 * cluster is preserved unchanged. Throws StartupError if the database cannot be upgraded.
 */
export const upgradePostgres = (options: Options): Promise<UpgradeResult | undefined> =>
  withStoppedCluster(options.dataFolder, async (folder, owner) => {
    const { dataFolder, say } = options
    const from = majorOf(clusterIn(folder))
    const to = findBinaries().major
    if (from === to) return undefined
    if (Number(from) > Number(to))
      throw new StartupError(`The database was made by PostgreSQL ${from}, which is newer than ${to} of this release.`)
    const [earlier] = formerClusters(folder)
    if (earlier)
      throw new StartupError(`${join(folder, earlier)} is the cluster before an earlier upgrade. Remove it first.`)

    const place = upgradeFolderIn(folder)
    requireSpace(folder)
    makeOwned(place, owner)
    try {
      const native = options.binaries ?? installFormerPostgres(from, join(place, 'packages'))
      const { version, major } = findBinaries(native)
      if (major !== from)
        throw new StartupError(`${native} is PostgreSQL ${major}, and the database was made by ${from}.`)
      say(`Copying the cluster of PostgreSQL ${version}.`)
      for (const name of ['old', 'new']) makeOwned(join(place, name), owner)
      copyCluster(clusterIn(folder), clusterIn(join(place, 'old')))
      const tables = await transfer({ ...options, place, native })
      await beginBackupSeries(dataFolder)
      const former = `pg.former-${from}`
      swapCluster(folder, { next: 'upgrade/new/pg', former })
      return { from, to, former: join(folder, former), tables }
    } finally {
      await discardUpgrade(folder)
    }
  })

/** Replaces the cluster with the one before the upgrade. Data entered since the upgrade is preserved in the replaced cluster only. */
export const returnToFormer = (dataFolder: string): Promise<Pick<UpgradeResult, 'from' | 'to' | 'former'>> =>
  withStoppedCluster(dataFolder, async (folder) => {
    const [next] = formerClusters(folder)
    if (!next) throw new StartupError('There is no cluster from before an upgrade.')
    const from = majorOf(clusterIn(folder))
    const to = majorOf(join(folder, next))
    await beginBackupSeries(dataFolder)
    swapCluster(folder, { next, former: `pg.former-${from}` })
    return { from, to, former: join(folder, `pg.former-${from}`) }
  })

const formerClusters = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('pg.former-'))

async function withStoppedCluster<Result>(
  dataFolder: string,
  work: (folder: string, owner: Owner) => Promise<Result>,
): Promise<Result> {
  const link = join(dataFolder, 'cluster')
  if (!existsSync(link)) throw new StartupError(`There is no database in ${dataFolder}.`)
  const owner = ownerFor(link, systemUser)
  const folder = locateCluster(link, owner, systemUser)
  const lock = lockFolder(folder, owner)
  try {
    completeSwap(folder)
    await discardUpgrade(folder)
    await stopOrphan(clusterIn(folder))
    return await work(folder, owner)
  } finally {
    lock.release()
  }
}

type Transfer = Options & { place: string; native: string }

/** Creates this release's schema on both sides from its files; then rows are copied and compared. */
async function transfer({ place, native, passwords, schema, say }: Transfer): Promise<TableDigests> {
  const password = passwords.postgres
  await using running = new AsyncDisposableStack()
  const open = async (name: string, binaries: { native?: string }) => {
    const server = await startPostgres({ folder: join(place, name), password, systemUser, ...binaries })
    running.defer(() => server.stop())
    await prepare(server, passwords, schema)
    const client = await connectTo({ host: server.socket, user: 'postgres', password, database: 'postgres' })
    running.defer(() => client.end())
    return client
  }
  say('Bringing the copy to the schema of this release.')
  const old = await open('old', { native })
  const made = await open('new', {})
  refuseDifferences(await readObjects(old), await readObjects(made))
  say('Copying the rows.')
  await copyRows(old, made, join(place, 'rows'))
  say('Comparing.')
  const tables = await compareDatabases(old, made)
  await made.query('vacuum analyze')
  return tables
}

async function prepare(server: EmbeddedPostgres, passwords: Passwords, schema: Schema) {
  const connect = (login: Login): pg.ClientConfig => ({
    host: server.socket,
    user: login,
    password: passwords[login],
    database: 'postgres',
  })
  await migrate(connect('postgres'), schema)
  await setPasswords(connect('postgres'), passwords)
  await installJobQueue(connect('worker'))
}

/** The write-ahead log of the other cluster has the same segment names, so it must not be written to the same archive. */
async function beginBackupSeries(dataFolder: string) {
  const keys = readBackupKeys(dataFolder)
  if (keys) await writeBackupKeys(dataFolder, keys.owner)
}

/** Copies with shared blocks (reflink) where the file system supports it. */
function copyCluster(from: string, to: string) {
  const { status, stderr } = spawnSync('cp', ['-a', '--reflink=auto', from, to], { encoding: 'utf8' })
  if (status !== 0) throw new StartupError(`The cluster could not be copied: ${stderr.trim()}`)
  rmSync(join(to, 'postmaster.pid'), { force: true })
}

function requireSpace(folder: string) {
  const { stdout } = spawnSync('du', ['-sk', clusterIn(folder)], { encoding: 'utf8' })
  const needed = Number.parseInt(stdout, 10) * 1024 * 2.5 + 500_000_000
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < needed)
    throw new StartupError(
      `The upgrade needs ${(needed / 1e9).toFixed(1)} GB in ${folder}, and ${((bavail * bsize) / 1e9).toFixed(1)} GB are free.`,
    )
}

function makeOwned(folder: string, { uid, gid }: Owner) {
  mkdirSync(folder, { mode: 0o700 })
  if (isRoot()) chownSync(folder, uid, gid)
}
