// Blobs as files in a folder.
import { constants } from 'node:fs'
import { copyFile, link, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Blobs, blobPath } from './blobs.ts'
import { openIncoming, spool } from './spool.ts'

/** Blobs in a folder, created when missing. Several processes may share it. */
export async function blobsOnDisk(folder: string): Promise<Blobs> {
  const incoming = await openIncoming(folder)
  const pathOf = (version: string) => join(folder, blobPath(version))

  /** Renames a finished file and syncs its folder, so that the name survives a power failure. */
  async function commitFile(path: string, move: () => Promise<void>) {
    const created = await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await move()
    await sync(dirname(path))
    // A new folder is an entry of its parent folder, which is synced too.
    if (created) for (let above = dirname(path); above.length >= created.length;) await sync((above = dirname(above)))
  }

  return {
    async write(version, source, limit) {
      const temporary = join(incoming, version)
      try {
        const { size, sums } = await spool(temporary, source, limit, ['md5'])
        await commitFile(pathOf(version), () => rename(temporary, pathOf(version)))
        return { size, etag: `"${sums.md5.toString('hex')}"` }
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },
    async copy(from, to) {
      try {
        // Blobs are immutable, so a hard link can share the bytes.
        await commitFile(pathOf(to), () =>
          link(pathOf(from), pathOf(to)).catch(() => copyWhole(pathOf(from), pathOf(to))),
        )
        return true
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
        throw error
      }
    },
    async read(version, { start, end }) {
      // Opened before it returns: an open file can be read to its end even after its removal.
      const file = await open(pathOf(version)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
      return file?.createReadStream({ start, end: Math.max(start, end) })
    },
    async remove(versions) {
      const files = versions.flatMap((version) => [pathOf(version), join(incoming, version)])
      await Promise.all(files.map((file) => rm(file, { force: true })))
    },
  }
}

/** Fallback for file systems without hard links. */
async function copyWhole(from: string, to: string) {
  await copyFile(from, to, constants.COPYFILE_EXCL)
  await sync(to)
}

async function sync(path: string) {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
