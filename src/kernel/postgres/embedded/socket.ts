import { createHash } from 'node:crypto'
import { chownSync, lstatSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartupError } from '#lib/startup-error.ts'
import { isRoot, type Owner } from './owner.ts'

/** The Linux limit for the whole path; PostgreSQL chooses the file name. */
const maxPathLength = 107
const socketFile = '.s.PGSQL.5432'

/** The socket folder of this cluster, in the temporary folder: the path of a project can exceed the limit for sockets. */
export function socketFolderOf(folder: string, owner: Owner, systemUser: string, temporary = tmpdir()): string {
  const place = createHash('sha256').update(folder).digest('hex').slice(0, 12)
  const named = (parent: string) => join(parent, `${systemUser}-${owner.uid}-${place}`)
  return Buffer.byteLength(join(named(temporary), socketFile)) > maxPathLength ? named('/tmp') : named(temporary)
}

/**
 * Created again at every start, accessible only to the owner: with the folder lock held, an existing socket is stale.
 * The temporary folder is world-writable, so an existing folder of this name is never reused.
 */
export function makeSocketFolder(folder: string, owner: Owner, systemUser: string): string {
  const socket = socketFolderOf(folder, owner, systemUser)
  const there = lstatSync(socket, { throwIfNoEntry: false })
  if (there && there.uid !== owner.uid && !isRoot())
    throw new StartupError(
      `${socket} belongs to another user, and PostgreSQL's socket has to lie there. Have it removed, or set TMPDIR.`,
    )
  rmSync(socket, { recursive: true, force: true })
  mkdirSync(socket, { mode: 0o700 })
  if (isRoot()) chownSync(socket, owner.uid, owner.gid)
  return socket
}
