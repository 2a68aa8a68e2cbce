// The description of a base backup.
import { z } from 'zod'
import type { BackupStore } from './backup-store.ts'
import { type BackupKind, readDescriptions, writeDescription } from './descriptions.ts'
import { type Envelope, suffix } from './envelope.ts'

export const baseBackups: BackupKind = { folder: 'base/', archiveSuffix: `.tar${suffix}` }

/** The store does not authenticate objects, so a manifest path must not escape the restored folder. */
const InnerPath = z.string().refine((path) => !path.startsWith('/') && !path.split('/').includes('..'))

export const Manifest = z.object({
  format: z.literal(1),
  /** The archive of the cluster's files. */
  archive: z.string(),
  /** The earliest restorable point in time. */
  finishedAt: z.iso.datetime(),
  postgres: z.string(),
  /** The first and the last WAL segment required for consistency. */
  startWal: z.string(),
  stopWal: z.string(),
  /** PostgreSQL's backup label, written into the restored cluster. */
  backupLabel: z.string(),
  owner: z.string(),
  /** Folders of the cluster, including empty ones. */
  folders: z.array(InnerPath),
  /** Size and checksum of each file. */
  files: z.record(InnerPath, z.object({ size: z.number(), sha256: z.string() })),
  /** Blobs in storage when the backup finished. */
  blobs: z.array(z.string()),
  /** Checksums of the blobs, for a rehearsal. Earlier manifests lack them, and the restore point. */
  blobSums: z.record(z.string(), z.object({ sha256: z.string() })).optional(),
  /** Row counts and checksums of the tables at a restore point. Absent if continuous writes prevented one. */
  moment: z
    .object({
      restorePoint: z.string(),
      database: z.string(),
      tables: z.record(z.string(), z.object({ rows: z.number(), digest: z.string() })),
    })
    .optional(),
})
export type Manifest = z.infer<typeof Manifest>

export const writeManifest = (store: BackupStore, envelope: Envelope, manifest: Manifest) =>
  writeDescription(store, envelope, baseBackups, manifest)

/** Lists all complete backups, oldest first. Throws if one cannot be read, unless `onDamaged` is called with its name instead. */
export const readManifests = (store: BackupStore, envelope: Envelope, onDamaged?: (name: string) => void) =>
  readDescriptions(store, envelope, { kind: baseBackups, parse: (json) => Manifest.parse(json), onDamaged })
