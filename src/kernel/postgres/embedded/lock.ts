import { chownSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartupError } from '#lib/startup-error.ts'
import { operatorMessage } from './operator-message.ts'
import { isRoot, type Owner } from './owner.ts'

/**
 * Locks the folder for this process, from before initdb until the stop. Throws StartupError when another process holds the lock. Uses
 * SQLite's lock on an empty file, as Node has no flock. The operating system releases it when the process ends. Unlike PostgreSQL's pid
 * check it works across containers that share the folder.
 */
export function lockFolder(folder: string, owner: Owner): { release(): void } {
  const file = join(folder, 'owner.lock')
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(file)
    if (isRoot()) chownSync(file, owner.uid, owner.gid)
    lock.exec('begin exclusive')
    const held = lock
    return { release: () => held.isOpen && held.close() }
  } catch (error) {
    lock?.close()
    const busy = (error as { errcode?: number }).errcode === 5
    throw new StartupError(
      busy
        ? `Another process already works on ${folder}. Stop it first, or give this one its own DATA_DIR.`
        : operatorMessage((error as Error).message, folder),
      { cause: error },
    )
  }
}
