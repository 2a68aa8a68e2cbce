// The location of the cluster: the project, or /var/lib with a link in the project if its owner lacks access. The link is authoritative: a
// moved project finds its data by it.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync, readlinkSync, realpathSync, statSync, symlinkSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { StartupError } from '#lib/startup-error.ts'
import { isAccessibleTo, isRoot, nameOf, type Owner } from './owner.ts'

/** The real folder of the cluster, created when missing. Throws StartupError with instructions when it is not accessible. */
export function locateCluster(folder: string, owner: Owner, systemUser: string): string {
  const entry = lstatSync(folder, { throwIfNoEntry: false })
  const home = `/var/lib/${systemUser}`
  if (!entry) {
    if (isAccessibleTo(dirname(folder), owner)) return claim(folder, owner)
    const place = claim(join(home, randomBytes(4).toString('hex')), owner)
    symlinkSync(place, folder)
    return place
  }
  if (entry.isSymbolicLink() && !statSync(folder, { throwIfNoEntry: false }))
    throw new StartupError(
      `${folder} points to ${readlinkSync(folder)}, and there is no database there. Bring that folder back, or remove the link to begin with an empty database.`,
    )
  const place = realpathSync(folder)
  if (isRoot()) restoreOwner(place, owner)
  else refuseOtherOwner(folder, place)
  if (isAccessibleTo(place, owner)) return claim(place, owner)
  const better = join(home, randomBytes(4).toString('hex'))
  throw new StartupError(
    `The database in ${place} belongs to the user ${nameOf(owner.uid)}, who may not enter a folder above it. Move it and leave a link: mkdir -p ${home} && mv ${place} ${better} && ln -s ${better} ${folder}`,
  )
}

function claim(folder: string, owner: Owner) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  if (isRoot()) {
    // The path must be accessible, as a link does not change permissions.
    if (folder.startsWith('/var/lib/')) chmodSync(dirname(folder), 0o755)
    chownSync(folder, owner.uid, owner.gid)
  }
  return realpathSync(folder)
}

/** Returns a cluster to its owner after a `chown -R root` on the project: PostgreSQL refuses a cluster of root. */
function restoreOwner(place: string, owner: Owner) {
  if (statSync(place).uid === 0) spawnSync('chown', ['-R', `${owner.uid}:${owner.gid}`, place])
}

function refuseOtherOwner(folder: string, place: string) {
  const { uid } = statSync(place)
  const me = userInfo()
  if (uid === me.uid) return
  const both = place === folder ? dirname(folder) : `${dirname(folder)} ${place}`
  throw new StartupError(
    `The database in ${place} belongs to the user ${nameOf(uid)}, and this process runs as ${me.username}. Start it as root as before, or hand the data over: sudo chown -R ${me.username}: ${both}`,
  )
}
