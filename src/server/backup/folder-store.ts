// Backups in a folder: another disk, or a mounted share.
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { BackupStore, StoredObject } from './backup-store.ts'
import { boundOperations, type Within } from './bounded-operations.ts'
import { writeHashed } from './write-hashed.ts'

const partial = '.part'
const chunkSize = 256 * 1024
const statsAtOnce = 64
/** A slow share may need minutes to sync what was written since the last sync. */
const defaultLimitMs = 300_000

type Limits = {
  /** How long the folder may take for one operation, such as the write of a chunk. */
  limitMs?: number
}

/** The folder itself is not created: if the share is not mounted, backups would fill the wrong disk. */
export function folderStore(folder: string, { limitMs = defaultLimitMs }: Limits = {}): BackupStore {
  const within = boundOperations(limitMs)
  const pathOf = (name: string) => join(folder, name)
  return {
    async put(name, source) {
      const path = pathOf(name)
      // The daily backup and the per-minute copy may write the same file concurrently.
      const temporary = `${path}.${randomUUID()}${partial}`
      try {
        await within(() => stat(folder))
        await within(() => mkdir(dirname(path), { recursive: true, mode: 0o700 }))
        const written = await writeHashed(temporary, source, within)
        await within(() => rename(temporary, path))
        await within(() => syncFolder(dirname(path)))
        return written
      } catch (error) {
        // An undestroyed source would leak the file descriptors that it reads from.
        source.destroy()
        await within(() => rm(temporary, { force: true })).catch(() => {})
        throw error
      }
    },
    async get(name) {
      const found = await within(() => stat(pathOf(name))).catch(undefinedIfMissing)
      return found && Readable.from(chunksOf(pathOf(name), within), { objectMode: false })
    },
    async list(prefix) {
      await within(() => stat(folder))
      const top = join(folder, dirname(`${prefix}.`))
      const names = (await within(() => entriesOf(top)))
        .filter((entry) => entry.isFile() && !entry.name.endsWith(partial))
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .filter((name) => name.startsWith(prefix))
        .sort()
      const statOf = async (name: string): Promise<StoredObject> => {
        const { size, mtime } = await within(() => stat(pathOf(name)))
        return { name, size, storedAt: mtime }
      }
      const objects: StoredObject[] = []
      // In batches, because queued operations would exceed the timeout and count as hanging.
      for (let at = 0; at < names.length; at += statsAtOnce)
        objects.push(...(await Promise.all(names.slice(at, at + statsAtOnce).map(statOf))))
      return objects
    },
    remove: (name) => within(() => rm(pathOf(name), { force: true })),
    async discardParts(prefix, before) {
      const top = join(folder, dirname(`${prefix}.`))
      for (const entry of await within(() => entriesOf(top)))
        if (entry.isFile() && entry.name.endsWith(partial))
          await within(() => removeOlder(join(entry.parentPath, entry.name), before))
    },
  }
}

async function* chunksOf(path: string, within: Within): AsyncGenerator<Buffer> {
  const handle = await within(
    () => open(path),
    (late) => void late.close().catch(() => {}),
  )
  try {
    for (;;) {
      const { bytesRead, buffer } = await within(() => handle.read(Buffer.allocUnsafe(chunkSize), 0, chunkSize))
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    // Not awaited: `close` waits for a pending read, which may hang.
    void handle.close().catch(() => {})
  }
}

const entriesOf = async (top: string) =>
  (await readdir(top, { recursive: true, withFileTypes: true }).catch(undefinedIfMissing)) ?? []

/**
 * Only ENOENT means that a file is missing. After any other error, such as of a failing share, it must not count as
 * deleted.
 */
function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** Deletes a file that was last written before that time. */
export async function removeOlder(path: string, before: Date) {
  const found = await stat(path).catch(() => undefined)
  if (found && found.mtime < before) await rm(path, { force: true })
}

async function syncFolder(folder: string) {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
