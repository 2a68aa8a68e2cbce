// Receives an upload into a file of this machine, counting and summing as the bytes come.
import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { brokenOff, tooLarge } from '../errors.ts'

type Sum = 'md5' | 'sha256'
type Spooled<S extends Sum> = { size: number; sums: Record<S, Buffer> }

/** Writes the source to a new file, on the disk when it resolves. Throws beyond `limit` bytes; the half-written file is the caller's to remove. */
export async function spool<S extends Sum>(
  path: string,
  source: Readable,
  limit: number,
  wanted: S[],
): Promise<Spooled<S>> {
  const file = await open(path, 'wx', 0o600)
  const hashes = wanted.map((sum) => ({ sum, hash: createHash(sum) }))
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

/** A disk that is nearly full takes a part of what it is given and calls that no error: the error comes with the rest. */
async function writeWhole(file: FileHandle, chunk: Buffer) {
  for (let at = 0; at < chunk.length;) at += (await file.write(chunk, at)).bytesWritten
}

/** The source is the request itself: destroying it would cut the connection before the answer, and what breaks in it is not our fault. */
async function* received(source: Readable): AsyncGenerator<Buffer> {
  const chunks = (source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await chunks.next().catch(() => {
        throw brokenOff()
      })
      if (done) return
      yield value
    }
  } finally {
    await chunks.return?.()
  }
}

const abandonedAfterMs = 24 * 3600 * 1000

/** The folder for what is on its way in. What a killed process left half-written is cleared away, but nothing that another process may be writing. */
export async function openIncoming(folder: string): Promise<string> {
  const incoming = join(folder, 'incoming')
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  for (const name of await readdir(incoming)) {
    const found = await stat(join(incoming, name)).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > abandonedAfterMs) await rm(join(incoming, name), { force: true })
  }
  return incoming
}
