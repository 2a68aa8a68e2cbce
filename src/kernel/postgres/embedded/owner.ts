// As whom PostgreSQL runs. It refuses to run as root, and a cluster can only be opened by the user it belongs to.
import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { CannotStart } from '#lib/cannot-start.ts'

export type Owner = { uid: number; gid: number }

const self = (): Owner => ({ uid: process.getuid!(), gid: process.getgid!() })

export const isRoot = () => self().uid === 0

/**
 * A normal user is the owner. Root takes the owner the cluster already has, so that the same data can be started by its user and by root in turn;
 * for a new cluster it takes the system user, and makes it when missing.
 */
export function ownerFor(folder: string, systemUser: string): Owner {
  if (!isRoot()) return self()
  const existing = statSync(folder, { throwIfNoEntry: false })
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid }
  return findUser(systemUser) ?? makeUser(systemUser)
}

/** What to add to a spawn so that the child runs as the owner. */
export const asOwner = ({ uid, gid }: Owner) => (isRoot() ? { uid, gid } : {})

/** Whether the owner can work in this folder: asked of the system itself, which also knows of access lists. */
export function isOpenTo(folder: string, owner: Owner) {
  return spawnSync('/bin/sh', ['-c', 'cd -- "$0"', folder], { ...asOwner(owner), cwd: '/' }).status === 0
}

/** The name of a user, or its number where it has none. */
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
  const made = spawnSync(
    'useradd',
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
  const reason = made.error?.message ?? made.stderr.trim()
  throw new CannotStart(
    `PostgreSQL does not run as root, and the system user ${name} could not be made: ${reason}. Start as a normal user instead.`,
  )
}
