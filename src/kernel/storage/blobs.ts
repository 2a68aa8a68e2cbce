// Where the bytes lie. A blob is written once under a name of its own and never changed: who reads an old one reads it to its end.
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { tooLarge } from './errors.ts'

/** `version` names the blob. */
export type Written = { version: string; size: number; etag: string }

export type Blobs = {
  /** Keeps the bytes, flushed to the disk when it resolves. Throws when there are more than `limit`, and keeps nothing then. */
  write(source: Readable, limit: number): Promise<Written>
  /** The bytes from `start` to `end`, both included. Undefined when there is no such blob. */
  read(version: string, range: { start: number; end: number }): Promise<Readable | undefined>
  /** Blobs that are gone already are no error. */
  remove(versions: string[]): Promise<void>
}

/** Blobs as files in a folder, which is made when it is missing. What a killed process left half-written is cleared away. */
export async function blobsOnDisk(folder: string): Promise<Blobs> {
  const incoming = join(folder, 'incoming')
  await rm(incoming, { recursive: true, force: true })
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  // 256 folders, so that none grows without bound.
  const folderOf = (version: string) => join(folder, 'objects', version.slice(0, 2))
  const pathOf = (version: string) => join(folderOf(version), version)

  return {
    async write(source, limit) {
      const version = randomUUID()
      const temporary = join(incoming, version)
      try {
        const written = await writeFlushed(temporary, source, limit)
        await mkdir(folderOf(version), { recursive: true, mode: 0o700 })
        await rename(temporary, pathOf(version))
        await flushFolder(folderOf(version))
        return { version, ...written }
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },
    async read(version, { start, end }) {
      const found = await stat(pathOf(version)).catch(() => undefined)
      return found && createReadStream(pathOf(version), { start, end: Math.max(start, end) })
    },
    async remove(versions) {
      await Promise.all(versions.map((version) => rm(pathOf(version), { force: true })))
    },
  }
}

async function writeFlushed(path: string, source: Readable, limit: number) {
  const file = await open(path, 'wx', 0o600)
  const hash = createHash('md5')
  let size = 0
  try {
    // The source is the request itself: destroying it would cut the connection before the answer.
    for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limit) throw tooLarge()
      hash.update(chunk)
      await file.write(chunk)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { size, etag: `"${hash.digest('hex')}"` }
}

/** Without it the file's name may be lost with the power, though its bytes are not. */
async function flushFolder(path: string) {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
