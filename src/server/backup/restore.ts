// Restores an installation into an empty data folder: base backup, then the write-ahead log up to a point in time.
import { spawnSync } from 'node:child_process'
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { blobPath } from '#kernel/storage/blobs/blobs.ts'
import { locateCluster } from '#kernel/postgres/embedded/cluster-location.ts'
import { clusterIn } from '#kernel/postgres/embedded/cluster.ts'
import { lockFolder } from '#kernel/postgres/embedded/lock.ts'
import { stopOrphan } from '#kernel/postgres/embedded/orphan.ts'
import { isRoot, type Owner, ownerFor } from '#kernel/postgres/embedded/owner.ts'
import { StartupError } from '#lib/startup-error.ts'
import { type BackupStore, storeWithPrefix } from './backup-store.ts'
import { versionOf } from './blob-copies.ts'
import { writeBackupKeys } from '../installation/backup-keys.ts'
import { refuseFuture } from './descriptions.ts'
import { createEnvelope, type Envelope, suffix } from './envelope.ts'
import { baseBackups, type Manifest, readManifests } from './manifest.ts'
import { BrokenBackup, readArchive } from './read-archive.ts'
import { recoverCluster } from './recover-cluster.ts'
import { segmentsBetween } from './run-backup.ts'

export type RestoreOptions = {
  /** Lists all installations with backups in the store. */
  store: BackupStore
  /** The private key of the owner, or of the machine that made the backup. */
  identity: string
  /** Must be missing or empty. It is created when the restore is complete. */
  dataFolder: string
  /** Default: the last archived change. */
  to?: Date | undefined
  /** Required if the store has several installations. */
  installation?: string | undefined
  /** Restores to the restore point of the manifest's checksums, if it has one. */
  toRestorePoint?: boolean
  /** Called with the chosen backup before anything is restored. */
  onBackup?: (manifest: Manifest) => void
  say: (line: string) => void
}

export type RestoreResult = { owner: string; lastChangeAt: string | undefined }

export const systemUser = 'maslul'

/** Throws StartupError or BrokenBackup with a message if the point in time cannot be restored; no files are left behind then. */
export async function restore({
  store,
  identity,
  dataFolder,
  to,
  installation,
  toRestorePoint = false,
  onBackup,
  say,
}: RestoreOptions): Promise<RestoreResult> {
  refuseFilled(dataFolder)
  const envelope = createEnvelope({ recipients: [], identity })
  const own = storeWithPrefix(store, `${await chooseInstallation(store, installation)}/`)
  const manifest = await chooseBackup(own, envelope, { to, isRehearsal: toRestorePoint, say })
  onBackup?.(manifest)
  say(`Restoring from the backup of ${manifest.finishedAt}.`)

  const stage = `${dataFolder}.restoring`
  await clearStage(stage)
  mkdirSync(stage, { recursive: true, mode: 0o711 })
  try {
    const owner = ownerFor(join(stage, 'cluster'), systemUser)
    const place = locateCluster(join(stage, 'cluster'), owner, systemUser)
    await extractBase(own, envelope, manifest, { stage, place })
    const archive = join(place, 'wal-restore')
    await extractWal(own, envelope, manifest, { archive, say })
    say('Replaying the changes since then.')
    changeOwner(place, owner)
    const { postgres: password } = passwordsIn(stage)
    const { lastChangeAt } = await recoverCluster({
      folder: join(stage, 'cluster'),
      place,
      archive,
      password,
      systemUser,
      to,
      restorePoint: toRestorePoint ? manifest.moment?.restorePoint : undefined,
    })
    say('Copying the files.')
    await extractBlobs(own, envelope, join(stage, 'storage'), { blobs: manifest.blobs, say })
    // A new series of backups: the restored installation never writes to the archive that it was restored from.
    await writeBackupKeys(stage, manifest.owner)
    putInPlace(stage, dataFolder)
    return { owner: manifest.owner, lastChangeAt }
  } catch (error) {
    removeInstallation(stage)
    throw error
  }
}

export function refuseFilled(dataFolder: string) {
  if (existsSync(dataFolder) && readdirSync(dataFolder).length > 0)
    throw new StartupError(`${dataFolder} is not empty. Move it away, or name another folder in DATA_DIR.`)
}

/** Fails if a server was started in the folder during the restore: what it wrote there is not deleted. */
export function putInPlace(stage: string, dataFolder: string) {
  refuseFilled(dataFolder)
  rmSync(dataFolder, { recursive: true, force: true })
  renameSync(stage, dataFolder)
}

/** Removes what a killed restore left, and stops its server. Throws StartupError while another restore has its server there. */
export async function clearStage(stage: string) {
  const cluster = join(stage, 'cluster')
  if (existsSync(cluster)) {
    const place = realpathSync(cluster)
    const lock = lockFolder(place, ownerFor(cluster, systemUser))
    try {
      await stopOrphan(clusterIn(place))
    } finally {
      lock.release()
    }
  }
  removeInstallation(stage)
}

/** Removes the data folder and its cluster, if that is located elsewhere. */
export function removeInstallation(stage: string) {
  const cluster = join(stage, 'cluster')
  if (existsSync(cluster)) for (const name of readdirSync(cluster)) rmSync(join(cluster, name), { recursive: true })
  rmSync(stage, { recursive: true, force: true })
}

/** Returns the installation's folder in the store. `folder` is the kind of its backups. */
export async function chooseInstallation(
  store: BackupStore,
  requestedName: string | undefined,
  folder: 'base' | 'dumps' = 'base',
): Promise<string> {
  const paths = (await store.list('')).map(({ name }) => name.split('/'))
  const installationsWith = (kind: 'base' | 'dumps') => [
    ...new Set(
      paths
        .filter(([name, second]) => second === kind && (requestedName === undefined || name === requestedName))
        .map(([name]) => name!),
    ),
  ]
  const found = installationsWith(folder)
  const [only] = found
  if (only === undefined) {
    if (folder === 'dumps' && installationsWith('base').length > 0)
      throw new StartupError('Here are only backups of an embedded database: restore them without DATABASE_URL.')
    throw new StartupError(
      requestedName === undefined ? 'There is no backup here.' : `There is no backup of ${requestedName} here.`,
    )
  }
  if (found.length > 1)
    throw new StartupError(
      `Several installations were backed up here. Choose one with --installation: ${found.join(', ')}`,
    )
  return only
}

type Choice = Pick<RestoreOptions, 'to' | 'say'> & { isRehearsal: boolean }

/** A damaged manifest does not prevent a restore from another backup. A rehearsal fails because of it. */
async function chooseBackup(store: BackupStore, envelope: Envelope, { to, isRehearsal, say }: Choice) {
  const damaged: string[] = []
  const manifests = await readManifests(store, envelope, (name) => damaged.push(name))
  if (manifests.length === 0 && damaged.length > 0) throw new StartupError('The key does not open these backups.')
  if (isRehearsal && damaged.length > 0) throw new StartupError(`${damaged[0]} cannot be read.`)
  for (const name of damaged) say(`${name} cannot be read, and is left out.`)
  const [oldest] = manifests
  if (!oldest) throw new StartupError('There is no complete backup here.')
  const selected = to ? manifests.findLast(({ finishedAt }) => finishedAt <= to.toISOString()) : manifests.at(-1)
  if (!selected) throw new StartupError(`The earliest moment that can be restored is ${oldest.finishedAt}.`)
  if (!to) refuseFuture(baseBackups, selected.archive, selected.finishedAt)
  return selected
}

type Folders = { stage: string; place: string }

async function extractBase(store: BackupStore, envelope: Envelope, manifest: Manifest, { stage, place }: Folders) {
  const cluster = join(place, 'pg')
  for (const folder of ['', ...manifest.folders]) mkdirSync(join(cluster, folder), { recursive: true, mode: 0o700 })
  const stored = await store.get(manifest.archive)
  if (!stored) throw new StartupError(`${manifest.archive} is missing in the backup.`)
  await readArchive(await envelope.open(stored), manifest.files, async (name, content) => {
    const path = name.startsWith('pg/') ? join(place, name) : join(stage, name)
    await pipeline(Readable.from(content), createWriteStream(path, { mode: 0o600 }))
  })
  writeFileSync(join(cluster, 'backup_label'), manifest.backupLabel, { mode: 0o600 })
  writeFileSync(join(cluster, 'recovery.signal'), '', { mode: 0o600 })
}

type Wal = { archive: string; say: (line: string) => void }

async function extractWal(store: BackupStore, envelope: Envelope, { startWal }: Manifest, { archive, say }: Wal) {
  mkdirSync(archive, { mode: 0o700 })
  const names = (await store.list('wal/')).map(({ name }) => name)
  const present = new Set(names.map((name) => name.slice('wal/'.length, -suffix.length)))
  const last = [...present].filter((file) => file.length === 24 && file.startsWith(startWal.slice(0, 8))).sort()
  const gap = segmentsBetween(startWal, last.at(-1) ?? startWal).find((segment) => !present.has(segment))
  if (gap !== undefined) say(`The write-ahead log lacks ${gap}: no change after it is restored.`)
  for (const name of names) {
    const file = name.slice('wal/'.length, -suffix.length)
    if (!/^[0-9A-F]{8}([0-9A-F]{16})?(\.[0-9A-F]{8})?(\.backup|\.history)?$/.test(file)) continue
    if (/^[0-9A-F]{24}$/.test(file) && file < startWal) continue
    await extract(store, envelope, name, join(archive, file))
  }
}

type Files = { blobs: readonly string[]; say: (line: string) => void }

/** Copies all blobs of the store, and reports how many of the listed ones are missing. */
export async function extractBlobs(store: BackupStore, envelope: Envelope, folder: string, { blobs, say }: Files) {
  const missing = new Set(blobs)
  for (const { name } of await store.list('blobs/')) {
    if (!/^[\w.-]+$/.test(versionOf(name)) || versionOf(name).includes('..')) continue
    const path = join(folder, blobPath(versionOf(name)))
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    if (await extract(store, envelope, name, path)) missing.delete(versionOf(name))
  }
  const [first] = missing
  if (first !== undefined) say(`Missing in the backup: ${missing.size} of ${blobs.length} files, such as ${first}.`)
}

/** Returns false if the object was deleted after it was listed: it belonged to an expired backup. */
async function extract(store: BackupStore, envelope: Envelope, name: string, path: string): Promise<boolean> {
  const stored = await store.get(name)
  if (!stored) return false
  try {
    await pipeline(await envelope.open(stored), createWriteStream(path, { mode: 0o600 }))
  } catch (error) {
    throw new BrokenBackup(
      `${name} cannot be copied: ${(error as Error).message}. If it is damaged, move it out of the place of the backups and repeat: the restore goes on without it.`,
      { cause: error },
    )
  }
  return true
}

function changeOwner(place: string, { uid, gid }: Owner) {
  if (isRoot()) spawnSync('chown', ['-R', `${uid}:${gid}`, place])
}

export const passwordsIn = (stage: string) =>
  (JSON.parse(readFileSync(join(stage, 'keys.json'), 'utf8')) as { passwords: { postgres: string } }).passwords
