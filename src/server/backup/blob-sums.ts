// Checksums of the stored files, for the manifest. A blob never changes, so each blob is read once.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { blobsIn } from './blob-copies.ts'

export type BlobSums = Record<string, { sha256: string }>

/** Checksums of these blobs; `known` are those of the last backup. A blob deleted after it was listed is omitted. */
export async function sumBlobs(folder: string, versions: readonly string[], known: BlobSums): Promise<BlobSums> {
  const paths = await blobsIn(folder)
  const sums: BlobSums = {}
  for (const version of versions) {
    const path = paths.get(version)
    const sum = known[version] ?? (path && (await sumFile(path)))
    if (sum) sums[version] = sum
  }
  return sums
}

async function sumFile(path: string) {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(path), hash)
    return { sha256: hash.digest('hex') }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
