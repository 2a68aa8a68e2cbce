import { createHash } from 'node:crypto'
import { chownSync, lstatSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CannotStart } from '#lib/cannot-start.ts'
import { isRoot, type Owner } from './owner.ts'

/** What Linux allows for the whole path; the file's name is PostgreSQL's. */
const longestPath = 107
const socketFile = '.s.PGSQL.5432'

/** Where the socket of this cluster lies. The temporary folder, not the data folder: a path of a project can be too long for a socket. */
export function socketFolderOf(folder: string, owner: Owner, systemUser: string, temporary = tmpdir()): string {
  const place = createHash('sha256').update(folder).digest('hex').slice(0, 12)
  const named = (parent: string) => join(parent, `${systemUser}-${owner.uid}-${place}`)
  return Buffer.byteLength(join(named(temporary), socketFile)) > longestPath ? named('/tmp') : named(temporary)
}

/**
 * Made afresh at every start, open to the owner alone: whatever an earlier server left there is stale, as the cluster is held by us.
 * Anybody may have put something under this name in the temporary folder, so nothing that is there is used.
 */
export function makeSocketFolder(folder: string, owner: Owner, systemUser: string): string {
  const socket = socketFolderOf(folder, owner, systemUser)
  const there = lstatSync(socket, { throwIfNoEntry: false })
  if (there && there.uid !== owner.uid && !isRoot())
    throw new CannotStart(
      `${socket} belongs to another user, and PostgreSQL's socket has to lie there. Have it removed, or set TMPDIR.`,
    )
  rmSync(socket, { recursive: true, force: true })
  mkdirSync(socket, { mode: 0o700 })
  if (isRoot()) chownSync(socket, owner.uid, owner.gid)
  return socket
}
