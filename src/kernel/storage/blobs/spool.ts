// Spools an upload into a local file, computing its size and checksums on the way.
import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { uploadAborted, tooLarge } from '../errors.ts'

type Sum = 'md5' | 'sha256'
type Spooled<S extends Sum> = { size: number; sums: Record<S, Buffer> }

/** Writes the source to a new file, synced when it resolves. Throws beyond `limit` bytes; the caller removes the partial file. */
export async function spool<S extends Sum>(
  path: string,
  source: Readable,
  limit: number,
  schemas: S[],
): Promise<Spooled<S>> {
  const file = await open(path, 'wx', 0o600)
  const hashes = schemas.map((sum) => ({ sum, hash: createHash(sum) }))
  let size = 0
  try {
    for await (const chunk of received(source)) {
      size += chunk.length
      if (size > limit) throw tooLarge()
      for (const { hash } of hashes) hash.update(chunk)
      await writeWhole(file, chunk)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { size, sums: Object.fromEntries(hashes.map(({ sum, hash }) => [sum, hash.digest()])) as Record<S, Buffer> }
}

/** A nearly full disk accepts part of a write without an error; the error comes with the next write. */
async function writeWhole(file: FileHandle, chunk: Buffer) {
  for (let at = 0; at < chunk.length;) at += (await file.write(chunk, at)).bytesWritten
}

/**
 * Destroying the request stream would close the connection before the response; an incomplete request is reported as a
 * client error.
 */
async function* received(source: Readable): AsyncGenerator<Buffer> {
  const chunks = (source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await chunks.next().catch(() => {
        throw uploadAborted()
      })
      if (done) return
      yield value
    }
  } finally {
    await chunks.return?.()
  }
}

const abandonedAfterMs = 24 * 3600 * 1000

/** The folder for incoming uploads. Removes partial files of killed processes, but none that another process may be writing. */
export async function openIncoming(folder: string): Promise<string> {
  const incoming = join(folder, 'incoming')
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  for (const name of await readdir(incoming)) {
    const found = await stat(join(incoming, name)).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > abandonedAfterMs) await rm(join(incoming, name), { force: true })
  }
  return incoming
}
