import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'

/** Writes a stream to a file and syncs it. Returns its size and checksum. */
export async function writeHashed(path: string, source: Readable): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  const handle = await open(path, 'w', 0o600)
  let size = 0
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      hash.update(chunk)
      size += chunk.length
      await handle.writeFile(chunk)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { size, sha256: hash.digest('hex') }
}
