// A disk cache of reproducible files: limited by total bytes, evicts the least recently used.
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const maxIdleMs = 7 * 24 * 3600 * 1000

export type DiskCache = {
  read(name: string): Promise<Buffer | undefined>
  write(name: string, bytes: Buffer): Promise<void>
  /** Removes files that were not read for a week. Resolves to their number. */
  prune(): Promise<number>
}

/** Names consist of letters and digits. Files are not synced: those lost in a crash are created again. */
export async function openDiskCache(folder: string, maxBytes: number): Promise<DiskCache> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Oldest first: a Map iterates in order of insertion.
  const files = new Map<string, { size: number; usedAt: number }>()
  const found = await Promise.all(
    // Another process may be deleting some of them.
    (await readdir(folder)).map(async (name) => ({
      name,
      facts: await stat(join(folder, name)).catch(() => undefined),
    })),
  )
  const there = found.flatMap(({ name, facts }) => (facts ? [{ name, facts }] : []))
  for (const { name, facts } of there.sort((a, b) => a.facts.mtimeMs - b.facts.mtimeMs))
    files.set(name, { size: facts.size, usedAt: facts.mtimeMs })
  let total = [...files.values()].reduce((sum, { size }) => sum + size, 0)

  function used(name: string, size: number) {
    files.delete(name)
    files.set(name, { size, usedAt: Date.now() })
  }
  async function drop(name: string) {
    total -= files.get(name)?.size ?? 0
    files.delete(name)
    await rm(join(folder, name), { force: true })
  }

  return {
    async read(name) {
      if (!files.has(name)) return undefined
      const bytes = await readFile(join(folder, name)).catch(() => undefined)
      if (!bytes) {
        await drop(name)
        return undefined
      }
      used(name, bytes.length)
      // The modification time stores the last use, for the next start.
      await utimes(join(folder, name), new Date(), new Date()).catch(() => {})
      return bytes
    },
    async write(name, bytes) {
      const partial = `${name}.${randomUUID()}`
      await writeFile(join(folder, partial), bytes, { mode: 0o600 })
      await rename(join(folder, partial), join(folder, name))
      total += bytes.length - (files.get(name)?.size ?? 0)
      used(name, bytes.length)
      for (const oldest of files.keys()) {
        if (total <= maxBytes) break
        await drop(oldest)
      }
    },
    async prune() {
      const old = [...files].filter(([, { usedAt }]) => Date.now() - usedAt > maxIdleMs).map(([name]) => name)
      for (const name of old) await drop(name)
      return old.length
    },
  }
}
