// The description of a dump. Stored beside those of base backups, because the retention of one kind reads the
// descriptions of the other.
import { z } from 'zod'
import type { BackupStore } from './backup-store.ts'
import { type BackupKind, readDescriptions, writeDescription } from './descriptions.ts'
import { type Envelope, suffix } from './envelope.ts'

export const dumps: BackupKind = { folder: 'dumps/', archiveSuffix: `.rows${suffix}` }

const DumpManifest = z.object({
  format: z.literal(1),
  /** The object with all rows. */
  archive: z.string(),
  /** The restored point in time: the start of the snapshot. */
  takenAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** The release that made the dump, the only release that can restore it. */
  release: z.string(),
  owner: z.string(),
  /** The text of keys.json, whose keys decrypt the database's encrypted values. */
  keys: z.string(),
  /** The checksum of the lines. */
  sha256: z.string(),
  tables: z.record(z.string(), z.object({ rows: z.number(), digest: z.string() })),
  /** Blobs in storage when the dump finished, and their checksums. Empty with a separate bucket. */
  blobs: z.array(z.string()),
  blobSums: z.record(z.string(), z.object({ sha256: z.string() })),
})
export type DumpManifest = z.infer<typeof DumpManifest>

export const archiveName = (at: Date) => `${dumps.folder}${at.toISOString().replaceAll(':', '-')}${dumps.archiveSuffix}`

export const writeDumpManifest = (store: BackupStore, envelope: Envelope, manifest: DumpManifest) =>
  writeDescription(store, envelope, dumps, manifest)

/** Lists all complete dumps, oldest first. Throws if one cannot be read, unless `onDamaged` is called with its name instead. */
export const readDumpManifests = (store: BackupStore, envelope: Envelope, onDamaged?: (name: string) => void) =>
  readDescriptions(store, envelope, { kind: dumps, parse: (json) => DumpManifest.parse(json), onDamaged })
