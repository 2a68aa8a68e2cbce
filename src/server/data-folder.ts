import { accessSync, constants, lstatSync, mkdirSync, readlinkSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { CannotStart } from '#lib/cannot-start.ts'

/** Makes the data folder when missing: others may pass through it (the database runs as a user of its own), not look around. */
export function openDataFolder(folder: string) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o711 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new CannotStart(sentenceFor(folder, error as NodeJS.ErrnoException), { cause: error })
  }
}

function sentenceFor(folder: string, { code, message }: NodeJS.ErrnoException) {
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `The disk that holds ${folder} is full. Free some space and start again.`
  if (code === 'EROFS')
    return `The data folder ${folder} is on a disk that is mounted read-only. Give another one in DATA_DIR.`
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return `The data folder ${folder} is a file, or lies below one. Give another one in DATA_DIR.`
  if (code !== 'EACCES' && code !== 'EPERM') return `The data folder ${folder} cannot be used: ${message}.`
  const me = userInfo().username
  const there = statSync(folder, { throwIfNoEntry: false })
  if (!there) return `The data folder ${folder} cannot be made by the user ${me}. Give another one in DATA_DIR.`
  return `The data folder ${folder} is closed to the user ${me}. Start as the user it belongs to, or hand it over: sudo chown -R ${me}: ${[folder, ...linkedCluster(folder)].join(' ')}`
}

/** The database may lie elsewhere, behind a link. */
function linkedCluster(folder: string) {
  const cluster = join(folder, 'cluster')
  return lstatSync(cluster, { throwIfNoEntry: false })?.isSymbolicLink() ? [readlinkSync(cluster)] : []
}
