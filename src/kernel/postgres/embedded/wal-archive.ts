// Continuous archiving: PostgreSQL copies each completed WAL segment to a folder, and retains the segment until the copy is synced.
import { chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { isRoot, type Owner } from './owner.ts'

/** archive_timeout: a segment with changes is completed after this time, so that at most a minute of changes is not archived. */
const timeoutS = 60

/** Returns the folder, which is created if missing. */
export function makeWalArchive(folder: string, owner: Owner): string {
  const archive = join(folder, 'wal-archive')
  mkdirSync(archive, { recursive: true, mode: 0o700 })
  if (isRoot()) chownSync(archive, owner.uid, owner.gid)
  return archive
}

/** Settings of a server that archives into the folder. */
export const archiveSettings = (archive: string) => ({
  archive_mode: 'on',
  archive_timeout: `${timeoutS}`,
  archive_command: copyCommand('%p', `${escapePath(archive)}/%f`),
})

/** Settings of a server that recovers from segments in the folder. */
export const recoverySettings = (archive: string) => ({
  archive_mode: 'off',
  restore_command: `cp -- "${escapePath(archive)}/%f" "%p"`,
})

/** Copies to a temporary name first, so that a segment's name always belongs to a complete copy. */
const copyCommand = (from: string, to: string) =>
  `cp -- "${from}" "${to}.part" && sync -- "${to}.part" && mv -f -- "${to}.part" "${to}"`

/** Escapes a path for a double-quoted shell command in which PostgreSQL replaces %p and %f. */
const escapePath = (path: string) => path.replaceAll('%', '%%').replaceAll(/["$`\\]/g, '\\$&')
