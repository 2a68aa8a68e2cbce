import { chownSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CannotStart } from '#lib/cannot-start.ts'
import { sentenceFor } from './faults.ts'
import { isRoot, type Owner } from './owner.ts'

/**
 * Holds the folder for this process alone, from before the cluster is made until it is stopped. Throws CannotStart when another process holds it.
 * The lock is SQLite's on an empty file: Node has no flock, and this one is the kernel's own, so it ends with the process however that ends,
 * and holds between containers that share the folder, where PostgreSQL's own check by process number sees nothing.
 */
export function holdFolder(folder: string, owner: Owner): { release(): void } {
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
    throw new CannotStart(
      busy
        ? `Another process already works on ${folder}. Stop it first, or give this one its own DATA_DIR.`
        : sentenceFor((error as Error).message, folder),
      { cause: error },
    )
  }
}
