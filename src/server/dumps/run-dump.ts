// Takes one dump: rows, files, verification, manifest. Retention runs separately.
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import type pg from 'pg'
import type { BackupStore } from '../backup/backup-store.ts'
import { copyBlobs } from '../backup/blob-copies.ts'
import { sumBlobs } from '../backup/blob-sums.ts'
import { archiveName, type DumpManifest, dumps, readDumpManifests, writeDumpManifest } from '../backup/dump-manifest.ts'
import { type Envelope, suffix } from '../backup/envelope.ts'
import { readManifests } from '../backup/manifest.ts'
import { BrokenBackup } from '../backup/read-archive.ts'
import { deleteExpired } from '../backup/retention.ts'
import { connectTo } from '../backup/table-digests.ts'
import { release } from '../version.ts'
import { hashChunks, newHash, writeLines } from './dump-lines.ts'
import { type DumpedTable, readDumpDigests, readTables } from './dumped-tables.ts'

export type DumpParts = {
  config: pg.ClientConfig
  keyFile: string
  /** Undefined if the files are in a separate bucket. */
  storageFolder: string | undefined
  store: BackupStore
  envelope: Envelope
  owner: string
}

/** Resolves when the dump is complete and verified by reading it. */
export async function runDump(parts: DumpParts): Promise<{ size: number }> {
  const { keyFile, storageFolder, store, envelope, owner } = parts
  const { size, ...dumped } = await dumpRows(parts)
  // Read after the rows, because rows may reference files uploaded before the snapshot.
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
  return { size }
}

/** Separate from runDump: if a deletion fails, the completed dump is not repeated. */
export async function expireDumps({ store, envelope }: Pick<DumpParts, 'store' | 'envelope'>, keepDays: number) {
  const manifests = await readDumpManifests(store, envelope)
  // Backups of the installation's former embedded database.
  const others = await readManifests(store, envelope)
  await deleteExpired({ store, kind: dumps, manifests, others, keepDays, now: new Date() })
}

async function dumpRows({ config, store, envelope }: DumpParts) {
  const client = await connectTo(config)
  try {
    await client.query('begin isolation level repeatable read, read only')
    const { rows } = await client.query<{ at: Date }>('select now() as at')
    const tables = await readTables(client)
    await refuseHiddenRows(client, tables)
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

/**
 * A superuser that lost its rights since the start would dump only rows that policies allow. In this transaction, such
 * a table fails.
 */
async function refuseHiddenRows(client: pg.Client, tables: readonly DumpedTable[]) {
  await client.query('set local row_security = off')
  try {
    for (const { name } of tables) await client.query(`select from ${name} limit 0`)
  } catch (error) {
    // Insufficient privilege: of the table itself, or rows that policies would hide.
    if ((error as { code?: string }).code !== '42501') throw error
    throw new Error(
      `The login of DATABASE_URL may not read all rows: ${(error as Error).message}. Make it a superuser again.`,
      { cause: error },
    )
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
