// The disks with the data of the installation: that of the data folder, and that of the database, to which a link may lead.
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'

export type DiskSpace = { free: number; total: number }

/** In bytes. Equal ones if both folders are on one disk; only the first one with an external database. */
export async function disksOf(dataFolder: string): Promise<[DiskSpace, ...DiskSpace[]]> {
  const database = await spaceOf(join(dataFolder, 'cluster')).catch(() => undefined)
  return [await spaceOf(dataFolder), ...(database ? [database] : [])]
}

async function spaceOf(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}
