// Backups in a folder: another disk, or a mounted share.
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeHashed } from './write-hashed.ts'
import type { BackupStore } from './backup-store.ts'

const partial = '.part'

/** The folder itself is not created: if the share is not mounted, backups would fill the wrong disk. */
export function folderStore(folder: string): BackupStore {
  const pathOf = (name: string) => join(folder, name)
  return {
    async put(name, source) {
      await stat(folder)
      const path = pathOf(name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      try {
        const written = await writeHashed(path + partial, source)
        await rename(path + partial, path)
        await syncFolder(dirname(path))
        return written
      } catch (error) {
        await rm(path + partial, { force: true }).catch(() => {})
        throw error
      }
    },
    async get(name) {
      const found = await stat(pathOf(name)).catch(undefinedIfMissing)
      return found && createReadStream(pathOf(name))
    },
    async list(prefix) {
      await stat(folder)
      const top = join(folder, dirname(`${prefix}.`))
      const names = (await entriesOf(top))
        .filter((entry) => entry.isFile() && !entry.name.endsWith(partial))
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .filter((name) => name.startsWith(prefix))
        .sort()
      return Promise.all(
        names.map(async (name) => {
          const { size, mtime } = await stat(pathOf(name))
          return { name, size, storedAt: mtime }
        }),
      )
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    async discardParts(prefix, before) {
      const top = join(folder, dirname(`${prefix}.`))
      for (const entry of await entriesOf(top))
        if (entry.isFile() && entry.name.endsWith(partial))
          await removeOlder(join(entry.parentPath, entry.name), before)
    },
  }
}

const entriesOf = async (top: string) =>
  (await readdir(top, { recursive: true, withFileTypes: true }).catch(undefinedIfMissing)) ?? []

/** Only ENOENT says that something is missing: what a failing share hides must not look deleted. */
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
