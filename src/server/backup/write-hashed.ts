import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Within } from './bounded-operations.ts'

/** In bytes. On a slow share a single sync of a large archive would exceed the timeout of an operation. */
const defaultSyncEvery = 256 * 2 ** 20

/** Writes a stream to a file and syncs it, every `syncEvery` bytes and at the end. Returns its size and checksum. */
export async function writeHashed(
  path: string,
  source: Readable,
  within: Within = (start) => start(),
  syncEvery = defaultSyncEvery,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  const handle = await within(
    () => open(path, 'w', 0o600),
    (late) => void late.close().catch(() => {}),
  )
  let size = 0
  let synced = 0
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      hash.update(chunk)
      size += chunk.length
      await within(() => handle.writeFile(chunk))
      if (size - synced < syncEvery) continue
      await within(() => handle.datasync())
      synced = size
    }
    await within(() => handle.sync())
  } finally {
    // close() waits for a hanging write, so its own wait is limited too.
    const closing = handle.close()
    closing.catch(() => {})
    await within(() => closing)
  }
  return { size, sha256: hash.digest('hex') }
}
