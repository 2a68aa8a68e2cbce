import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const roomOfARun = 4 * 2 ** 30

/**
 * A new folder for what is gone with the run, a database above all: in memory where this machine lends four gigabytes of it,
 * for a disk spends twenty times as long on each copy of a template. What a loss of power would do to it is nobody's concern.
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
