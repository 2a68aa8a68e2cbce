// Creates the cluster under a temporary name and renames it when complete, so that an existing cluster is always complete.
import { spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '#lib/startup-error.ts'
import type { Binaries } from './binaries.ts'
import { operatorMessage } from './operator-message.ts'
import { asOwner, isRoot, type Owner } from './owner.ts'

export const clusterIn = (folder: string) => join(folder, 'pg')

/** A minimal environment for PostgreSQL's programs. */
export const ownEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' }

type ClusterOptions = { binaries: Binaries; folder: string; owner: Owner; password: string }

/** False when a cluster exists. Throws StartupError when the disk is full, and removes the partial cluster. */
export async function makeCluster({ binaries, folder, owner, password }: ClusterOptions): Promise<boolean> {
  if (existsSync(clusterIn(folder))) return false
  for (const name of readdirSync(folder))
    if (name.startsWith('pg.new')) rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 5 })
  // The pid makes the name unique. An initdb of a killed process may still be running, and removes its folder when it fails.
  const fresh = join(folder, `pg.new.${process.pid}.${Date.now()}`)
  const secret = `${fresh}.password`
  try {
    writeFileSync(secret, `${password}\n`, { mode: 0o600 })
    if (isRoot()) chownSync(secret, owner.uid, owner.gid)
    await run(join(binaries.folder, 'bin/initdb'), owner, folder, [
      `--pgdata=${fresh}`,
      '--username=postgres',
      `--pwfile=${secret}`,
      '--auth=scram-sha-256',
      '--data-checksums',
      '--encoding=UTF8',
      // The builtin collation keeps indexes valid across PostgreSQL builds; Hebrew collation is requested per query.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C.UTF-8',
    ])
    renameSync(fresh, clusterIn(folder))
    syncFolder(folder)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    throw new StartupError(operatorMessage((error as Error).message, folder), { cause: error })
  } finally {
    rmSync(secret, { force: true })
  }
  return true
}

/** The major version that created the cluster. Throws StartupError if the folder is not a cluster. */
export function majorOf(cluster: string): string {
  const file = join(cluster, 'PG_VERSION')
  const major = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
  if (!major)
    throw new StartupError(
      `${cluster} is not a PostgreSQL cluster: it has no PG_VERSION. Bring the whole folder back from a backup, or move it away to begin with an empty database.`,
    )
  return major
}

/** Throws StartupError when the major versions of cluster and binaries differ. */
export function checkMajor(cluster: string, binaries: Binaries) {
  const major = majorOf(cluster)
  if (major === binaries.major) return
  const wayOn =
    Number(major) < Number(binaries.major)
      ? 'Upgrade it: npm run upgrade-postgres'
      : 'Return to the cluster before the upgrade: npm run upgrade-postgres -- --back'
  throw new StartupError(
    `The database in ${cluster} was made by PostgreSQL ${major}, and this release brings ${binaries.major}. Start the release that made it. ${wayOn}`,
  )
}

function run(program: string, owner: Owner, cwd: string, args: string[]) {
  // Detached: Ctrl-C in the terminal is handled by this process and must not interrupt initdb.
  const child = spawn(program, args, {
    ...asOwner(owner),
    cwd,
    env: ownEnvironment,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  return new Promise<void>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(output.trim() || `${program} ended with ${code}`)),
    )
  })
}

function syncFolder(folder: string) {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
