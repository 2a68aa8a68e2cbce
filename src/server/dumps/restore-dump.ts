// Restores a dump: rows into an empty database, keys and files into an empty data folder.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Passwords } from '#kernel/postgres/logins.ts'
import { StartupError } from '#lib/startup-error.ts'
import { type BackupStore, storeWithPrefix } from '../backup/backup-store.ts'
import { refuseFuture } from '../backup/descriptions.ts'
import { createEnvelope, type Envelope, suffix } from '../backup/envelope.ts'
import { BrokenBackup } from '../backup/read-archive.ts'
import {
  chooseInstallation,
  clearStage,
  extractBlobs,
  putInPlace,
  refuseFilled,
  removeInstallation,
  type RestoreOptions,
} from '../backup/restore.ts'
import { connectTo, type TableDigests } from '../backup/table-digests.ts'
import { writeBackupKeys } from '../installation/backup-keys.ts'
import { openDatabase } from '../installation/database.ts'
import { schema } from '../migrations.ts'
import { release } from '../version.ts'
import { hashChunks, newHash, readLines } from './dump-lines.ts'
import { type DumpManifest, dumps, readDumpManifests } from '../backup/dump-manifest.ts'
import { readDumpDigests, readTables } from './dumped-tables.ts'
import { loadLines } from './load-lines.ts'

type Options = Pick<RestoreOptions, 'store' | 'identity' | 'dataFolder' | 'to' | 'installation' | 'say'> & {
  /** An empty database. Undefined: the embedded one, in the data folder. */
  databaseUrl: string | undefined
  isRehearsal?: boolean
  /** Called with the chosen dump before anything is restored. */
  onDump?: (manifest: DumpManifest) => void
  /** Called with the restored tables before they are compared. */
  onDigests?: (digests: TableDigests) => void
}

/**
 * Whether a restore uses a dump: the newest description before `to` belongs to a dump, or the store has no base backup.
 */
export async function beginsFromDump(
  store: BackupStore,
  { to, installation }: Pick<RestoreOptions, 'to' | 'installation'>,
): Promise<boolean> {
  const paths = (await store.list('')).map(({ name }) => name.split('/'))
  // Names begin with the time.
  const until = to?.toISOString().replaceAll(':', '-') ?? '~'
  const newestOf = (folder: 'base' | 'dumps') => {
    const names = paths
      .filter(([id, kind]) => kind === folder && (installation === undefined || id === installation))
      .map(([, , file = '']) => file)
    const described = names.filter((file) => file.endsWith(`.json${suffix}`) && file < until)
    return { isEmpty: names.length === 0, newest: described.toSorted().at(-1) ?? '' }
  }
  const [ofBase, ofDumps] = [newestOf('base'), newestOf('dumps')]
  return !ofDumps.isEmpty && (ofBase.isEmpty || ofDumps.newest > ofBase.newest)
}

/** Throws StartupError or BrokenBackup with a message if the dump cannot be restored; no files are left behind then. */
export async function restoreDump(options: Options): Promise<{ takenAt: string }> {
  const { store, identity, dataFolder, databaseUrl, installation, onDump, say } = options
  refuseFilled(dataFolder)
  const envelope = createEnvelope({ recipients: [], identity })
  const own = storeWithPrefix(store, `${await chooseInstallation(store, installation, 'dumps')}/`)
  const manifest = await chooseDump(own, envelope, options)
  onDump?.(manifest)
  if (manifest.release !== release)
    throw new StartupError(
      `This dump was made by release ${manifest.release}, and this is ${release}. Restore it with release ${manifest.release}, then upgrade.`,
    )
  if (databaseUrl !== undefined) await refuseUsed(databaseUrl)
  say(`Restoring the dump of ${manifest.takenAt}.`)

  const stage = `${dataFolder}.restoring`
  await clearStage(stage)
  mkdirSync(stage, { recursive: true, mode: 0o711 })
  try {
    writeFileSync(join(stage, 'keys.json'), manifest.keys, { mode: 0o600 })
    // Files are copied before the rows, so that a failed copy can be retried: a restore into a database with accounts
    // is refused.
    say('Copying the files.')
    await extractBlobs(own, envelope, join(stage, 'storage'), { blobs: manifest.blobs, say })
    const { passwords } = JSON.parse(manifest.keys) as { passwords: Passwords }
    const log = { info() {}, warn() {}, error() {} }
    const schemaOf = { ...schema, version: release }
    const database = await openDatabase({
      dataFolder: stage,
      databaseUrl,
      archivesWal: false,
      passwords,
      schema: schemaOf,
      log,
    })
    try {
      await loadRows(database.connect('postgres'), { own, envelope, manifest }, options)
    } finally {
      await database.stop()
    }
    // A new series of backups: the restored installation never writes to the archive that it was restored from.
    await writeBackupKeys(stage, manifest.owner)
    putInPlace(stage, dataFolder)
    return { takenAt: manifest.takenAt }
  } catch (error) {
    removeInstallation(stage)
    throw error
  }
}

async function chooseDump(store: BackupStore, envelope: Envelope, { to, isRehearsal, say }: Options) {
  const damaged: string[] = []
  const manifests = await readDumpManifests(store, envelope, (name) => damaged.push(name))
  if (manifests.length === 0 && damaged.length > 0) throw new StartupError('The key does not open these backups.')
  if (isRehearsal && damaged.length > 0) throw new StartupError(`${damaged[0]} cannot be read.`)
  for (const name of damaged) say(`${name} cannot be read, and is left out.`)
  const [oldest] = manifests
  if (!oldest) throw new StartupError('There is no complete dump here.')
  const selected = to ? manifests.findLast(({ takenAt }) => takenAt <= to.toISOString()) : manifests.at(-1)
  if (!selected) throw new StartupError(`The earliest moment that can be restored is ${oldest.takenAt}.`)
  if (!to) refuseFuture(dumps, selected.archive, selected.takenAt)
  return selected
}

/** A database without accounts is new, or was left by a killed restore. */
async function refuseUsed(url: string) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect().catch((error: unknown) => {
      throw new StartupError(`The database of DATABASE_URL cannot be opened: ${(error as Error).message}.`)
    })
    const { rows } = await client.query<{ has: boolean }>(`select to_regclass('auth.users') is not null as has`)
    if (!rows[0]!.has) return
    const { rowCount } = await client.query('select from auth.users limit 1')
    if (rowCount)
      throw new StartupError('The database of DATABASE_URL is not empty. Make a new one for the restore, and name it.')
  } finally {
    await client.end().catch(() => {})
  }
}

type Source = { own: BackupStore; envelope: Envelope; manifest: DumpManifest }

/** Replaces errors of decryption and decompression, which do not help an operator. */
async function* partsOf(plain: AsyncIterable<Uint8Array>, name: string) {
  try {
    for await (const part of plain) yield part
  } catch (error) {
    throw new BrokenBackup(`${name} cannot be read: it is damaged or cut off`, { cause: error })
  }
}

/** In one transaction: the database has all rows of the dump, as their checksums say, or none. */
async function loadRows(config: pg.ClientConfig, { own, envelope, manifest }: Source, { onDigests, say }: Options) {
  const client = await connectTo(config)
  try {
    await client.query('begin')
    const tables = await readTables(client)
    const hash = newHash()
    const stored = await own.get(manifest.archive)
    if (!stored) throw new BrokenBackup(`${manifest.archive} is missing`)
    const parts = partsOf(await envelope.open(stored), manifest.archive)
    const unknown = await loadLines(client, tables, readLines(hashChunks(parts, hash)))
    if (hash.digest('hex') !== manifest.sha256) throw new BrokenBackup('The dump has another checksum')
    const digests = await readDumpDigests(client, tables)
    onDigests?.(digests)
    const expected = manifest.tables
    const differing = Object.keys(digests).find(
      (name) => digests[name]!.rows !== expected[name]?.rows || digests[name]!.digest !== expected[name]?.digest,
    )
    if (differing !== undefined) throw new BrokenBackup(`The restored table ${differing} differs from the dump`)
    await client.query('commit')
    if (unknown.length > 0) say(`Not restored, since this release does not have them: ${unknown.join(', ')}`)
    await client.query('analyze')
  } finally {
    await client.end()
  }
}
