// The disks of the installation's data: that of the data folder, and that of the database, whose folder may be a
// symbolic link.
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'

export type DiskSpace = { free: number; total: number }

/** In bytes. Two equal entries if both folders are on one disk; one entry with an external database. */
export async function disksOf(dataFolder: string): Promise<[DiskSpace, ...DiskSpace[]]> {
  const database = await spaceOf(join(dataFolder, 'cluster')).catch(() => undefined)
  return [await spaceOf(dataFolder), ...(database ? [database] : [])]
}

async function spaceOf(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}
