// Copies of the stored files. A blob never changes, so each blob is copied once.
import { createReadStream, existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupStore } from './backup-store.ts'
import { type Envelope, suffix } from './envelope.ts'

/** Paths of the blobs, by name. */
export async function blobsIn(storageFolder: string): Promise<Map<string, string>> {
  const top = join(storageFolder, 'objects')
  const entries = await readdir(top, { recursive: true, withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return new Map(
    entries.filter((entry) => entry.isFile()).map(({ name, parentPath }) => [name, join(parentPath, name)]),
  )
}

export const blobName = (version: string) => `blobs/${version}${suffix}`
export const versionOf = (name: string) => name.slice('blobs/'.length, -suffix.length)

type Copying = { storageFolder: string; store: BackupStore; envelope: Envelope; onError: (error: unknown) => void }

/**
 * Returns a function that starts a copy of the blobs in the background, unless one is running. The job does not await
 * it: a hanging share would occupy a worker of the job queue, and delay the alarm about a late backup.
 */
export function openBlobCopier({ storageFolder, store, envelope, onError }: Copying): () => void {
  let isCopying = false
  return () => {
    if (isCopying) return
    isCopying = true
    void copyBlobs(storageFolder, store, envelope)
      .catch(onError)
      .finally(() => (isCopying = false))
  }
}

/** Copies blobs that the store lacks. Returns the names of all blobs of the folder. */
export async function copyBlobs(storageFolder: string, store: BackupStore, envelope: Envelope): Promise<string[]> {
  const stored = new Set((await store.list('blobs/')).map(({ name }) => versionOf(name)))
  const present = await blobsIn(storageFolder)
  const copied: string[] = []
  for (const [version, path] of present) {
    if (!stored.has(version))
      try {
        await store.put(blobName(version), await envelope.close(createReadStream(path)))
      } catch (error) {
        // The blob was deleted after it was listed. If the blob exists, ENOENT means that the backup folder is missing.
        if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !existsSync(path)) continue
        throw error
      }
    copied.push(version)
  }
  return copied
}
