import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const roomOfARun = 4 * 2 ** 30

/**
 * A temporary folder, mainly for databases. In memory if /dev/shm has 4 GB free: cloning a template on disk takes twenty times as long.
 * Durability is not needed.
 */
export function tempFolder(prefix: string): string {
  return mkdtempSync(join(hasRoom('/dev/shm') ? '/dev/shm' : tmpdir(), prefix))
}

function hasRoom(folder: string) {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= roomOfARun
  } catch {
    return false
  }
}
