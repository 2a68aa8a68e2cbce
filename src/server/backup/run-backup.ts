// Runs one backup: files, base backup, write-ahead log, verification, manifest. Retention runs separately.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Connect } from '#kernel/postgres/connection.ts'
import { backUpCluster } from './cluster-backup.ts'
import type { BackupStore } from './backup-store.ts'
import { copyBlobs } from './blob-copies.ts'
import { readDumpManifests } from './dump-manifest.ts'
import { type Envelope, suffix } from './envelope.ts'
import { baseBackups, type Manifest, readManifests, writeManifest } from './manifest.ts'
import { BrokenBackup, readArchive } from './read-archive.ts'
import { deleteExpired, deleteUnneededSegments } from './retention.ts'
import { sumBlobs } from './blob-sums.ts'
import { digestAtRestorePoint } from './table-digests.ts'
import type { WalShipping } from './wal-shipping.ts'

/** PostgreSQL retries a failed copy after a minute. */
const archiveMs = 180_000
const segmentSize = 16 * 2 ** 20

export type BackupParts = {
  connect: Connect
  cluster: string
  keyFile: string
  /** Undefined if the files are in a separate bucket. */
  storageFolder: string | undefined
  store: BackupStore
  envelope: Envelope
  owner: string
  wal: Pick<WalShipping, 'ship'>
}

/** Resolves when the backup is complete and verified by reading it. */
export async function runBackup(parts: BackupParts): Promise<{ finishedAt: Date; size: number }> {
  const { connect, cluster, keyFile, storageFolder, store, envelope, owner, wal } = parts
  const taken = await backUpCluster({ connect, cluster, others: { 'keys.json': keyFile }, store, envelope })
  const { size, ...described } = taken
  const digested = await digestAtRestorePoint(connect('postgres'))
  if (digested) await archiveUpTo(digested.wal, connect, wal)
  else await wal.ship()
  // After the base backup, because rows may reference files that were uploaded during the base backup.
  const blobs = storageFolder ? await copyBlobs(storageFolder, store, envelope) : []
  // A damaged description prevents the deletion of expired backups, but no new backup.
  const known = (await readManifests(store, envelope, () => {})).at(-1)?.blobSums ?? {}
  const blobSums = storageFolder ? await sumBlobs(storageFolder, blobs, known) : {}
  const { wal: lastWal, ...moment } = digested ?? { wal: undefined }
  const manifest: Manifest = {
    ...described,
    ...(lastWal && { stopWal: lastWal }),
    ...('tables' in moment && { moment }),
    blobSums,
    format: 1,
    owner,
    blobs,
    finishedAt: new Date().toISOString(),
  }
  await checkBackup(store, envelope, manifest)
  await writeManifest(store, envelope, manifest)
  return { finishedAt: new Date(manifest.finishedAt), size }
}

/** Separate from runBackup: if a deletion fails, the completed backup is not repeated. */
export async function expireBackups({ store, envelope }: Pick<BackupParts, 'store' | 'envelope'>, keepDays: number) {
  const manifests = await readManifests(store, envelope)
  // Dumps of the installation's former managed database.
  const others = await readDumpManifests(store, envelope)
  const retained = await deleteExpired({ store, kind: baseBackups, manifests, others, keepDays, now: new Date() })
  await deleteUnneededSegments(store, retained)
}

/** Completes the WAL segment of the restore point, and ships it to the store. */
async function archiveUpTo(segment: string, connect: Connect, wal: BackupParts['wal']) {
  const client = new pg.Client({ ...connect('postgres'), application_name: 'maslul backup' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_switch_wal()')
    for (const until = Date.now() + archiveMs; ; await sleep(100)) {
      const { rows } = await client.query<{ done: boolean }>(
        'select coalesce(last_archived_wal >= $1, false) as done from pg_stat_archiver',
        [segment],
      )
      if (rows[0]!.done) break
      if (Date.now() > until) throw new Error(`PostgreSQL did not archive ${segment}`)
    }
  } finally {
    await client.end()
  }
  await wal.ship()
}

/** Reads the backup from the store. Throws BrokenBackup if it cannot be restored. */
export async function checkBackup(store: BackupStore, envelope: Envelope, manifest: Manifest): Promise<void> {
  const stored = await store.get(manifest.archive)
  if (!stored) throw new BrokenBackup(`${manifest.archive} is missing`)
  await readArchive(await envelope.open(stored), manifest.files, async (_, content) => {
    for await (const _chunk of content);
  })
  const segments = new Set((await store.list('wal/')).map(({ name }) => name.slice('wal/'.length, -suffix.length)))
  const needed = segmentsBetween(manifest.startWal, manifest.stopWal)
  for (const segment of needed)
    if (!segments.has(segment)) throw new BrokenBackup(`The segment ${segment} of the write-ahead log is missing`)
  for (const segment of needed) await checkSegment(store, envelope, segment)
  const copies = new Set((await store.list('blobs/')).map(({ name }) => name))
  const missing = manifest.blobs.find((version) => !copies.has(`blobs/${version}${suffix}`))
  if (missing !== undefined) throw new BrokenBackup(`The file ${missing} is missing`)
}

async function checkSegment(store: BackupStore, envelope: Envelope, segment: string) {
  const stored = await store.get(`wal/${segment}${suffix}`)
  let size = 0
  try {
    if (stored) for await (const chunk of await envelope.open(stored)) size += (chunk as Uint8Array).length
  } catch (error) {
    throw new BrokenBackup(`The segment ${segment} of the write-ahead log cannot be read`, { cause: error })
  }
  if (size !== segmentSize) throw new BrokenBackup(`The segment ${segment} of the write-ahead log has ${size} bytes`)
}

/** The names of all WAL segments from the first to the last one, of one timeline. Segments have 16 MB: 256 in each log. */
export function segmentsBetween(first: string, last: string): string[] {
  const numberOf = (name: string) => Number.parseInt(name.slice(8, 16), 16) * 256 + Number.parseInt(name.slice(16), 16)
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0')
  const from = numberOf(first)
  const count = Math.max(numberOf(last) - from + 1, 1)
  return Array.from({ length: count }, (_, n) => {
    const number = from + n
    return first.slice(0, 8) + hex(Math.floor(number / 256)) + hex(number % 256)
  })
}
