// Takes one dump: rows, files, verification, manifest, retention.
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import type pg from 'pg'
import type { BackupStore } from '../backup/backup-store.ts'
import { copyBlobs, versionOf } from '../backup/blob-copies.ts'
import { sumBlobs } from '../backup/blob-sums.ts'
import { type Envelope, suffix } from '../backup/envelope.ts'
import { readManifests } from '../backup/manifest.ts'
import { BrokenBackup } from '../backup/read-archive.ts'
import { connectTo } from '../backup/table-digests.ts'
import { release } from '../version.ts'
import { hashChunks, newHash, writeLines } from './dump-lines.ts'
import {
  archiveName,
  type DumpManifest,
  isArchive,
  manifestName,
  readDumpManifests,
  writeDumpManifest,
} from './dump-manifest.ts'
import { readDumpDigests, readTables } from './dumped-tables.ts'

const dayMs = 86_400_000

export type DumpParts = {
  config: pg.ClientConfig
  keyFile: string
  /** Undefined if the files are in a separate bucket. */
  storageFolder: string | undefined
  store: BackupStore
  envelope: Envelope
  owner: string
  keepDays: number
}

/** Resolves when the dump is complete and verified by reading it. */
export async function runDump(parts: DumpParts): Promise<{ size: number }> {
  const { keyFile, storageFolder, store, envelope, owner, keepDays } = parts
  const { size, ...dumped } = await dumpRows(parts)
  // After the rows, which may reference files uploaded before the snapshot.
  const blobs = storageFolder ? await copyBlobs(storageFolder, store, envelope) : []
  // A damaged description prevents the deletion of expired dumps, but no new dump.
  const known = (await readDumpManifests(store, envelope, () => {})).at(-1)?.blobSums ?? {}
  const blobSums = storageFolder ? await sumBlobs(storageFolder, blobs, known) : {}
  const manifest: DumpManifest = {
    ...dumped,
    format: 1,
    release,
    owner,
    keys: readFileSync(keyFile, 'utf8'),
    blobs,
    blobSums,
    finishedAt: new Date().toISOString(),
  }
  await checkDump(store, envelope, manifest)
  await writeDumpManifest(store, envelope, manifest)
  const manifests = await readDumpManifests(store, envelope)
  // Backups of the embedded database that the installation had before.
  const otherBlobs = (await readManifests(store, envelope)).flatMap(({ blobs: needed }) => needed)
  await deleteExpired(store, manifests, { keepDays, now: new Date(), otherBlobs })
  return { size }
}

async function dumpRows({ config, store, envelope }: DumpParts) {
  const client = await connectTo(config)
  try {
    await client.query('begin isolation level repeatable read, read only')
    const { rows } = await client.query<{ at: Date }>('select now() as at')
    const tables = await readTables(client)
    const hash = newHash()
    const lines = hashChunks(writeLines(client, tables), hash)
    const archive = archiveName(new Date())
    const { size } = await store.put(archive, await envelope.close(Readable.from(lines)))
    const digests = await readDumpDigests(client, tables)
    await client.query('commit')
    return { archive, takenAt: rows[0]!.at.toISOString(), sha256: hash.digest('hex'), tables: digests, size }
  } finally {
    await client.end()
  }
}

/** Reads the dump from the store. Throws BrokenBackup if it cannot be restored. */
async function checkDump(store: BackupStore, envelope: Envelope, manifest: DumpManifest): Promise<void> {
  const stored = await store.get(manifest.archive)
  if (!stored) throw new BrokenBackup(`${manifest.archive} is missing`)
  const hash = newHash()
  for await (const part of await envelope.open(stored)) hash.update(part as Uint8Array)
  if (hash.digest('hex') !== manifest.sha256) throw new BrokenBackup(`${manifest.archive} has another checksum`)
  const copies = new Set((await store.list('blobs/')).map(({ name }) => name))
  const missing = manifest.blobs.find((version) => !copies.has(`blobs/${version}${suffix}`))
  if (missing !== undefined) throw new BrokenBackup(`The file ${missing} is missing`)
}

type Retention = { keepDays: number; now: Date; otherBlobs: readonly string[] }

/** The newest dump is never deleted. */
async function deleteExpired(store: BackupStore, manifests: readonly DumpManifest[], options: Retention) {
  const { keepDays, now, otherBlobs } = options
  const firstMoment = new Date(now.getTime() - keepDays * dayMs).toISOString()
  const isNeeded = (manifest: DumpManifest) => manifest.finishedAt >= firstMoment || manifest === manifests.at(-1)
  for (const { archive } of manifests.filter((manifest) => !isNeeded(manifest))) {
    // The manifest is deleted first: without it the rest is ignored.
    await store.remove(manifestName(archive))
    await store.remove(archive)
  }
  const retained = manifests.filter(isNeeded)
  const complete = new Set(retained.map(({ archive }) => archive))
  // Interrupted dumps.
  for (const { name, storedAt } of await store.list('dumps/'))
    if (isArchive(name) && !complete.has(name) && now.getTime() - storedAt.getTime() > dayMs) await store.remove(name)
  await store.discardParts('dumps/', new Date(now.getTime() - dayMs))
  const needed = new Set([...retained.flatMap(({ blobs }) => blobs), ...otherBlobs])
  const [first] = retained.map(({ finishedAt }) => finishedAt).sort()
  // A blob in no list although it is older than all of them was deleted before the retention period.
  for (const { name, storedAt } of await store.list('blobs/'))
    if (!needed.has(versionOf(name)) && storedAt.toISOString() < first!) await store.remove(name)
}
