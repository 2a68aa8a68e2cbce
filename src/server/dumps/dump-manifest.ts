// The description of a dump. It is written last: a dump without one is incomplete and never used.
import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { BackupStore } from '../backup/backup-store.ts'
import { type Envelope, suffix } from '../backup/envelope.ts'

const DumpManifest = z.object({
  format: z.literal(1),
  /** The object with all rows. */
  archive: z.string(),
  /** The moment that is restored: the start of the snapshot. */
  takenAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** Only this release restores it. */
  release: z.string(),
  owner: z.string(),
  /** The text of keys.json: without it nothing opens what the database stores encrypted. */
  keys: z.string(),
  /** The checksum of the lines. */
  sha256: z.string(),
  tables: z.record(z.string(), z.object({ rows: z.number(), digest: z.string() })),
  /** Blobs in storage when the dump finished, and their checksums. Empty with a separate bucket. */
  blobs: z.array(z.string()),
  blobSums: z.record(z.string(), z.object({ sha256: z.string() })),
})
export type DumpManifest = z.infer<typeof DumpManifest>

const manifestSuffix = `.json${suffix}`
const archiveSuffix = `.rows${suffix}`
export const archiveName = (at: Date) => `dumps/${at.toISOString().replaceAll(':', '-')}${archiveSuffix}`
export const isArchive = (name: string) => name.endsWith(archiveSuffix)
export const manifestName = (archive: string) => archive.replace(archiveSuffix, manifestSuffix)

export async function writeDumpManifest(store: BackupStore, envelope: Envelope, manifest: DumpManifest) {
  const plain = Readable.from([Buffer.from(JSON.stringify(manifest))])
  await store.put(manifestName(manifest.archive), await envelope.close(plain))
}

/** Lists all complete dumps, oldest first. Throws if one cannot be read, unless `onDamaged` is called with its name instead. */
export async function readDumpManifests(
  store: BackupStore,
  envelope: Envelope,
  onDamaged?: (name: string) => void,
): Promise<DumpManifest[]> {
  const names = (await store.list('dumps/')).map(({ name }) => name).filter((name) => name.endsWith(manifestSuffix))
  const manifests: DumpManifest[] = []
  for (const name of names) {
    const stored = await store.get(name)
    if (!stored) continue
    try {
      manifests.push(DumpManifest.parse(JSON.parse(await text(await envelope.open(stored)))))
    } catch (error) {
      if (!onDamaged) throw error
      onDamaged(name)
    }
  }
  return manifests
}
