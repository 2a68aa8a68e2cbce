// The system user that runs PostgreSQL. PostgreSQL refuses to run as root, and only the owner of a cluster can open the
// cluster.
import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { StartupError } from '#lib/startup-error.ts'

export type Owner = { uid: number; gid: number }

const self = (): Owner => ({ uid: process.getuid!(), gid: process.getgid!() })

export const isRoot = () => self().uid === 0

/**
 * An unprivileged user is the owner. Root uses the owner of the existing cluster, so that user and root can start the same data in turn.
 * For a new cluster it uses the system user, created when missing.
 */
export function ownerFor(folder: string, systemUser: string): Owner {
  if (!isRoot()) return self()
  const existing = statSync(folder, { throwIfNoEntry: false })
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid }
  return findUser(systemUser) ?? makeUser(systemUser)
}

/** Spawn options that run the child as the owner. */
export const asOwner = ({ uid, gid }: Owner) => (isRoot() ? { uid, gid } : {})

/** Whether the owner can access this folder: tested by the operating system, which respects access lists. */
export function isAccessibleTo(folder: string, owner: Owner) {
  return spawnSync('/bin/sh', ['-c', 'cd -- "$0"', folder], { ...asOwner(owner), cwd: '/' }).status === 0
}

/** The name of a user, or the uid if it has none. */
export function nameOf(uid: number) {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.split(':')[2] === String(uid))
  return line?.split(':')[0] ?? String(uid)
}

function findUser(name: string): Owner | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }))
  return uid!.status === 0 ? { uid: Number(uid!.stdout), gid: Number(gid!.stdout) } : undefined
}

function makeUser(name: string): Owner {
  const result = spawnSync(
    '/usr/sbin/useradd',
    [
      '--system',
      '--user-group',
      '--no-create-home',
      '--home-dir',
      '/nonexistent',
      '--shell',
      '/usr/sbin/nologin',
      name,
    ],
    { encoding: 'utf8' },
  )
  const owner = findUser(name)
  if (owner) return owner
  const reason = result.error?.message ?? result.stderr.trim()
  throw new StartupError(
    `PostgreSQL does not run as root, and the system user ${name} could not be made: ${reason}. Start as a normal user instead.`,
  )
}
