// The data folder of the installation, and the system user that owns it.
import { accessSync, chmodSync, constants, lstatSync, mkdirSync, readlinkSync, type Stats, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { isAccessibleTo, isRoot } from '#kernel/postgres/embedded/owner.ts'
import { StartupError } from '#lib/startup-error.ts'
import type { Config } from '../config.ts'

const project = resolve(import.meta.dirname, '../../..')
const firstFreePort = 1024

/** Creates the data folder if missing. Throws StartupError if it is not usable. */
export function openDataFolder({ dataFolder, port }: Pick<Config, 'dataFolder' | 'port'>) {
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o711 })
    if (isRoot()) adoptOwner(dataFolder, statSync(dataFolder), port)
    accessSync(dataFolder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartupError(operatorMessage(dataFolder, error as NodeJS.ErrnoException), { cause: error })
  }
}

/**
 * In a folder owned by root, the database's system user gets traverse permission. In a user's folder, root drops to that user. Otherwise
 * that user could not open root's files at the next start. A port below 1024 requires root.
 */
function adoptOwner(folder: string, { uid, gid, mode }: Stats, port: number) {
  if (uid === 0) return chmodSync(folder, mode | 0o711)
  if (port < firstFreePort || !isAccessibleTo(folder, { uid, gid }) || !isAccessibleTo(project, { uid, gid })) return
  process.setgroups!([gid])
  process.setgid!(gid)
  process.setuid!(uid)
}

function operatorMessage(folder: string, { code, message }: NodeJS.ErrnoException) {
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `The disk that holds ${folder} is full. Free some space and start again.`
  if (code === 'EROFS')
    return `The data folder ${folder} is on a disk that is mounted read-only. Give another one in DATA_DIR.`
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return `The data folder ${folder} is a file, or lies below one. Give another one in DATA_DIR.`
  if (code !== 'EACCES' && code !== 'EPERM') return `The data folder ${folder} cannot be used: ${message}.`
  const me = userInfo().username
  if (!exists(folder))
    return `The data folder ${folder} cannot be made by the user ${me}. Give another one in DATA_DIR.`
  const all = [folder, ...linkedCluster(folder)].join(' ')
  return `The data folder ${folder} is closed to the user ${me}. Start as the user it belongs to, or hand it over: sudo chown -R ${me}: ${all}`
}

function exists(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

/** The cluster folder may be a symlink. */
function linkedCluster(folder: string) {
  try {
    const cluster = join(folder, 'cluster')
    return lstatSync(cluster).isSymbolicLink() ? [readlinkSync(cluster)] : []
  } catch {
    return []
  }
}
